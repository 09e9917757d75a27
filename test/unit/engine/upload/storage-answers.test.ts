/** The codes of storage hosts: what an upload does after each. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { STORAGE_ERRORS } from '../../../../demo/sandbox/faults/storage-errors.js';
import type { PartResponse, SessionState } from '../../../../src/engine.js';
import { STORAGE_CODES } from '../../../../src/engine/upload/storage-answers.js';
import { parseStorageError } from '../../../../src/protocol/storage-error.js';
import { codeOf, createScriptedSession, PATHS } from '../../../support/scripted-session.js';

const xml = (code: string, message = 'The host says so.'): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;

const stored: PartResponse = { status: 200, etag: '"x-1"', retryAfter: null };

const refusal = (status: number, code: string | null, message?: string): PartResponse => ({
  ...{ status, etag: null, retryAfter: null },
  ...(code === null ? {} : { errorBody: xml(code, message) }),
});

const reasonOf = (state: SessionState): string =>
  state.name === 'failed' ? (state.error.failure?.reason ?? '') : state.name;

/** Uploads five parts to a host that gives this answer to one part, once or always. */
const upload = async (answer: PartResponse, part: number, times: number) => {
  let left = times;
  const scripted = createScriptedSession(
    {},
    { part: (n) => (n === part && left-- > 0 ? answer : stored) },
  );
  const codes: (string | undefined)[] = [];
  scripted.session.subscribe((_state, _previous, fact) => {
    if (fact.type === 'part-tried' && fact.attempt.outcome === 'refused')
      codes.push(fact.attempt.code);
  });
  let hashed = 0;
  const { hash } = scripted.world;
  Object.assign(scripted.world, {
    hash: (...request: Parameters<typeof hash>) => {
      hashed++;
      return hash(...request);
    },
  });
  scripted.selectFile();
  const end = await scripted.until('ready', 'failed');
  const plans = scripted.world.requests.filter((it) => it === PATHS.plan).length;
  const { sentParts } = scripted.world;
  const cause = end.name === 'failed' ? String(end.error.cause) : '';
  return { scripted, end, reason: reasonOf(end), plans, sentParts, cause, codes, hashed };
};

/** The codes by status, as hosts send them. */
const PASSING: Readonly<Record<number, readonly string[]>> = {
  400: [
    ...['RequestTimeout', 'IncompleteBody', 'BadDigest', 'XAmzContentSHA256Mismatch'],
    ...['CrcMismatch', 'Md5Mismatch', 'RequestTimeOut', 'RequestTimeoutException', 'TimeoutError'],
    ...['BandwidthLimitExceeded', 'PriorRequestNotComplete', 'RequestLimitExceeded'],
    ...['RequestThrottled', 'RequestThrottledException', 'ThrottledException', 'Throttling'],
    ...['ThrottlingException', 'TooManyRequestsException'],
  ],
  409: ['OperationAborted', 'ConditionalRequestConflict'],
  500: ['InternalError', 'OperationTimedOut'],
  503: [
    ...['ServiceUnavailable', 'SlowDown', 'SlowDownRead', 'SlowDownWrite', 'ServerBusy'],
    ...['XMinioServerNotInitialized', 'QpsLimitExceeded', 'UploadTrafficRateLimitExceeded'],
  ],
};
const ENDED: Readonly<Record<number, readonly string[]>> = {
  400: ['ExpiredToken', 'TokenRefreshRequired', 'ExpiredRequest', 'RequestExpired'],
  403: ['SecurityTokenExpired'],
  404: ['NoSuchUpload'],
};
const CLOCK: Readonly<Record<number, readonly string[]>> = {
  403: ['RequestTimeTooSkewed', 'RequestInTheFuture'],
};
const SET_UP: Readonly<Record<number, readonly string[]>> = {
  400: [
    ...['AuthorizationQueryParametersError', 'InvalidToken', 'EntityTooSmall', 'EntityTooLarge'],
    ...['InvalidArgument', 'InvalidRequest', 'InvalidDigest'],
  ],
  403: [
    ...['SignatureDoesNotMatch', 'AccessDenied', 'InvalidAccessKeyId', 'AllAccessDisabled'],
    ...['UserProjectAccountProblem', 'AuthenticationFailed', 'AuthorizationFailure'],
    ...['AuthorizationPermissionMismatch', 'InsufficientAccountPermissions', 'AccountIsDisabled'],
  ],
  404: ['NoSuchBucket'],
  405: ['MethodNotAllowed'],
  411: ['MissingContentLength'],
  501: ['NotImplemented'],
};
const FULL: Readonly<Record<number, readonly string[]>> = {
  400: ['XMinioAdminBucketQuotaExceeded'],
  403: ['QuotaExceeded'],
  413: ['RequestBodyTooLarge'],
  507: ['XMinioStorageFull'],
};

const rows = (
  table: Readonly<Record<number, readonly string[]>>,
  ...bare: readonly number[]
): readonly (readonly [status: number, code: string | null])[] => [
  ...Object.entries(table).flatMap(([status, codes]) =>
    codes.map((code) => [Number(status), code] as const),
  ),
  ...bare.map((status) => [status, null] as const),
];

const named = (status: number, code: string | null): string => `${status} ${code ?? 'alone'}`;

it('STORAGE_CODES: every row has a test here', () => {
  const tested = [PASSING, ENDED, CLOCK, SET_UP, FULL].flatMap((table) =>
    Object.values(table).flat(),
  );
  assert.deepEqual(tested.sort(), Object.keys(STORAGE_CODES).sort());
});

it('sandbox: answers every code by name, with the status that is tested here', () => {
  const all = [PASSING, ENDED, CLOCK, SET_UP, FULL].flatMap((table) => rows(table));
  assert.deepEqual(
    [...STORAGE_ERRORS].toSorted(),
    all.map(([status, code]) => [code, status]).toSorted(),
  );
});

describe('passing answer', () => {
  for (const [status, code] of rows(PASSING, 408, 409, 425, 429, 500, 502, 503, 504))
    it(`${named(status, code)}: the part is sent again`, async () => {
      const { reason, plans, sentParts, codes } = await upload(refusal(status, code), 1, 2);
      assert.deepEqual([reason, plans, sentParts.slice(0, 3)], ['ready', 1, [1, 1, 1]]);
      assert.deepEqual(codes, [code ?? undefined, code ?? undefined]);
    });

  for (const status of [408, 409, 425, 429, 500, 502, 503, 504])
    it(`${status} without a code to a later part, twelve times: only that part is sent again`, async () => {
      const { reason, plans, sentParts } = await upload(refusal(status, null), 3, 12);
      assert.deepEqual([reason, plans, sentParts.length], ['ready', 1, 17]);
    });

  it('that never passes ends as busy; retry keeps the stored parts', async () => {
    const { end, reason, cause, scripted } = await upload(
      refusal(400, 'RequestTimeout'),
      3,
      Infinity,
    );
    assert.deepEqual([codeOf(end), reason], ['storage-rejected', 'service-busy']);
    assert.match(cause, /status 400, RequestTimeout/);
    const before = scripted.world.sentParts.length;
    scripted.session.dispatch({ type: 'retry' });
    await scripted.until('ready', 'failed');
    assert.deepEqual(new Set(scripted.world.sentParts.slice(before)), new Set([3]));
  });
});

describe('ended address or upload', () => {
  const expired = [
    [403, 'AccessDenied', 'Request has expired'],
    [403, 'AccessDenied', 'Invalid according to Policy: Policy expired.'],
    [403, 'AuthenticationFailed', 'Signature not valid in the specified time frame'],
  ] as const;
  const all = [
    ...rows(ENDED).map(([status, code]) => [status, code, undefined] as const),
    ...expired,
  ];
  for (const [status, code, message] of all)
    for (const part of [1, 3])
      it(`${named(status, code)} ${message ?? ''} to part ${part}: one new plan, the hash is kept`, async () => {
        const answer = refusal(status, code, message);
        const { reason, plans, hashed } = await upload(answer, part, 1);
        assert.deepEqual([reason, plans, hashed], ['ready', 2, 1]);
      });

  for (const status of [400, 403, 404, 410])
    it(`${status} without a code to a later part, three times: only that part is sent again`, async () => {
      const { reason, plans, sentParts } = await upload(refusal(status, null), 3, 3);
      assert.deepEqual([reason, plans, sentParts.length], ['ready', 1, 8]);
    });

  it('an unknown code whose message says that the address has expired: new plans', async () => {
    const { reason, plans } = await upload(refusal(400, 'NewIdea', 'Request has expired'), 3, 2);
    assert.deepEqual([reason, plans], ['ready', 3]);
  });

  it('fails after one new plan if new addresses have ended before anything is stored', async () => {
    const { reason, plans, cause } = await upload(refusal(400, 'ExpiredToken'), 1, Infinity);
    assert.deepEqual([reason, plans], ['storage-set-up', 2]);
    assert.match(cause, /status 400, ExpiredToken/);
  });

  it('fails as upload-expired after three plans of which parts were stored', async () => {
    const { reason, plans } = await upload(refusal(400, 'ExpiredToken'), 3, Infinity);
    assert.deepEqual([reason, plans], ['upload-expired', 3]);
  });
});

describe('wrong clock', () => {
  const early = [403, 'AccessDenied', 'Request is not valid yet'] as const;
  for (const [status, code, message] of [...rows(CLOCK), early] as const)
    it(`${named(status, code)} ${message ?? ''}: one new plan, then its own error`, async () => {
      const answer = refusal(status, code, message);
      const once = await upload(answer, 1, 1);
      assert.deepEqual([once.reason, once.plans], ['ready', 2]);
      const always = await upload(answer, 1, Infinity);
      assert.deepEqual([always.reason, always.plans], ['storage-clock', 2]);
      assert.ok(always.cause.includes(`status ${status}, ${code}`), always.cause);
      assert.equal(codeOf(always.end), 'storage-rejected');
    });
});

describe('wrong set-up', () => {
  for (const [status, code] of rows(SET_UP, 405, 411, 501))
    it(`${named(status, code)}: stops at the first part, renews once after a stored one`, async () => {
      const first = await upload(refusal(status, code), 1, Infinity);
      assert.deepEqual([first.reason, first.plans, first.sentParts], ['storage-set-up', 1, [1]]);
      assert.ok(first.cause.includes(named(status, code).replace(' alone', '').replace(' ', ', ')));
      assert.deepEqual(first.codes, [code ?? undefined]);
      const once = await upload(refusal(status, code), 3, 1);
      assert.deepEqual([once.reason, once.plans], ['ready', 2]);
      const always = await upload(refusal(status, code), 3, Infinity);
      assert.deepEqual([always.reason, always.plans], ['storage-set-up', 2]);
    });

  it('an unknown code stops with the general error and the code', async () => {
    const { reason, cause, codes } = await upload(refusal(400, 'NewIdea'), 1, Infinity);
    assert.deepEqual([reason, codes], ['storage-rejected', ['NewIdea']]);
    assert.match(cause, /status 400, NewIdea/);
  });
});

describe('full host', () => {
  for (const [status, code] of rows(FULL, 413, 507))
    it(`${named(status, code)}: stops with its own error`, async () => {
      for (const part of [1, 3]) {
        const { reason, plans, end } = await upload(refusal(status, code), part, Infinity);
        assert.deepEqual([reason, plans], ['storage-full', 1]);
        assert.ok(end.name === 'failed' && end.error.recoverable);
      }
    });
});

describe('body of an error', () => {
  it('parseStorageError: reads S3, Azure with a header, and nothing else', () => {
    assert.deepEqual(parseStorageError(xml('SlowDown')), { code: 'SlowDown', says: null });
    assert.deepEqual(parseStorageError('', 'ServerBusy'), { code: 'ServerBusy', says: null });
    assert.deepEqual(
      parseStorageError('\uFEFF<Error>\n <Code> ExpiredToken </Code></Error>').code,
      'ExpiredToken',
    );
    for (const body of [
      ...['', '<html>expired</html>', '{"code":"SlowDown"}', '<Code></Code>', '<Code>'],
      ...['<Code>two words</Code>', `<Code>${'x'.repeat(200)}</Code>`, '<Code><b>x</b></Code>'],
      ...[
        '<Code>https://host.test/?X-Amz-Signature=1</Code>',
        `${' '.repeat(4096)}${xml('SlowDown')}`,
      ],
    ])
      assert.deepEqual(parseStorageError(body), { code: null, says: null }, body.slice(0, 40));
  });
});
