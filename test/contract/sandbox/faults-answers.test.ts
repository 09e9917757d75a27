/** What the options of faults change in a response, and what faults leave. The tests of the browser have the rest. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { MALFORMED_RESULTS, MALFORMED_TASKS } from '../../../demo/sandbox/faults/malformed.js';
import type { Fault, SandboxOptions, Timer } from '../../../demo/sandbox/index.js';
import { ContractError } from '../../../src/protocol/read.js';
import { parseTranscriptionTask } from '../../../src/protocol/responses.js';
import { FILE_SIZE, putting, send, untilNoted } from '../../support/fault-client.js';
import { clientOf, manualClock, put, reply, sandboxFor } from '../../support/sandbox-client.js';

const SUBMISSION = { file_url: 'http://127.0.0.1:9/a.wav' };

const submitted = async (t: TestContext, faults: readonly Fault[] = []) => {
  const sandbox = await sandboxFor(t, { faults });
  const client = clientOf(sandbox);
  const { json } = await client.submit(SUBMISSION);
  const id = String(json['transcription_id']);
  return { sandbox, client, id, statusOf: async () => (await client.query(id)).json['status'] };
};

test('status: sets the body, media type and Retry-After that were given', async (t) => {
  const { client, id, sandbox } = await submitted(t);
  const body = '<Error><Code>SlowDown</Code></Error>';
  const more = { mediaType: 'application/xml', retryAfterSeconds: 3 };
  sandbox.faults.set([{ name: 'status', at: 'query', status: 503, body, ...more }]);
  const { status, text, headers } = await client.query(id);
  assert.deepEqual([status, text], [503, body]);
  assert.equal(headers.get('content-type'), 'application/xml');
  assert.equal(headers.get('retry-after'), '3');
  sandbox.faults.set([{ name: 'status', at: 'query', status: 500, body: '' }]);
  const empty = await client.query(id);
  assert.deepEqual([empty.status, empty.text], [500, '']);
  assert.equal(empty.headers.get('content-type'), 'text/plain; charset=utf-8');
});

/** A completed file and its download URL. */
const complete = async (
  t: TestContext,
  faults: readonly Fault[],
  options: Partial<SandboxOptions> = {},
) => {
  const sandbox = await sandboxFor(t, { chunkSize: () => 1000, ...options });
  const client = clientOf(sandbox);
  const file = randomBytes(2500);
  const { done } = await client.upload(await client.userToken(), file, 'wav');
  sandbox.faults.set(faults);
  return { sandbox, file, url: String(done.json['DownloadUrl']) };
};

test('corrupted-download: changes exactly one byte of the response', async (t) => {
  const fault = { name: 'corrupted-download', at: 'download', byte: 1999 } as const;
  const { file, url, sandbox } = await complete(t, [fault]);
  const wrong = Buffer.from(file);
  wrong[1999] = (wrong[1999] ?? 0) ^ 0xff;
  const answer = await fetch(url);
  assert.deepEqual(Buffer.from(await answer.arrayBuffer()), wrong);
  const md5 = createHash('md5').update(file).digest('hex');
  assert.equal(answer.headers.get('etag'), `"${md5}"`);
  assert.deepEqual(Buffer.from(await (await fetch(url)).arrayBuffer()), file);
  sandbox.faults.set([{ ...fault, byte: 0 }]);
  const range = await fetch(url, { headers: { Range: 'bytes=100-199' } });
  const part = Buffer.from(await range.arrayBuffer());
  assert.deepEqual([part[0], part.subarray(1)], [(file[100] ?? 0) ^ 0xff, file.subarray(101, 200)]);
});

test('dripping-answer: sends the same bytes, a few at a time', async (t) => {
  const waits: number[] = [];
  let goOn = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (goOn = resolve));
  const timer: Timer = {
    now: () => 0,
    wait: async (ms) => {
      // All drips but the first wait until the client has the headers.
      if (waits.push(ms) > 1) await arrived;
    },
  };
  const fault = { name: 'dripping-answer', at: 'download', bytes: 500, ms: 10 } as const;
  const { file, url } = await complete(t, [fault], { timer });
  const answer = await fetch(url);
  goOn();
  assert.deepEqual(Buffer.from(await answer.arrayBuffer()), file);
  assert.deepEqual(waits, [10, 10, 10, 10, 10]);
});

test('dripping-answer: stops when the client disconnects', async (t) => {
  const { sandbox, url } = await complete(t, [
    { name: 'dripping-answer', at: 'download', bytes: 1, ms: 3_600_000 },
  ]);
  const { seen, giveUp } = send({ method: 'GET', url, headers: {} });
  while (sandbox.log.at(-1)?.fault === undefined) await new Promise(setImmediate);
  giveUp();
  await seen;
  await sandbox.close();
});

for (const [name, status] of [
  ['task-failure', 'FAILURE'],
  ['task-revoked', 'REVOKED'],
] as const)
  test(`${name}: works midway, on a query, and for good`, async (t) => {
    // The audio never arrives, so the task is still running when it is queried.
    const other = await complete(t, [{ name: 'black-hole', at: 'download', times: 'always' }]);
    const sandbox = await sandboxFor(t);
    const client = clientOf(sandbox);
    const { json } = await client.submit({ file_url: other.url });
    const id = String(json['transcription_id']);
    while (other.sandbox.faults.list()[0]?.struck === 0) await new Promise(setImmediate);
    sandbox.faults.set([{ name, at: 'query', nth: 2 }]);
    const statuses = [];
    for (let asked = 0; asked < 3; asked += 1)
      statuses.push((await client.query(id)).json['status']);
    assert.deepEqual(statuses, ['RECEIVED', status, status]);
    assert.deepEqual(
      sandbox.taskHistory(id).map((change) => change.status),
      ['PENDING', 'RECEIVED', status],
    );
  });

/** The result of our own parser for each form: why it rejects it, or what it keeps. */
const reading = (json: unknown): string => {
  try {
    const { status, data } = parseTranscriptionTask(json);
    return data === null ? status : `${status}: ${data.segments.length} segments`;
  } catch (error) {
    if (error instanceof ContractError) return error.message;
    throw error;
  }
};

/** What the parser makes of a form, where it is not two segments. */
const RESULTS: Partial<Readonly<Record<(typeof MALFORMED_RESULTS)[number], string>>> = {
  'no-data': 'data is missing',
  'null-data': 'data must be an object',
  'empty-data': 'SUCCESS: 0 segments',
  'no-segments': 'SUCCESS: 0 segments',
  'segments-no-array': 'SUCCESS: 0 segments',
};

const TASKS: Readonly<Record<(typeof MALFORMED_TASKS)[number], string>> = {
  'no-id': 'transcription_id is missing',
  'empty-id': 'transcription_id must not be empty',
  'number-as-id': 'transcription_id must be a string',
  'other-id': 'PENDING',
  'no-status': 'status is missing',
  'number-as-status': 'status must be a string',
  'status-in-small-letters': 'pending',
  'data-too-early': 'PROGRESS',
  'extra-fields': 'PENDING',
  array: 'the body must be an object',
  null: 'the body must be an object',
};

test('malformed results: every form is served, and the task continues', async (t) => {
  const { client, id, sandbox } = await submitted(t);
  const sizes = new Map<string, number>();
  for (const form of MALFORMED_RESULTS) {
    sandbox.faults.set([{ name: 'malformed-result', at: 'query', form }]);
    const { text } = await client.query(id);
    sizes.set(form, text.length);
    assert.deepEqual(
      [form, reading(JSON.parse(text))],
      [form, RESULTS[form] ?? 'SUCCESS: 2 segments'],
    );
  }
  assert.ok((sizes.get('million-characters') ?? 0) > 1_000_000);
  assert.notEqual((await client.query(id)).json['status'], 'SUCCESS');
});

test('malformed tasks: every form is served for a submission, and the task is accepted', async (t) => {
  const sandbox = await sandboxFor(t);
  const client = clientOf(sandbox);
  for (const form of MALFORMED_TASKS) {
    sandbox.faults.set([{ name: 'malformed-task', at: 'submit', form }]);
    const { text } = await client.submit(SUBMISSION);
    assert.deepEqual([form, reading(JSON.parse(text))], [form, TASKS[form]]);
  }
  assert.equal(sandbox.taskIds().length, MALFORMED_TASKS.length);
  // A page can still read the other response.
  const listed = await reply(fetch(`${sandbox.serviceUrl}/__sandbox/tasks`));
  assert.equal((JSON.parse(listed.text) as unknown[]).length, MALFORMED_TASKS.length);
});

test('extra parts: their URLs are rejected', async (t) => {
  const sandbox = await sandboxFor(t, { chunkSize: () => 1000 });
  const client = clientOf(sandbox);
  sandbox.faults.set([{ name: 'plan-extra-parts', at: 'upload-plan' }]);
  const { Parts } = await client.plan(await client.userToken(), FILE_SIZE, 'wav');
  assert.match(Parts[3]?.PresignedUrl ?? '', /\/4\?expires=/);
  assert.equal((await put(Parts[3]?.PresignedUrl ?? '', randomBytes(500))).status, 403);
});

test('Retry-After: in seconds, or as a date in whole seconds that is not too early', async (t) => {
  const clock = manualClock(Date.UTC(2026, 10, 21, 8, 0, 0, 300));
  const sandbox = await sandboxFor(t, { clock });
  const client = clientOf(sandbox);
  const fault: Fault = { name: 'status', at: 'submit', status: 429, retryAfterSeconds: 2 };
  sandbox.faults.set([fault, { ...fault, retryAfterAs: 'date' }]);
  const values = [await client.submit({}), await client.submit({})];
  assert.deepEqual(
    values.map(({ headers }) => headers.get('retry-after')),
    ['2', 'Sat, 21 Nov 2026 08:00:03 GMT'],
  );
});

test('close: ends black holes and drips at once, and leaves no partial files', async (t) => {
  const directory = await mkdtemp(path.join(tmpdir(), 'sandbox-faults-'));
  const sandbox = await sandboxFor(t, { chunkSize: () => 1000, directory });
  const client = clientOf(sandbox);
  const plan = await client.plan(await client.userToken(), FILE_SIZE, 'wav');
  const part = (number: number, bytes: number) =>
    putting(plan.Parts[number - 1]?.PresignedUrl ?? '', randomBytes(bytes));
  /** File names up to the first dot. For a chunk that is its number. */
  const files = () =>
    ['parts', 'files', 'temporary']
      .flatMap((folder) =>
        readdirSync(path.join(directory, folder), { recursive: true, withFileTypes: true }),
      )
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name.split('.')[0]);
  sandbox.faults.set([
    { name: 'black-hole', at: 'part', part: 1 },
    { name: 'slow-drip', at: 'part', part: 2, bytes: 1, ms: 3_600_000 },
    { name: 'slow-answer', at: 'part', part: 3, ms: 3_600_000 },
  ]);
  const seen = [part(1, 1000), part(2, 1000), part(3, 500)].map((it) => send(it).seen);
  while (sandbox.faults.list().some(({ struck }) => struck === 0)) await new Promise(setImmediate);
  await untilNoted(sandbox, 1);
  while (!files().includes('3')) await new Promise(setImmediate);
  await sandbox.close();
  assert.deepEqual(
    (await Promise.all(seen)).map(({ kind }) => kind),
    ['reset', 'reset', 'reset'],
  );
  assert.deepEqual(files(), ['3']);
});
