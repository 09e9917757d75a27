/** Faults, conditions, log and tasks of one session, over HTTP. */
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import {
  SESSION_HEADER,
  type Fault,
  type FaultListed,
  type FaultPlace,
  type LogEntry,
  type Sandbox,
  type SandboxOptions,
  type TaskListed,
  type WhatIsOn,
} from '../../../demo/sandbox/index.js';
import { sessionName } from '../../../demo/sandbox/sessions/sessions.js';
import { SERVICE_PATHS } from '../../../src/protocol/routes.js';
import type { FileType } from '../../../src/protocol/types.js';
import {
  basic,
  clientOf,
  manualTimer,
  post,
  put,
  reply,
  sandboxFor,
} from '../../support/sandbox-client.js';
import { sandboxFolder } from '../../support/sandbox-folder.js';

const [ADA, BOB] = ['user-ada-1', 'user-bob-1'];

/** Calls an inspection route, of a user's session or without one. */
const inspect = async <T>(
  { serviceUrl }: Sandbox,
  user: string | null,
  path: string,
  method = 'GET',
  body?: unknown,
): Promise<{ readonly status: number; readonly json: T }> => {
  const response = await fetch(`${serviceUrl}/__sandbox/${path}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(user === null ? {} : { [SESSION_HEADER]: user }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: (await response.json()) as T };
};

interface Faults {
  readonly faults: readonly FaultListed[];
}

const fault = (at: FaultPlace): Fault => ({ name: 'status', at, status: 418, times: 'always' });

/** The status of each call of a whole transcription by this user; a rejected call ends it. */
const walk = async (sandbox: Sandbox, user: string): Promise<Record<string, number>> => {
  const client = clientOf(sandbox);
  const statuses: Record<string, number> = {};
  const note = <R extends { readonly status: number }>(name: string, answer: R): R => {
    statuses[name] = answer.status;
    return answer;
  };
  const type: FileType = 'wav';
  const partner = await client.partnerToken();
  const token = note(
    'user-token',
    await post(
      client.url(SERVICE_PATHS.userToken),
      { Authorization: `Bearer ${partner}` },
      { user_id: user },
    ),
  );
  if (token.status !== 200) return statuses;
  const userToken = String(token.json['access_token']);
  const planned = note(
    'upload-plan',
    await post(
      client.url(SERVICE_PATHS.uploadPlan),
      { Authorization: `Bearer ${userToken}` },
      { filesize: 10, filetype: type },
    ),
  );
  if (planned.status !== 200) return statuses;
  const { FileId, UploadId, Parts } = planned.json as {
    readonly FileId: string;
    readonly UploadId: string;
    readonly Parts: readonly { readonly PresignedUrl: string }[];
  };
  const part = note('part', await put(Parts[0]?.PresignedUrl ?? '', Buffer.alloc(10)));
  if (part.status !== 200) return statuses;
  const done = note(
    'complete-upload',
    await client.complete(userToken, {
      ...{ file_id: FileId, upload_id: UploadId, filetype: type },
      part_list: [{ PartNumber: 1, ETag: part.headers.get('etag') ?? '' }],
    }),
  );
  if (done.status !== 200) return statuses;
  const file_url = String(done.json['DownloadUrl']);
  note('download', await reply(fetch(file_url)));
  const task = note('submit', await client.submit({ file_url }));
  if (task.status !== 200) return statuses;
  note('query', await client.query(String(task.json['transcription_id'])));
  return statuses;
};

const PLACES = [
  ...(['user-token', 'upload-plan', 'part', 'complete-upload'] as const),
  ...(['download', 'submit', 'query'] as const),
];

for (const place of PLACES) {
  test(`session faults: at ${place}, affect only the user who set them`, async (t) => {
    const sandbox = await sandboxFor(t);
    const set = await inspect<Faults>(sandbox, ADA, 'faults', 'PUT', { faults: [fault(place)] });
    assert.deepEqual(
      set.json.faults.map(({ session }) => session),
      [true],
    );
    const [ada, bob] = [await walk(sandbox, ADA), await walk(sandbox, BOB)];
    assert.deepEqual([ada[place], bob[place]], [418, 200]);
    assert.deepEqual(Object.keys(bob), PLACES);
    assert.ok(Object.values(bob).every((status) => status === 200));
    assert.deepEqual(sandbox.faults.list(), []);
  });
}

test('session faults: at the token exchange, affect requests with the header of the session', async (t) => {
  const sandbox = await sandboxFor(t);
  const { clientId, clientSecret } = sandbox.credentials;
  await inspect(sandbox, ADA, 'faults', 'PUT', { faults: [fault('partner-token')] });
  const exchange = async (headers: Readonly<Record<string, string>>): Promise<number> => {
    const url = `${sandbox.serviceUrl}${SERVICE_PATHS.partnerToken}`;
    return (await post(url, { ...basic(clientId, clientSecret), ...headers }, {})).status;
  };
  const statuses = [
    await exchange({}),
    await exchange({ [SESSION_HEADER]: BOB }),
    await exchange({ [SESSION_HEADER]: ADA }),
  ];
  assert.deepEqual(statuses, [200, 200, 418]);
  assert.ok(!sandbox.log.some(({ headerNames }) => headerNames.includes(SESSION_HEADER)));
});

test("session faults: everyone's are listed and apply, but only a client without a session removes them", async (t) => {
  const sandbox = await sandboxFor(t, { faults: [fault('query')] });
  await inspect(sandbox, ADA, 'faults', 'POST', { faults: [fault('download')] });
  const { json } = await inspect<Faults>(sandbox, ADA, 'faults');
  assert.deepEqual(
    json.faults.map(({ id, session, fault: { at } }) => [id, session, at]),
    [
      [2, true, 'download'],
      [1, false, 'query'],
    ],
  );
  const statuses = await walk(sandbox, ADA);
  assert.deepEqual([statuses['download'], statuses['query']], [418, 418]);
  assert.equal((await inspect(sandbox, ADA, 'faults/1', 'DELETE')).status, 403);
  assert.equal((await inspect(sandbox, BOB, 'faults/2', 'DELETE')).status, 404);
  assert.equal((await inspect(sandbox, null, 'faults/2', 'DELETE')).status, 404);
  assert.equal((await inspect<Faults>(sandbox, ADA, 'faults', 'DELETE')).json.faults.length, 1);
  assert.equal((await inspect<Faults>(sandbox, null, 'faults/1', 'DELETE')).status, 200);
  assert.deepEqual((await inspect<Faults>(sandbox, ADA, 'faults')).json.faults, []);
});

test('session faults: there is a maximum number', async (t) => {
  const sandbox = await sandboxFor(t);
  const faults = Array.from({ length: 100 }, () => fault('query'));
  assert.equal((await inspect(sandbox, ADA, 'faults', 'PUT', { faults })).status, 200);
  const more = await inspect<{ readonly message: string }>(sandbox, ADA, 'faults', 'POST', {
    faults: [fault('part')],
  });
  assert.deepEqual(
    [more.status, more.json.message],
    [400, 'At most 100 faults can be set: remove some first.'],
  );
  assert.equal((await inspect<Faults>(sandbox, ADA, 'faults')).json.faults.length, 100);
});

const NONE = { chunkSize: null, bytesPerSecond: null, latencyMs: null };

const planFor = async (sandbox: Sandbox, user: string, filesize: number) => {
  const client = clientOf(sandbox);
  return client.plan(await client.userToken(user), filesize, 'wav');
};

const setConditions = async (
  t: TestContext,
  conditions: Readonly<Record<string, number>>,
  options: Partial<SandboxOptions> = {},
): Promise<Sandbox> => {
  const sandbox = await sandboxFor(t, options);
  const set = { ...NONE, ...conditions };
  const { status, json } = await inspect(sandbox, ADA, 'conditions', 'PUT', set);
  assert.deepEqual([status, json], [200, set]);
  assert.deepEqual((await inspect(sandbox, BOB, 'conditions')).json, NONE);
  return sandbox;
};

test("conditions: the chunk size applies to the session's plans", async (t) => {
  const sandbox = await setConditions(t, { chunkSize: 300 }, { chunkSize: () => 1_000 });
  const sizes = async (user: string): Promise<readonly number[]> => {
    const { ChunkSize, Parts } = await planFor(sandbox, user, 1_500);
    return [ChunkSize, Parts.length];
  };
  assert.deepEqual(
    [await sizes(ADA), await sizes(BOB)],
    [
      [300, 5],
      [1_000, 2],
    ],
  );
});

test("conditions: the bandwidth limits the session's chunks", async (t) => {
  const timer = manualTimer();
  const conditions = { chunkSize: 20_000, bytesPerSecond: 100_000 };
  const sandbox = await setConditions(t, conditions, { timer });
  const plan = await planFor(sandbox, ADA, 40_000);
  await Promise.all(plan.Parts.map(({ PresignedUrl }) => put(PresignedUrl, Buffer.alloc(20_000))));
  // 40 000 bytes need 400 ms.
  assert.equal(Math.round(timer.now()), 400);
});

test("conditions: the latency delays the session's requests", async (t) => {
  const timer = manualTimer();
  const sandbox = await setConditions(t, { latencyMs: 150 }, { timer });
  const client = clientOf(sandbox);
  const token = await client.userToken(ADA);
  const before = timer.now();
  await client.plan(token, 10, 'wav');
  assert.equal(timer.now() - before, 150);
});

test('conditions: an invalid value is rejected, and changes nothing', async (t) => {
  const sandbox = await setConditions(t, { latencyMs: 0 });
  const wrong = { ...NONE, latencyMs: -1 };
  const { status, json } = await inspect(sandbox, ADA, 'conditions', 'PUT', wrong);
  const message = 'latencyMs must be null or a whole number from 0 to 60000.';
  assert.deepEqual([status, json], [400, { error: 'bad-request', message }]);
  assert.deepEqual((await inspect(sandbox, ADA, 'active')).json, {
    faults: [],
    conditions: { ...NONE, latencyMs: 0 },
    ownConditions: { ...NONE, latencyMs: 0 },
  });
});

test('conditions: those of everyone apply where a session has none of its own', async (t) => {
  const sandbox = await setConditions(t, { latencyMs: 0 });
  const everyones = { ...NONE, latencyMs: 1, chunkSize: 9 };
  await inspect(sandbox, null, 'conditions', 'PUT', everyones);
  const ofNobody = await inspect<WhatIsOn>(sandbox, null, 'active');
  assert.deepEqual(ofNobody.json.conditions, everyones);
  assert.deepEqual((await inspect(sandbox, ADA, 'active')).json, {
    faults: [],
    conditions: { ...NONE, latencyMs: 0, chunkSize: 9 },
    ownConditions: { ...NONE, latencyMs: 0 },
  });
});

test('log and tasks: a session sees its own and those of nobody', async (t) => {
  const sandbox = await sandboxFor(t);
  await walk(sandbox, ADA);
  await walk(sandbox, BOB);
  await fetch(`${sandbox.serviceUrl}/nowhere`);
  const kinds = async (user: string | null): Promise<readonly unknown[]> =>
    (await inspect<readonly LogEntry[]>(sandbox, user, 'log')).json.map(({ kind }) => kind);
  // The sandbox's own download of the audio may come at any time.
  const own = [...PLACES, 'partner-token', 'partner-token', undefined].sort();
  const shown = (await kinds(ADA)).filter((kind, index, all) => all.indexOf(kind) === index);
  assert.deepEqual(shown.sort(), [...new Set(own)].sort());
  const users = new Set(sandbox.log.map(({ session }) => session));
  assert.deepEqual(users, new Set([undefined, sessionName(ADA), sessionName(BOB)]));
  const of = async (user: string | null): Promise<readonly string[]> =>
    (await inspect<readonly LogEntry[]>(sandbox, user, 'log')).json.map(
      ({ session }) => session ?? '',
    );
  assert.ok(!(await of(ADA)).includes(sessionName(BOB)));
  assert.ok((await of(null)).includes(sessionName(BOB)));
  assert.equal((await inspect<unknown[]>(sandbox, ADA, 'violations')).json.length, 1);

  const tasks = async (user: string | null): Promise<readonly string[]> =>
    (await inspect<readonly TaskListed[]>(sandbox, user, 'tasks')).json.map(({ id }) => id);
  const [adas = '', bobs = ''] = await tasks(null);
  assert.deepEqual([await tasks(ADA), await tasks(BOB)], [[adas], [bobs]]);
  assert.equal((await inspect(sandbox, ADA, `tasks/${bobs}/revoke`, 'POST')).status, 404);

  await inspect(sandbox, ADA, 'log', 'DELETE');
  assert.deepEqual(await of(ADA), []);
  assert.ok((await of(BOB)).includes(sessionName(BOB)));
});

test('tasks: belong to their session after a restart, too', async (t) => {
  const folder = await sandboxFolder(t);
  const first = await folder.start();
  await walk(first, ADA);
  const second = await folder.start();
  const tasks = async (user: string): Promise<number> =>
    (await inspect<readonly TaskListed[]>(second, user, 'tasks')).json.length;
  assert.deepEqual([await tasks(ADA), await tasks(BOB)], [1, 0]);
});
