/** Every fault at every place: what the client sees, that it applies once, and what the log says. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { FAULTS, type Fault, type FaultName } from '../../../demo/sandbox/index.js';
import { FILE_SIZE, requestAt, sendTo, type Seen } from '../../support/fault-client.js';
import { sandboxFor } from '../../support/sandbox-client.js';

type Answered = Extract<Seen, { kind: 'answer' }>;

const refusedWith =
  (status: number, text: RegExp, header?: readonly [string, RegExp]) =>
  (seen: Seen): void => {
    assert.equal(seen.kind, 'answer');
    const { status: got, text: body, headers } = seen;
    assert.equal(got, status);
    assert.match(body, text);
    if (header) assert.match(String(headers[header[0]]), header[1]);
  };

const is =
  (kind: Seen['kind']) =>
  (seen: Seen): void =>
    assert.equal(seen.kind, kind);

/** A 200 response whose headers and JSON are as expected for this fault. */
const answered =
  (check: (answer: Answered, json: Record<string, unknown>) => void = () => undefined) =>
  (seen: Seen): void => {
    assert.equal(seen.kind, 'answer');
    const answer = seen;
    assert.equal(answer.status, 200);
    const isJson = answer.headers['content-type'] === 'application/json';
    check(answer, isJson ? (JSON.parse(answer.text) as Record<string, unknown>) : {});
  };

const partNumbers = (json: Record<string, unknown>): readonly number[] =>
  (json['Parts'] as readonly { PartNumber: number }[]).map(({ PartNumber }) => PartNumber);

const planWith = (...numbers: readonly number[]) =>
  answered((_, json) => assert.deepEqual(partNumbers(json), numbers));

const withEtag = (pattern: RegExp) =>
  answered(({ headers }) => assert.match(String(headers['etag']), pattern));

/** The response to a submission still says PENDING; a query reports that the task has ended. */
const ENDS_AT_QUERY = /^(?:PENDING|FAILURE|REVOKED)$/;

type Options = Readonly<Record<string, unknown>>;

/** By fault: the options it is set with, and what the client sees. */
const SEEN: Readonly<Record<FaultName, readonly [Options, (seen: Seen) => void]>> = {
  expired: [{}, refusedWith(403, /<Code>AccessDenied<\/Code>.*expired/)],
  'unknown-upload': [{}, refusedWith(404, /NoSuchUpload|upload-not-found/)],
  status: [
    { status: 503, retryAfterSeconds: 7 },
    refusedWith(503, /told to answer/, ['retry-after', /^7$/]),
  ],
  'storage-error': [{ code: 'SlowDown' }, refusedWith(503, /<Code>SlowDown<\/Code>/)],
  'html-error': [{}, refusedWith(502, /^<!doctype html>/, ['content-type', /^text\/html/])],
  'sign-in-page': [{}, refusedWith(302, /^$/, ['location', /^https:\/\/sign-in\.invalid\/$/])],
  'offline-page': [
    {},
    answered(({ headers, text }) => {
      assert.match(String(headers['content-type']), /^text\/html/);
      assert.match(text, /offline/);
    }),
  ],
  'slash-redirect': [{}, refusedWith(308, /^$/, ['location', /^\/open\/|^\/oauth\//])],
  'slow-merge': [{}, refusedWith(504, /^<!doctype html>/)],
  'not-json': [
    {},
    (seen) => {
      assert.ok(seen.kind === 'answer' && seen.status === 200);
      assert.equal(seen.headers['content-type'], 'application/json');
      assert.throws(() => JSON.parse(seen.text) as unknown, SyntaxError);
    },
  ],
  'changed-field': [
    { field: 'transcription_id', value: 7 },
    // If the response has no such field, the fault adds it.
    answered((_, json) => assert.equal(json['transcription_id'], 7)),
  ],
  'cut-answer': [{ bytes: 5 }, (seen) => assert.equal(seen.kind === 'cut' && seen.text.length, 5)],
  'cors-blocked': [
    {},
    answered(({ headers }) =>
      assert.equal(headers['access-control-allow-origin'], 'https://elsewhere.invalid'),
    ),
  ],
  'no-cors-headers': [
    {},
    answered(({ headers }) =>
      assert.deepEqual(
        Object.keys(headers).filter((name) => name.startsWith('access-control-')),
        [],
      ),
    ),
  ],
  'reset-at-once': [{}, is('reset')],
  'reset-mid-body': [{ bytes: 1 }, is('reset')],
  'reset-after-body': [{}, is('reset')],
  'black-hole': [{}, is('silence')],
  'no-answer': [{}, is('silence')],
  'slow-drip': [{ bytes: 300, ms: 5 }, answered()],
  'slow-answer': [{ ms: 20 }, answered()],
  'dripping-answer': [{ bytes: 100, ms: 1 }, answered()],
  'missing-etag': [{}, answered(({ headers }) => assert.equal(headers['etag'], undefined))],
  'hidden-etag': [
    {},
    answered(({ headers }) => {
      assert.match(String(headers['etag']), /^"[0-9a-f]{32}"$/);
      assert.doesNotMatch(String(headers['access-control-expose-headers']), /etag/i);
    }),
  ],
  'opaque-etag': [{}, withEtag(/^"[0-9a-f]{32}-1"$/)],
  'weak-etag': [{}, withEtag(/^W\/"[0-9a-f]{32}"$/)],
  'foreign-digest-etag': [{}, withEtag(/^"[0-9a-f]{32}"$/)],
  'corrupted-body': [{}, withEtag(/^"[0-9a-f]{32}"$/)],
  'corrupted-download': [
    { byte: 7 },
    answered(({ headers }) => assert.equal(headers['content-length'], String(FILE_SIZE))),
  ],
  'wrong-file-md5': [{}, answered((_, json) => assert.match(String(json['FileMd5']), /^\w{32}$/))],
  'plan-too-short': [{}, planWith(1, 2)],
  'plan-extra-parts': [{ count: 2 }, planWith(1, 2, 3, 4, 5)],
  'plan-shuffled': [{}, planWith(2, 1, 3)],
  'plan-duplicate-part': [{}, planWith(1, 2, 3, 1)],
  'bad-chunk-size': [
    { value: 'large' },
    answered((_, json) => assert.equal(json['ChunkSize'], 'large')),
  ],
  'token-expires': [{}, refusedWith(401, /token-expired/)],
  'unknown-status': [
    {},
    answered((_, json) => assert.deepEqual([json['status'], json['data']], ['ARCHIVING', {}])),
  ],
  'earlier-status': [
    { status: 'RECEIVED' },
    answered((_, json) => assert.deepEqual([json['status'], json['data']], ['RECEIVED', {}])),
  ],
  'task-failure': [{}, answered((_, json) => assert.match(String(json['status']), ENDS_AT_QUERY))],
  'task-revoked': [{}, answered((_, json) => assert.match(String(json['status']), ENDS_AT_QUERY))],
  'malformed-task': [{}, answered((_, json) => assert.ok(!('transcription_id' in json)))],
  'malformed-result': [
    {},
    answered((_, json) => assert.deepEqual([json['status'], 'data' in json], ['SUCCESS', false])),
  ],
};

const NO_STATUS: ReadonlySet<Seen['kind']> = new Set(['reset', 'silence']);

for (const name of Object.keys(SEEN) as FaultName[]) {
  const [options, check] = SEEN[name];
  for (const place of FAULTS[name].where) {
    test(`${name} at ${place}`, async (t) => {
      const sandbox = await sandboxFor(t, { chunkSize: () => 1000 });
      const request = await requestAt(place, sandbox);
      const next = await requestAt(place, sandbox);
      const fault = { name, at: place, ...options } as Fault;
      sandbox.faults.set([fault]);

      const seen = await sendTo(sandbox, request);
      check(seen);
      const entry = sandbox.log.at(-1);
      assert.deepEqual(
        [entry?.kind, entry?.fault, entry?.status],
        [place, name, NO_STATUS.has(seen.kind) ? 0 : seen.kind === 'answer' ? seen.status : 200],
      );
      assert.equal(entry?.partNumber, place === 'part' ? 2 : undefined);
      assert.deepEqual(sandbox.faults.list(), [{ id: 1, fault, seen: 1, struck: 1 }]);

      // The fault has been applied: the next request is served in full accordance with the specification.
      const clean = await sendTo(sandbox, next);
      assert.ok(clean.kind === 'answer' && clean.status === 200);
      assert.equal(sandbox.log.at(-1)?.fault, undefined);
      assert.deepEqual(sandbox.faults.list(), [{ id: 1, fault, seen: 2, struck: 1 }]);
      assert.deepEqual(
        sandbox.log.filter(({ violation }) => violation !== undefined),
        [],
      );
    });
  }
}
