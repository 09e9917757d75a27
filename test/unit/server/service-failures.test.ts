import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PROBLEMS, type ProblemCode } from '../../../src/protocol/problem.js';
import type { Reply } from '../../support/fake-service.js';
import {
  advice,
  FILE_URL,
  manualTimers,
  requestOf,
  ROUTES,
  startHarness,
  submit,
  type Harness,
} from './harness.js';

/** Longer than any test takes; the tests end it. */
const TIMEOUT_MS = 999_999;

const CALLS = {
  'exchange (4.1)': [ROUTES.exchange, 'POST /user-token'],
  'user token (4.3)': [ROUTES.userToken, 'POST /user-token'],
  'submit (4.7)': [ROUTES.submit, 'POST /transcriptions'],
  'query (4.8)': [ROUTES.query, 'GET /transcriptions/'],
} as const;

/** Bodies of every kind: section 7 says no error body may be shown. */
const RAW = [
  { text: 'raw-service-text' },
  { json: { error: 'raw-service-text', message: 'raw-service-text' } },
  { text: '{"error":"raw-service-text"}', headers: { 'Content-Type': 'text/html' } },
  { text: '' },
] as const;

/** Web pages, as gateways send them. */
const PAGES = [
  { text: '<html>raw-service-text', headers: { 'Content-Type': 'text/html' } },
  { text: '<!-- raw-service-text --><!DOCTYPE html><p>', headers: {} },
  // Latin-1, which is not UTF-8.
  { bytes: Buffer.from('<html>é', 'latin1'), headers: { 'Content-Type': 'text/html' } },
] as const;

const ask = async (harness: Harness, what: string) => {
  if (what === 'POST /transcriptions') return harness.ask(what, { json: { file_url: FILE_URL } });
  if (what === 'POST /user-token') return harness.ask(what);
  return harness.ask(what + (await submit(harness)));
};

type Expected = readonly [status: number, code: ProblemCode, answered: number];

/** Calls that can safely be repeated. */
const HARMLESS: readonly Expected[] = [
  [400, 'service-rejected', 422],
  [401, 'service-credentials', 502],
  [402, 'payment-required', 402],
  [403, 'service-credentials', 502],
  [404, 'service-rejected', 422],
  [409, 'service-rejected', 422],
  [413, 'service-rejected', 422],
  [422, 'service-rejected', 422],
  [429, 'too-many-requests', 429],
  [500, 'service-unavailable', 503],
  [502, 'service-unavailable', 503],
  [503, 'service-unavailable', 503],
  [504, 'service-unavailable', 503],
  [302, 'service-answer-invalid', 502],
];

const SUBMISSION: readonly Expected[] = [
  ...HARMLESS.filter(([status]) => ![413, 500, 502, 503, 504].includes(status)),
  [413, 'recording-too-large', 413],
  [500, 'submission-unknown', 502],
  [501, 'submission-unknown', 502],
  [502, 'submission-unknown', 502],
  [503, 'submission-unknown', 502],
  [504, 'submission-unknown', 502],
  [520, 'submission-unknown', 502],
  [599, 'submission-unknown', 502],
];

const expectedOf = (route: string): readonly Expected[] => {
  if (route === ROUTES.submit) return SUBMISSION;
  if (route !== ROUTES.query) return HARMLESS;
  return HARMLESS.map((row) => (row[0] === 404 ? [404, 'not-found', 404] : row));
};

for (const [call, [route, what]] of Object.entries(CALLS)) {
  describe(`when ${call} fails at the service`, () => {
    it('maps each status to its code, and passes on none of the text', async (t) => {
      const harness = await startHarness(t, { limits: { submissions: null, queries: null } });
      let reply: Reply = {};
      harness.service.on(route, () => reply);
      for (const [status, code, answered] of expectedOf(route)) {
        for (const raw of RAW) {
          reply = { status, ...raw };
          const answer = await ask(harness, what);
          assert.deepEqual([answer.code, answer.status], [code, answered], `status ${status}`);
          assert.equal('detail' in (answer.json as object), false);
        }
      }
    });

    const lost = route === ROUTES.submit ? 'submission-unknown' : 'service-unavailable';
    const lostStatus = PROBLEMS[lost].status;

    it(`answers ${lost} to a 4xx that something in between has written`, async (t) => {
      const harness = await startHarness(t, { limits: { submissions: null, queries: null } });
      let reply: Reply = {};
      harness.service.on(route, () => reply);
      const pages = [400, 401, 402, 403, 404, 405, 409, 410, 422].flatMap((status) =>
        PAGES.map((raw) => ({ status, ...raw })),
      );
      for (reply of [...pages, { status: 419 }, { status: 440 }]) {
        const answer = await ask(harness, what);
        assert.deepEqual([answer.code, answer.status], [lost, lostStatus], JSON.stringify(reply));
        assert.equal(answer.headers.get('retry-after'), null);
      }
      // Neither the credentials nor the options are in doubt.
      assert.deepEqual(advice(harness), []);
    });

    it('believes a 413, a 429 and a 503 with Retry-After also if a page says so', async (t) => {
      const harness = await startHarness(t, { limits: { submissions: null, queries: null } });
      const [page] = PAGES;
      for (const [status, code] of [
        [413, route === ROUTES.submit ? 'recording-too-large' : 'service-rejected'],
        [429, 'too-many-requests'],
        [503, 'service-unavailable'],
      ] as const) {
        const headers = { ...page.headers, 'Retry-After': '1' };
        harness.service.on(route, () => ({ status, ...page, headers }));
        assert.equal((await ask(harness, what)).code, code);
      }
    });

    it(`answers ${lost} if the connection is cut`, async (t) => {
      const harness = await startHarness(t);
      harness.service.on(route, () => 'cut');
      const answer = await ask(harness, what);
      assert.equal(answer.status, lostStatus);
      assert.equal(answer.code, lost);
      assert.equal(answer.headers.get('retry-after'), null);
    });

    it('answers service-timeout after timeoutMs without a response', async (t) => {
      const fire = manualTimers(t, TIMEOUT_MS);
      const harness = await startHarness(t, { limits: { timeoutMs: TIMEOUT_MS } });
      harness.service.on(route, () => {
        fire();
        return 'hang';
      });
      const answer = await ask(harness, what);
      assert.equal(answer.status, 504);
      assert.equal(answer.code, 'service-timeout');
      await harness.service.abandoned();
    });

    it('answers service-answer-invalid if the response is malformed', async (t) => {
      const harness = await startHarness(t);
      let reply: Reply = {};
      harness.service.on(route, () => reply);
      for (const raw of [
        ...RAW,
        ...PAGES,
        { json: {} },
        { json: null },
        { json: [] },
        { status: 204 },
      ]) {
        reply = raw;
        const answer = await ask(harness, what);
        assert.equal(answer.status, 502);
        assert.equal(answer.code, 'service-answer-invalid');
      }
    });
  });
}

const DATE = 'Wed, 21 Oct 2026 07:28:00 GMT';
for (const [what, route, rows] of [
  [
    'POST /transcriptions',
    ROUTES.submit,
    [
      [429, '120', '120'],
      [503, DATE, '60'],
      [500, '1', null],
      [502, '1', null],
      [504, '1', null],
      [413, '1', null],
    ],
  ],
  [
    'POST /user-token',
    ROUTES.userToken,
    [
      [429, '120', '120'],
      [503, DATE, '60'],
      [500, '0', '0'],
      [504, '1', '1'],
      [429, 'raw-service-text', null],
      [503, '-1', null],
      [429, undefined, null],
      [400, '120', null],
    ],
  ],
] as const) {
  describe(`Retry-After of the service: ${what}`, () => {
    for (const [status, given, passed] of rows) {
      it(`${given} with ${status} becomes ${passed}`, async (t) => {
        const harness = await startHarness(t);
        const headers = given === undefined ? {} : { 'Retry-After': given };
        harness.service.on(route, () => ({ status, headers }));
        const answer = await ask(harness, what);
        assert.equal(answer.headers.get('retry-after'), passed);
      });
    }
  });
}

describe('Retry-After of the service: a date', () => {
  const later = (ms: number, from: number): string => new Date(from + ms).toUTCString();
  for (const [what, ahead] of [
    ['three hours ahead', 3 * 3_600_000],
    ['three hours behind', -3 * 3_600_000],
    ['right', 0],
  ] as const) {
    it(`becomes the seconds that the service meant, although its clock is ${what}`, async (t) => {
      const harness = await startHarness(t);
      const serviceTime = harness.now() + ahead;
      const headers = {
        Date: later(0, serviceTime),
        'Retry-After': later(7_000, serviceTime),
      };
      harness.service.on(ROUTES.userToken, () => ({ status: 503, headers }));
      const answer = await harness.ask('POST /user-token');
      assert.equal(answer.headers.get('retry-after'), '7');
    });
  }

  it('is at most a minute if the service does not tell its time, and 0 if it has passed', async (t) => {
    const harness = await startHarness(t);
    for (const [ms, seconds] of [
      [20_000, '20'],
      [3 * 3_600_000, '60'],
      [-3 * 3_600_000, '0'],
    ] as const) {
      const headers = { 'Retry-After': later(ms, harness.now()) };
      harness.service.on(ROUTES.userToken, () => ({ status: 503, headers }));
      const answer = await harness.ask('POST /user-token');
      assert.equal(answer.headers.get('retry-after'), seconds);
    }
  });
});

describe('submission', () => {
  for (const reply of [
    { status: 401 },
    { status: 429, headers: { 'Retry-After': '0' } },
    { status: 500, headers: { 'Retry-After': '0' } },
    { status: 503, headers: { 'Retry-After': '0' } },
    { text: 'not JSON' },
    'cut',
  ] as const) {
    it(`is sent once if the service answers ${JSON.stringify(reply)}`, async (t) => {
      const harness = await startHarness(t);
      // The connection of the first submission stays open and is reused.
      await submit(harness);
      harness.service.on(ROUTES.submit, () => reply);
      assert.ok((await ask(harness, 'POST /transcriptions')).status >= 400);
      assert.equal(harness.service.at(ROUTES.submit).length, 2);
      assert.equal(harness.service.at(ROUTES.exchange).length, 0);
    });
  }

  it('is not reported as misconfigured if the handler fails after the service accepted it', async (t) => {
    // The clock throws twice after the service accepted the submission: when the call ends, and when its failure is
    // reported.
    let failures = 0;
    const harness = await startHarness(t, {
      fetch: async (...request) => {
        const response = await fetch(...request);
        failures = 2;
        return response;
      },
      clock: {
        now: () => {
          if (failures === 0) return 0;
          failures--;
          throw new Error('the clock broke');
        },
      },
    });
    const answer = await ask(harness, 'POST /transcriptions');
    assert.deepEqual([answer.status, answer.code], [500, 'handler-failed']);
    assert.equal(answer.headers.get('retry-after'), null);
    assert.equal(harness.service.at(ROUTES.submit).length, 1);
  });
});

describe('response of the service', () => {
  const success = (text: string) => ({
    json: { transcription_id: 'task-1', status: 'SUCCESS', data: { text, segments: [] } },
  });

  it('is read only up to limits.answerBytes', async (t) => {
    const harness = await startHarness(t, { limits: { answerBytes: 500 } });
    const sealed = await submit(harness);
    harness.service.on(ROUTES.query, (_, count) => success('x'.repeat(count === 1 ? 300 : 500)));
    assert.equal((await harness.ask(`GET /transcriptions/${sealed}`)).status, 200);
    const answer = await harness.ask(`GET /transcriptions/${sealed}`);
    // The task has ended, so it is not asked for again.
    assert.equal(answer.code, 'service-result-invalid');
    const details = harness.events.map((event) => 'detail' in event && event.detail);
    assert.ok(details.includes('the body is longer than limits.answerBytes'));
  });

  it('may be a transcript of several MiB', async (t) => {
    const harness = await startHarness(t);
    const sealed = await submit(harness);
    const text = 'word '.repeat(1024 * 1024);
    harness.service.on(ROUTES.query, () => success(text));
    const { json } = await harness.ask(`GET /transcriptions/${sealed}`);
    assert.equal((json as { data: { text: string } }).data.text, text);
  });

  it('is not followed to another address: the key pair is sent only to the service', async (t) => {
    const elsewhere = await startHarness(t);
    const harness = await startHarness(t);
    const headers = { Location: `${elsewhere.service.url}/open/partner/ai/transcriptions/` };
    harness.service.on(ROUTES.submit, () => ({ status: 307, headers }));
    const answer = await ask(harness, 'POST /transcriptions');
    // It was not processed (RFC 9110, 15.4.8), so nobody is asked whether to pay twice.
    assert.deepEqual([answer.status, answer.code], [500, 'misconfigured']);
    assert.equal(advice(harness)[0]?.option, 'serviceUrl');
    assert.equal(elsewhere.service.received.length, 0);
  });
});

describe('when the browser disconnects', () => {
  it('aborts the call to the service', async (t) => {
    const harness = await startHarness(t);
    harness.service.on(ROUTES.submit, () => 'hang');
    const controller = new AbortController();
    const arrived = harness.service.next(ROUTES.submit);
    const response = harness.handler(
      requestOf('POST /transcriptions', {
        json: { file_url: FILE_URL },
        signal: controller.signal,
      }),
    );
    await arrived;
    controller.abort();
    assert.equal((await response).status, 499);
    await harness.service.abandoned();
    assert.deepEqual(
      harness.events.map(({ kind, ...event }) => [kind, 'outcome' in event && event.outcome]),
      [
        ['service-call', 'aborted'],
        ['request', 'aborted'],
      ],
    );
  });

  it('keeps fetching the partner token for the requests that still wait for it', async (t) => {
    const harness = await startHarness(t);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    harness.service.on(ROUTES.exchange, async () => {
      await released;
      return { json: { access_token: 'partner-token-1' } };
    });
    const controller = new AbortController();
    const arrived = harness.service.next(ROUTES.exchange);
    const first = harness.handler(requestOf('POST /user-token', { signal: controller.signal }));
    const second = harness.ask('POST /user-token');
    await arrived;
    controller.abort();
    release();
    assert.equal((await first).status, 499);
    assert.equal((await second).status, 200);
  });
});
