/** Fault matrix: responses at the tokens, the plan (4.4) and the completion (4.6). */
import { expect } from '@open-wc/testing';
import type { Fault } from '../../../demo/sandbox/index.js';
import type { FetchToken } from '../../../src/engine.js';
import { repeated, requestsTo, runRow, type Row, type World } from '../../support/fault-row.js';
import { closeBackends } from '../../support/private-backend.js';
import { closeTabs } from '../../support/tab.js';

const invalidPlan = (title: string, fault: Fault, fails: Row['fails']): Row => ({
  title: `${title}: no part is sent`,
  faults: [fault],
  ...(fails === undefined ? {} : { fails }),
  after: (_, log) => expect(requestsTo(log, 'part')).to.equal(0),
});

const PLAN: readonly Row[] = [
  repeated('an HTML page of a proxy', { name: 'html-error', at: 'upload-plan' }),
  repeated('a text that is no JSON', { name: 'not-json', at: 'upload-plan' }),
  { title: 'slow response', faults: [{ name: 'slow-answer', at: 'upload-plan', ms: 400 }] },
  repeated('503', { name: 'status', at: 'upload-plan', status: 503, retryAfterSeconds: 1 }),
  invalidPlan('too few parts', { name: 'plan-too-short', at: 'upload-plan' }, 'plan-invalid'),
  invalidPlan('a part twice', { name: 'plan-duplicate-part', at: 'upload-plan' }, 'plan-invalid'),
  invalidPlan(
    'wrong chunk size',
    { name: 'bad-chunk-size', at: 'upload-plan' },
    'response-invalid',
  ),
  invalidPlan(
    'chunk size with a unit',
    { name: 'bad-chunk-size', at: 'upload-plan', value: '64 KiB' },
    'response-invalid',
  ),
  invalidPlan(
    'no UploadId',
    { name: 'changed-field', at: 'upload-plan', field: 'UploadId' },
    'response-invalid',
  ),
  invalidPlan(
    'a javascript: URL',
    {
      name: 'changed-field',
      at: 'upload-plan',
      field: 'Parts.1.PresignedUrl',
      value: 'javascript:alert(1)',
    },
    'response-invalid',
  ),
  invalidPlan('403', { name: 'status', at: 'upload-plan', status: 403 }, 'not-authorized'),
  invalidPlan('400', { name: 'status', at: 'upload-plan', status: 400 }, 'backend-rejected'),
  {
    title: 'too many parts: only the needed ones are sent',
    faults: [{ name: 'plan-extra-parts', at: 'upload-plan', count: 3 }],
    after: (_, log) => expect(requestsTo(log, 'part')).to.equal(5),
  },
  { title: 'parts in another order', faults: [{ name: 'plan-shuffled', at: 'upload-plan' }] },
];

/** An invalid response to the completion: nothing is submitted. */
const notSubmitted = (title: string, fault: Fault, fails: Row['fails']): Row => ({
  title: `${title}: nothing is submitted`,
  faults: [fault],
  ...(fails === undefined ? {} : { fails }),
  after: async ({ backend }) => expect(await backend.tasks()).to.have.length(0),
});

const COMPLETION: readonly Row[] = [
  repeated('429', { name: 'status', at: 'complete-upload', status: 429, retryAfterSeconds: 1 }),
  {
    title: 'unknown upload, once: the completion is repeated, and nothing is sent again',
    faults: [{ name: 'unknown-upload', at: 'complete-upload' }],
    after: (_, log) => expect(requestsTo(log, 'upload-plan')).to.equal(1),
  },
  notSubmitted(
    "an MD5 other than the file's",
    { name: 'wrong-file-md5', at: 'complete-upload' },
    'integrity-mismatch',
  ),
  notSubmitted(
    'no DownloadUrl',
    { name: 'changed-field', at: 'complete-upload', field: 'DownloadUrl' },
    'response-invalid',
  ),
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

const tokenExpires = (at: 'upload-plan' | 'complete-upload'): Row => ({
  title: `the token expires before ${at}: one new token is requested`,
  faults: [{ name: 'token-expires', at }],
  after: (_, log) => {
    expect(requestsTo(log, 'user-token')).to.equal(2);
    expect(requestsTo(log, at)).to.equal(2);
  },
});

const once = failingCallback(1);
const always = failingCallback(Infinity);

const TOKENS: readonly Row[] = [
  {
    title: 'tokens valid for five minutes: are renewed during the upload',
    backend: { userTokenSeconds: 300 },
    faults: [{ name: 'status', at: 'part', part: 5, status: 503, retryAfterSeconds: 600 }],
    tab: { shortWaits: false },
    sentTwice: 1,
    during: async ({ tab }) => {
      const isPaused = (): boolean => {
        const outcomes = tab.element.diagnostics().tries.map(({ outcome }) => outcome);
        return outcomes.length === 5 && outcomes.includes('refused');
      };
      while (!isPaused()) await new Promise(requestAnimationFrame);
      await tab.advance(601_000);
    },
    after: (_, log) => expect(requestsTo(log, 'user-token')).to.equal(2),
  },
  tokenExpires('upload-plan'),
  tokenExpires('complete-upload'),
  {
    title: 'every token is rejected: one new token is requested',
    faults: [{ name: 'token-expires', at: 'upload-plan', times: 'always' }],
    fails: 'not-authorized',
    after: (_, log) => expect(requestsTo(log, 'user-token')).to.equal(2),
  },
  repeated('503 of the service', { name: 'status', at: 'user-token', status: 503 }),
  repeated('the partner token is rejected', { name: 'token-expires', at: 'user-token' }),
  {
    title: 'fetchToken of the page fails once: it is called again',
    before: once.install,
    after: () => expect(once.asked.length).to.equal(2),
  },
  {
    title: 'fetchToken of the page always fails: nothing is requested',
    before: always.install,
    fails: 'token-unavailable',
    after: (_, log) => expect(requestsTo(log, 'upload-plan')).to.equal(0),
  },
];

describe('fault matrix: responses of the service', () => {
  afterEach(async () => {
    await closeTabs();
    await closeBackends();
  });

  for (const [topic, rows] of Object.entries({ PLAN, COMPLETION, TOKENS }))
    for (const row of rows) it(`${topic.toLowerCase()}: ${row.title}`, () => runRow(row));
});
