/** Fault matrix: tokens, the plan (4.4) and the completion (4.6). */
import { expect } from '@open-wc/testing';
import type { Fault } from '../../../demo/sandbox/index.js';
import type { FetchToken } from '../../../src/engine/index.js';
import { requestsTo, runRow, type Row, type World } from '../../support/fault-row.js';
import { closeBackends } from '../../support/private-backend.js';
import { closeTabs } from '../../support/tab.js';

const always = 'always' as const;

/** The timeout of two minutes is 2 s here; for a part it is half a second, which a busy machine may need. */
const PATIENT: Partial<Row> = { tab: { clockRate: 60 }, sentTwice: 5 };

/** One fault at the plan or the completion, which must then succeed when it is requested again. */
const askedAgain = (title: string, fault: Fault, more: Partial<Row> = {}): Row => ({
  title,
  faults: [fault],
  after: (_, log) => expect(requestsTo(log, fault.at)).to.be.greaterThan(1),
  ...more,
});

const wrongPlan = (fault: Fault, fails: Row['fails']): Row => ({
  title: `${fault.name}: ${fails}`,
  faults: [fault],
  ...(fails === undefined ? {} : { fails }),
  after: (_, log) => expect(requestsTo(log, 'part')).to.equal(0),
});

const PLAN: readonly Row[] = [
  askedAgain('503', { name: 'status', at: 'upload-plan', status: 503, retryAfterSeconds: 1 }),
  askedAgain('a page of a proxy', { name: 'html-error', at: 'upload-plan' }),
  askedAgain('a reset', { name: 'reset-at-once', at: 'upload-plan', times: 3 }),
  askedAgain('an answer that the page may not read', { name: 'cors-blocked', at: 'upload-plan' }),
  askedAgain('an answer without CORS headers', { name: 'no-cors-headers', at: 'upload-plan' }),
  askedAgain('a black hole', { name: 'black-hole', at: 'upload-plan' }, PATIENT),
  { title: 'a slow answer', faults: [{ name: 'slow-answer', at: 'upload-plan', ms: 400 }] },
  wrongPlan({ name: 'plan-too-short', at: 'upload-plan' }, 'plan-invalid'),
  wrongPlan({ name: 'plan-duplicate-part', at: 'upload-plan' }, 'plan-invalid'),
  wrongPlan({ name: 'bad-chunk-size', at: 'upload-plan' }, 'response-invalid'),
  wrongPlan({ name: 'bad-chunk-size', at: 'upload-plan', value: '64 KiB' }, 'response-invalid'),
  wrongPlan({ name: 'not-json', at: 'upload-plan' }, 'response-invalid'),
  wrongPlan({ name: 'changed-field', at: 'upload-plan', field: 'UploadId' }, 'response-invalid'),
  wrongPlan(
    {
      name: 'changed-field',
      at: 'upload-plan',
      field: 'Parts.1.PresignedUrl',
      value: 'javascript:alert(1)',
    },
    'response-invalid',
  ),
  wrongPlan({ name: 'status', at: 'upload-plan', status: 403 }, 'not-authorized'),
  wrongPlan({ name: 'status', at: 'upload-plan', status: 400 }, 'backend-rejected'),
  {
    title: 'extra parts are left alone',
    faults: [{ name: 'plan-extra-parts', at: 'upload-plan', count: 3 }],
    after: (_, log) => expect(requestsTo(log, 'part')).to.equal(5),
  },
  { title: 'parts out of order', faults: [{ name: 'plan-shuffled', at: 'upload-plan' }] },
  {
    title: 'the answer with the plan is cut',
    faults: [{ name: 'cut-answer', at: 'upload-plan' }],
    after: (_, log) => expect(requestsTo(log, 'upload-plan')).to.equal(2),
  },
];

const COMPLETION: readonly Row[] = [
  askedAgain('429', { name: 'status', at: 'complete-upload', status: 429, retryAfterSeconds: 1 }),
  askedAgain('the answer is lost', { name: 'reset-after-body', at: 'complete-upload', times: 3 }),
  askedAgain('no answer comes', { name: 'no-answer', at: 'complete-upload' }, PATIENT),
  askedAgain('the answer may not be read', { name: 'cors-blocked', at: 'complete-upload' }),
  {
    title: 'the upload is unknown: a new plan, the hash is kept',
    faults: [{ name: 'unknown-upload', at: 'complete-upload' }],
    sentTwice: 5,
    after: (_, log) => expect(requestsTo(log, 'upload-plan')).to.equal(2),
  },
  {
    title: 'another MD5 than that of the file',
    faults: [{ name: 'wrong-file-md5', at: 'complete-upload' }],
    fails: 'integrity-mismatch',
    after: async ({ backend }) => expect(await backend.tasks()).to.have.length(0),
  },
  {
    title: 'an answer that is no JSON',
    faults: [{ name: 'not-json', at: 'complete-upload' }],
    fails: 'response-invalid',
    after: async ({ backend }) => expect(await backend.tasks()).to.have.length(0),
  },
  {
    title: 'an answer without the address of the file',
    faults: [{ name: 'changed-field', at: 'complete-upload', field: 'DownloadUrl' }],
    fails: 'response-invalid',
    after: async ({ backend }) => expect(await backend.tasks()).to.have.length(0),
  },
  {
    title: 'the answer with the file drips',
    faults: [{ name: 'dripping-answer', at: 'complete-upload', bytes: 20, ms: 20 }],
  },
  {
    title: 'the answer with the file is cut',
    faults: [{ name: 'cut-answer', at: 'complete-upload' }],
    after: (_, log) => expect(requestsTo(log, 'complete-upload')).to.equal(2),
  },
];

/** Counts calls of the page's `fetchToken`, and lets the first `times` calls fail. */
const failingCallback = (times: number) => {
  const asked: string[] = [];
  const install = ({ tab, backend }: World): void => {
    const fetchToken: FetchToken = async ({ reason }) => {
      asked.push(reason);
      if (asked.length <= times) throw new Error('the page is signed out');
      const url = `${backend.settings.backendUrl}/user-token`;
      return (await fetch(url, { method: 'POST', body: '{}', headers: JSON_TYPE })).json() as never;
    };
    tab.element.fetchToken = fetchToken;
  };
  return { asked, install };
};

const JSON_TYPE = { 'Content-Type': 'application/json' };

const tokenEnds = (at: 'upload-plan' | 'complete-upload'): Row => ({
  title: `the token ends before ${at}: another one, once`,
  faults: [{ name: 'token-expires', at }],
  after: (_, log) => {
    expect(requestsTo(log, 'user-token')).to.equal(2);
    expect(requestsTo(log, at)).to.equal(2);
  },
});

const once = failingCallback(1);
const forGood = failingCallback(Infinity);

const TOKENS: readonly Row[] = [
  tokenEnds('upload-plan'),
  tokenEnds('complete-upload'),
  {
    title: 'no token is ever taken',
    faults: [{ name: 'token-expires', at: 'upload-plan', times: always }],
    fails: 'not-authorized',
    after: (_, log) => expect(requestsTo(log, 'user-token')).to.equal(2),
  },
  askedAgain('503 at the service', { name: 'status', at: 'user-token', status: 503 }),
  askedAgain('the partner token is refused', { name: 'token-expires', at: 'user-token' }),
  {
    title: 'tokens of two seconds are renewed on the way',
    backend: { userTokenSeconds: 2 },
    faults: [{ name: 'slow-answer', at: 'part', part: 5, ms: 2_500 }],
    tab: { clockRate: 1 },
    after: (_, log) => expect(requestsTo(log, 'user-token')).to.equal(2),
  },
  {
    title: 'the page’s fetchToken fails once: it is asked again',
    before: once.install,
    after: () => expect(once.asked.length).to.equal(2),
  },
  {
    title: 'the page’s fetchToken fails for good',
    before: forGood.install,
    fails: 'token-unavailable',
    after: (_, log) => expect(requestsTo(log, 'upload-plan')).to.equal(0),
  },
];

describe('fault matrix: requests to the service', () => {
  afterEach(async () => {
    await closeTabs();
    await closeBackends();
  });

  for (const [topic, rows] of Object.entries({ PLAN, COMPLETION, TOKENS }))
    for (const row of rows) it(`${topic.toLowerCase()}: ${row.title}`, () => runRow(row));
});
