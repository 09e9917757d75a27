/** The backend, the service and the storage host of “Pull the plug”, without a service worker. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';
import { createDesk } from '../../../../demo/simulation/desk.js';
import { askedOf, placesOf } from '../../../../demo/simulation/messages.js';
import { factsOf, stateOf, CHUNK_SIZE, newVisit } from '../../../../demo/simulation/visit.js';
import { parseTranscriptionTask, parseUserToken } from '../../../../src/protocol/responses.js';
import { parseUploadedFile, parseUploadPlan } from '../../../../src/protocol/upload-responses.js';
import { SERVICE_PATHS } from '../../../../src/protocol/routes.js';
import type { UploadPlan } from '../../../../src/protocol/types.js';

const SCOPE = 'https://demo.example/somewhere/simulation/';
const ID = 'a'.repeat(32);
const SIZE = CHUNK_SIZE + 1_000;
const FILE = new Uint8Array(SIZE).map((_, index) => index % 251);
const PARTS = [FILE.subarray(0, CHUNK_SIZE), FILE.subarray(CHUNK_SIZE)];

const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

/** A desk whose link needs one turn of the event loop for each piece. */
const openDesk = () => {
  let kept = '';
  let ids = 0;
  const visit = newVisit(ID, 0);
  const desk = createDesk({
    visit,
    scope: SCOPE,
    clock: { now: () => 1_000_000, sleep: () => new Promise((resolve) => setImmediate(resolve)) },
    newId: () => `id${++ids}`,
    onChange: () => undefined,
    keep: () => Promise.resolve(void (kept = JSON.stringify(visit))),
  });
  const ask = (
    method: string,
    url: string,
    body?: BodyInit,
    headers: Record<string, string> = {},
  ) => {
    const asked = askedOf(SCOPE, url);
    assert.ok(asked, url);
    const init = body === undefined ? {} : { body };
    return desk.answer(new Request(url, { method, headers, ...init }), asked);
  };
  const { backend, service } = placesOf(SCOPE, ID);
  const post = async (url: string, body: unknown, token = ''): Promise<unknown> => {
    const response = await ask('POST', url, JSON.stringify(body), {
      'Content-Type': 'application/json',
      ...(token === '' ? {} : { Authorization: `Bearer ${token}` }),
    });
    assert.equal(response.status, 200, `${url}: ${response.status}`);
    return response.json();
  };
  const token = async () =>
    parseUserToken(await (await ask('POST', `${backend}/user-token`)).json()).access_token;
  const plan = async (bearer: string) =>
    parseUploadPlan(
      await post(service + SERVICE_PATHS.uploadPlan, { filesize: SIZE, filetype: 'wav' }, bearer),
    );
  const put = (uploadPlan: UploadPlan, number: number) =>
    ask('PUT', uploadPlan.Parts[number - 1]?.PresignedUrl ?? '', PARTS[number - 1]);
  const order = (command: object) => desk.obey({ visit: ID, ...command } as never);
  return { desk, visit, ask, post, token, plan, put, order, kept: () => kept, backend, service };
};

test('simulation: a recording becomes a transcript, through the real backend handler', async () => {
  const { post, ask, token, plan, put, backend, service, visit, desk } = openDesk();
  const bearer = await token();
  const uploadPlan = await plan(bearer);
  assert.equal(uploadPlan.Parts.length, 2);
  const etags: (string | null)[] = [];
  for (const number of [2, 1])
    etags[number - 1] = (await put(uploadPlan, number)).headers.get('ETag');
  assert.deepEqual(
    etags,
    PARTS.map((part) => `"${md5(part)}"`),
  );
  const file = parseUploadedFile(
    await post(
      service + SERVICE_PATHS.completeUpload,
      {
        file_id: uploadPlan.FileId,
        upload_id: uploadPlan.UploadId,
        part_list: etags.map((ETag, index) => ({ PartNumber: index + 1, ETag })),
        filetype: 'wav',
        file_md5: md5(FILE),
      },
      bearer,
    ),
  );
  assert.equal(file.FileMd5, md5(FILE));
  const submitted = parseTranscriptionTask(
    await post(`${backend}/transcriptions`, { file_url: file.DownloadUrl }),
  );
  assert.equal(submitted.status, 'PENDING');
  const query = async () => {
    const answer = await ask('GET', `${backend}/transcriptions/${submitted.transcription_id}`);
    return parseTranscriptionTask(await answer.json());
  };
  let task = await query();
  while (task.status !== 'SUCCESS') {
    await new Promise((resolve) => setImmediate(resolve));
    task = await query();
  }
  const { data } = task;
  assert.match(data?.text ?? '', /^This transcript is made up for this page\./);
  assert.match(data?.text ?? '', /Each part was sent once\./);
  assert.equal(factsOf(stateOf(visit, new Map())).stored, 2);

  const { exchanges } = desk.news(true);
  assert.deepEqual([...new Set(exchanges.map(({ from, to }) => `${from} to ${to}`))].sort(), [
    'backend to service',
    'browser to backend',
    'browser to service',
    'browser to storage',
  ]);
  assert.deepEqual(
    exchanges.filter(({ to }) => to === 'storage').map(({ part, bytes }) => [part, bytes]),
    [
      [2, 1_000],
      [1, CHUNK_SIZE],
    ],
  );
  const shown = JSON.stringify(exchanges);
  for (const secret of [bearer, 'signature=', 'the-api-key', 'the-client-secret'])
    assert.ok(!shown.includes(secret), `${secret} is in the log`);
});

test('simulation: offline, requests fail without an answer; stored parts are kept', async () => {
  const { token, plan, put, order, desk, kept } = openDesk();
  const uploadPlan = await plan(await token());
  await put(uploadPlan, 1);
  await order({ type: 'offline', on: true });
  assert.equal((await put(uploadPlan, 2)).type, 'error');
  assert.ok(JSON.parse(kept()));
  const { state, exchanges } = desk.news(true);
  assert.equal(state.savedBytes, CHUNK_SIZE);
  assert.equal(exchanges.at(-1)?.status, 0);
  assert.match(exchanges.at(-1)?.note ?? '', /offline/);
  await order({ type: 'offline', on: false });
  assert.equal((await put(uploadPlan, 2)).status, 200);
  assert.deepEqual(factsOf(desk.news(true).state), {
    ...{ parts: 2, stored: 2, sending: 0, waiting: 0, again: 0 },
  });
});

test('simulation: expired addresses answer 403, and those of a new plan work', async () => {
  const { token, plan, put, order, desk } = openDesk();
  const bearer = await token();
  const expired = await plan(bearer);
  await put(expired, 1);
  await order({ type: 'expire' });
  assert.equal((await put(expired, 2)).status, 403);
  const fresh = await plan(bearer);
  assert.equal((await put(fresh, 1)).status, 200);
  const { state } = desk.news(true);
  assert.equal(state.expiries, 1);
  assert.equal(state.bytesSentAgain, CHUNK_SIZE);
  assert.deepEqual(
    state.parts.map(({ state: it, again }) => [it, again]),
    [
      ['stored', true],
      ['waiting', false],
    ],
  );
});

test('simulation: a page that stops ends the parts that are being sent', async () => {
  const { token, plan, put, order, desk } = openDesk();
  const uploadPlan = await plan(await token());
  await put(uploadPlan, 2);
  const sending = put(uploadPlan, 1);
  // The first piece is on its way.
  while (desk.news(true).state.parts[0]?.state !== 'sending')
    await new Promise((resolve) => setImmediate(resolve));
  await order({ type: 'stopped' });
  assert.equal((await sending).type, 'error');
  const { state } = desk.news(true);
  assert.equal(state.parts[0]?.state, 'waiting');
  assert.equal(state.savedBytes, 1_000);
});

test('simulation: the service refuses what the specification does not allow', async () => {
  const { ask, token, plan, service } = openDesk();
  const bearer = await token();
  const uploadPlan = await plan(bearer);
  const url = uploadPlan.Parts[0]?.PresignedUrl ?? '';
  const status = async (...request: Parameters<typeof ask>): Promise<number> =>
    (await ask(...request)).status;
  assert.equal(await status('PUT', url.replace(/signature=.*/, 'signature=x'), PARTS[0]), 403);
  assert.equal(await status('PUT', url, 'too short'), 400);
  assert.equal(await status('PUT', url.replace('/1?', '/9?'), PARTS[0]), 403);
  const planUrl = service + SERVICE_PATHS.uploadPlan;
  const type = { 'Content-Type': 'application/json' };
  const authorized = { ...type, Authorization: `Bearer ${bearer}` };
  assert.equal(await status('POST', planUrl, '{"filesize":1,"filetype":"wav"}', type), 401);
  assert.equal(await status('POST', planUrl, '{"filesize":0,"filetype":"wav"}', authorized), 400);
  assert.equal(await status('POST', planUrl, '{"filesize":1,"filetype":"ogg"}', authorized), 400);
  assert.equal(await status('POST', planUrl, 'not JSON', authorized), 400);
  const tasks = service + SERVICE_PATHS.transcriptions;
  assert.equal(await status('POST', tasks, '{"file_url":"https://a.example/b.wav"}', type), 401);
  assert.equal(await status('GET', `${tasks}unknown`), 401);
});

test('places: only addresses of a visit belong to the simulation', () => {
  assert.deepEqual(askedOf(SCOPE, `${SCOPE}${ID}/backend/user-token?x`), {
    ...{ visit: ID, to: 'backend', path: '/user-token' },
  });
  for (const other of [
    `${SCOPE}page.html?visit=${ID}`,
    `${SCOPE}worker.js`,
    `${SCOPE}short/backend/user-token`,
    `${SCOPE}${ID}/other`,
    `https://demo.example/${ID}/backend/user-token`,
    `https://elsewhere.example/somewhere/simulation/${ID}/backend/user-token`,
  ])
    assert.equal(askedOf(SCOPE, other), null, other);
});
