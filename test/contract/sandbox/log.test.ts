/** The log and the tasks as a console reads them, and the secrets that neither may contain. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import test, { type TestContext } from 'node:test';
import {
  noRecognizer,
  type LogEntry,
  type Sandbox,
  type TaskListed,
} from '../../../demo/sandbox/index.js';
import { SERVICE_PATHS, transcriptionPath } from '../../../src/protocol/routes.js';
import {
  bearer,
  clientOf,
  post,
  put,
  reply,
  sample,
  sandboxFor,
} from '../../support/sandbox-client.js';
import { strictWorld } from '../../support/strict-world.js';

const at = ({ serviceUrl }: Sandbox, path: string, method = 'GET') =>
  reply(fetch(`${serviceUrl}/__sandbox/${path}`, { method }));

const entries = async (sandbox: Sandbox, path: string): Promise<readonly LogEntry[]> =>
  JSON.parse((await at(sandbox, path)).text) as LogEntry[];

const paths = (log: readonly LogEntry[]): readonly string[] => log.map(({ path }) => path);

test('log: returns new entries, or only violations on request', async (t) => {
  const sandbox = await sandboxFor(t);
  const client = clientOf(sandbox);
  await client.partnerToken();
  await client.submit({}, {});
  await client.query('task_none');
  const all = await entries(sandbox, 'log');
  assert.deepEqual(
    all.map(({ number, kind }) => [number, kind]),
    [
      [1, 'partner-token'],
      [2, 'submit'],
      [3, 'query'],
    ],
  );
  assert.deepEqual(await entries(sandbox, 'log?since=1'), all.slice(1));
  assert.deepEqual(await entries(sandbox, 'log?since=3'), []);
  assert.deepEqual(await entries(sandbox, 'violations'), [all[1]]);
  assert.deepEqual(await entries(sandbox, 'violations?since=2'), []);
  for (const wrong of ['x', '-1', '1.5', ''])
    assert.equal((await at(sandbox, `log?since=${wrong}`)).status, 400);

  assert.deepEqual(JSON.parse((await at(sandbox, 'log', 'DELETE')).text), []);
  assert.deepEqual(sandbox.log, []);
  await client.query('task_none');
  assert.deepEqual(
    (await entries(sandbox, 'log')).map(({ number }) => number),
    [4],
  );
});

/** `fetch` does not let us set Host and Sec-Fetch-Site. */
const withHeaders = ({ serviceUrl }: Sandbox, path: string, method: string, headers: object) =>
  new Promise<{ status: number | undefined; allowed: unknown }>((resolve, reject) => {
    const sent = request(`${serviceUrl}/__sandbox/${path}`, { method, headers: { ...headers } });
    sent.once('response', ({ statusCode, headers: { 'access-control-allow-origin': allowed } }) =>
      resolve({ status: statusCode, allowed }),
    );
    sent.once('error', reject).end();
  });

test('sandbox inspection: no web page may read or change anything', async (t) => {
  const sandbox = await sandboxFor(t, { faults: [{ name: 'missing-etag', at: 'part' }] });
  const pages = [
    { origin: 'https://qa.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'same-origin' },
    { host: 'attacker.example' },
    { host: 'attacker.example:80' },
  ];
  for (const [path, method] of [
    ['log', 'GET'],
    ['log', 'DELETE'],
    ['violations', 'GET'],
    ['faults', 'GET'],
    ['faults', 'DELETE'],
    ['faults/1', 'DELETE'],
    ['tasks', 'GET'],
    ['tasks/task_1/revoke', 'POST'],
  ] as const) {
    for (const headers of pages) {
      const { status, allowed } = await withHeaders(sandbox, path, method, headers);
      assert.deepEqual([status, allowed], [403, undefined], `${method} ${path} of a page`);
    }
    const preflight = await withHeaders(sandbox, path, 'OPTIONS', {
      origin: 'https://qa.example',
      'access-control-request-method': method,
    });
    assert.notEqual(preflight.status, 204);
    assert.equal(preflight.allowed, undefined);
  }
  assert.equal(sandbox.faults.list().length, 1);
  const { port } = new URL(sandbox.serviceUrl);
  for (const headers of [{}, { 'sec-fetch-site': 'none' }, { host: `localhost:${port}` }])
    assert.equal((await withHeaders(sandbox, 'tasks', 'GET', headers)).status, 200);
  assert.deepEqual(sandbox.log, []);
});

/** A task whose audio never arrives. */
const waiting = async (t: TestContext, sandbox: Sandbox) => {
  const other = await sandboxFor(t);
  const { done } = await clientOf(other).upload(
    await clientOf(other).userToken(),
    Buffer.alloc(10),
    'wav',
  );
  other.faults.set([{ name: 'black-hole', at: 'download', times: 'always' }]);
  const file_url = String(done.json['DownloadUrl']);
  const { json } = await clientOf(sandbox).submit({ file_url });
  while (other.faults.list()[0]?.struck === 0) await new Promise(setImmediate);
  return { id: String(json['transcription_id']), file_url };
};

test('task list: shows the history of each task, and revokes a task once', async (t) => {
  const sandbox = await sandboxFor(t);
  const { id, file_url } = await waiting(t, sandbox);
  const listed = await at(sandbox, 'tasks');
  assert.ok(!listed.text.includes(file_url) && !listed.text.includes('signature'));
  const [task] = JSON.parse(listed.text) as TaskListed[];
  assert.deepEqual([task?.id, task?.status], [id, 'RECEIVED']);
  assert.deepEqual(task?.history, sandbox.taskHistory(id));

  const revoked = await at(sandbox, `tasks/${id}/revoke`, 'POST');
  assert.deepEqual([revoked.status, revoked.json['status']], [200, 'REVOKED']);
  assert.equal(sandbox.taskHistory(id).at(-1)?.reason, 'The operator revoked the task.');
  const again = await at(sandbox, `tasks/${id}/revoke`, 'POST');
  assert.deepEqual([again.status, again.json['error']], [409, 'task-ended']);
  const unknown = await at(sandbox, 'tasks/task_none/revoke', 'POST');
  assert.deepEqual([unknown.status, unknown.json['error']], [404, 'task-not-found']);
});

test('log: notes repeated queries of a task that has ended (section 3, rule 3)', async (t) => {
  const { sandbox, client, clock } = await strictWorld(t);
  const { id } = await waiting(t, sandbox);
  sandbox.revokeTask(id);
  const violations = async (): Promise<number> => {
    assert.equal((await client.query(id)).status, 200);
    return sandbox.log.filter(({ violation }) => violation !== undefined).length;
  };
  // A response that a fault replaced does not count.
  sandbox.faults.set([{ name: 'not-json', at: 'query' }]);
  await reply(fetch(client.url(transcriptionPath(id)), { headers: client.keyPair })).catch(
    () => undefined,
  );
  assert.deepEqual([await violations(), await violations(), await violations()], [0, 0, 1]);
  assert.match(sandbox.log.at(-1)?.violation ?? '', /^Section 3, rule 3: A task that has ended/);
  clock.advance(60);
  assert.equal(await violations(), 1);
});

test('log: notes a page that wants to send the key pair', async (t) => {
  const sandbox = await sandboxFor(t);
  await fetch(`${sandbox.serviceUrl}${SERVICE_PATHS.uploadPlan}`, {
    method: 'OPTIONS',
    headers: {
      Origin: 'https://partner.example',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type,x-client-api-key',
    },
  });
  const expected = 'Section 4.4: A browser wants to send x-client-api-key.';
  assert.equal(sandbox.log.at(-1)?.violation, expected);
});

test("log: does not note a response of a fault as a violation, but does note the client's own violations", async (t) => {
  const { sandbox, put: send, address, chunk, plan } = await strictWorld(t);
  const last = (): readonly unknown[] => {
    const { fault, refusal, violation } = sandbox.log.at(-1) ?? {};
    return [fault, refusal, violation];
  };
  sandbox.faults.set([
    { name: 'expired', at: 'part' },
    { name: 'slow-drip', at: 'part', ms: 1 },
    { name: 'status', at: 'upload-plan', status: 401 },
  ]);
  await send(address(1), chunk(1));
  assert.deepEqual(last(), ['expired', 'AccessDenied', undefined]);
  await send(address(1), chunk(1).subarray(1));
  const short = 'Section 4.5: The chunk has fewer bytes than the plan says.';
  assert.deepEqual(last(), ['slow-drip', 'IncompleteBody', short]);
  await plan({ filesize: 'a lie that nobody reads' });
  assert.deepEqual(last(), ['status', 'fault', undefined]);
});

test('log: contains no secret in any field, wherever it was sent', async (t) => {
  const { sandbox, client, address, chunk, userToken } = await strictWorld(t);
  const secrets: string[] = [userToken];
  const secret = (prefix = 'secret'): string => {
    const value = `${prefix}-${randomUUID()}`;
    secrets.push(value);
    return value;
  };
  const anyRoute = [...Object.values(SERVICE_PATHS), transcriptionPath('x')];
  for (const path of anyRoute) {
    const method = path.endsWith('/x') ? 'GET' : 'POST';
    const headers = () => ({
      Authorization: `Bearer ${secret()}`,
      Cookie: `session=${secret()}`,
      'X-Client-Id': secret(),
      'X-Client-Api-Key': secret(),
      'X-Anything': secret(),
      Referer: `https://partner.example/${secret()}`,
    });
    const body = () =>
      method === 'GET'
        ? {}
        : { body: JSON.stringify({ [secret()]: secret(), user_id: secret(), file_url: secret() }) };
    for (const url of [path, `${path}?key=${secret()}&${secret()}`, `${path}/${secret()}`])
      for (const type of ['application/json', `text/${secret()}`])
        await reply(
          fetch(client.url(url), {
            method,
            headers: { ...headers(), 'Content-Type': type },
            ...body(),
          }),
        );
    // With a valid token, so that the request passes the first check.
    for (const own of [client.ofClient, client.keyPair, bearer(userToken)])
      await post(client.url(path), own, { [secret()]: secret(), refresh_token: secret() });
  }
  await client.query(secret('task'));
  for (const url of [
    `${sandbox.storageUrl}/${secret()}`,
    `${sandbox.storageUrl}/uploads/${secret('file')}/${secret('upload')}/${secret()}`,
    `${sandbox.storageUrl}/uploads/file/upload/12345678901?${secret()}`,
    `${sandbox.storageUrl}/files/${secret()}.mp3?signature=${secret()}`,
    `${address(1)}&token=${secret()}`,
    `${sandbox.serviceUrl}/${secret()}/${encodeURIComponent(`${secret()} ä`)}`,
    `${sandbox.serviceUrl}/oauth/partner/access-token;${secret()}`,
  ])
    await put(url, secret(), { Cookie: secret() });
  await put(address(1), chunk(1), { Authorization: `Bearer ${secret()}` });

  const { text } = await at(sandbox, 'log');
  const { text: tasks } = await at(sandbox, 'tasks');
  assert.equal(text, JSON.stringify(sandbox.log));
  assert.ok(secrets.length > 150);
  const { clientId, clientSecret, apiKey } = sandbox.credentials;
  const signature = new URL(address(1)).searchParams.get('signature') ?? '';
  for (const each of [...secrets, clientId, clientSecret, apiKey, signature, '12345678901']) {
    assert.ok(each.length > 10);
    assert.ok(!text.includes(each), `the log holds ${each}`);
    assert.ok(!tasks.includes(each));
  }
  // Values that are not secret are still logged.
  assert.ok(paths(sandbox.log).includes(SERVICE_PATHS.uploadPlan));
  assert.ok(paths(sandbox.log).includes('/open/partner/ai/transcriptions/…'));
  assert.match(paths(sandbox.log).at(-1) ?? '', /^\/uploads\/file_[\w-]{24}\/upload_[\w-]{24}\/1$/);
});

test('log: contains the redacted bodies of a whole recording, but no token, address, text or audio', async (t) => {
  const recognized = 'These words were said in private.';
  const recognizer = {
    ...noRecognizer(),
    recognize: () =>
      Promise.resolve({
        language: 'en',
        durationSeconds: 1,
        segments: [{ startMs: 0, endMs: 900, text: recognized }],
      }),
  };
  const sandbox = await sandboxFor(t, { chunkSize: () => 8_000, recognizer });
  const client = clientOf(sandbox);
  const partnerToken = await client.partnerToken();
  const userToken = await client.userToken('a-user-who-is-private');
  const audio = await sample('voicemail.wav');
  const { plan, done } = await client.upload(userToken, audio, 'wav');
  const file_url = String(done.json['DownloadUrl']);
  const { json } = await client.submit({ file_url, params: { transcribe: { language: 'en' } } });
  const id = String(json['transcription_id']);
  const ended = await client.untilEnded(id);
  assert.match(ended.text, new RegExp(recognized));

  const { text } = await at(sandbox, 'log');
  const { clientId, clientSecret, apiKey } = sandbox.credentials;
  const addresses = [file_url, ...plan.Parts.map(({ PresignedUrl }) => PresignedUrl)];
  const signatures = addresses.map((one) => new URL(one).search.slice(1));
  for (const secret of [
    ...[partnerToken, userToken, clientId, clientSecret, apiKey, recognized],
    ...['a-user-who-is-private', 'RIFF', ...addresses, ...signatures],
  ]) {
    assert.ok(secret.length > 3);
    assert.ok(!text.includes(secret), `the log holds ${secret}`);
  }

  // All requests of the recording share an id.
  const kinds = sandbox.log.filter(({ ids = [] }) => ids.length > 0).map(({ kind }) => kind);
  assert.deepEqual(
    new Set(kinds),
    new Set(['upload-plan', 'part', 'complete-upload', 'submit', 'download', 'query']),
  );
  const of = (kind: string): LogEntry | undefined =>
    sandbox.log.find((entry) => entry.kind === kind);
  assert.deepEqual(of('upload-plan')?.ids, [plan.FileId, plan.UploadId]);
  assert.deepEqual(of('complete-upload')?.ids, [plan.FileId, plan.UploadId]);
  assert.deepEqual(of('submit')?.ids, [plan.FileId, id]);
  assert.deepEqual(of('query')?.ids, [id]);
  assert.deepEqual(of('upload-plan')?.requestBody, { filesize: audio.length, filetype: 'wav' });
  assert.equal(of('part')?.requestBody, undefined);
  assert.equal(of('download')?.responseBody, undefined);
  assert.equal(of('download')?.bytesSent, audio.length);
});
