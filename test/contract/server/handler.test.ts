import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import test, { type TestContext } from 'node:test';
import { parseTranscriptionTask, parseUserToken } from '../../../src/protocol/responses.js';
import { parseUploadedFile, parseUploadPlan } from '../../../src/protocol/upload-responses.js';
import { SERVICE_PATHS } from '../../../src/protocol/routes.js';
import { isTerminal } from '../../../src/protocol/types.js';
import type { HandlerEvent } from '../../../src/server.js';
import { toNodeHandler } from '../../../src/server/node.js';
import { close, listen } from '../../support/fake-service.js';
import { BASE, handlerFor } from '../../support/handler.js';
import { overhear } from '../../support/overheard.js';
import {
  bearer,
  clientOf,
  manualClock,
  post,
  reply,
  sample,
  sandboxFor,
} from '../../support/sandbox-client.js';

const backendFor = async (t: TestContext) => {
  const clock = manualClock();
  const sandbox = await sandboxFor(t, { clock });
  const events: HandlerEvent[] = [];
  const overheard = overhear();
  const handler = handlerFor(sandbox, {
    proxyUploads: true,
    // Polls without waiting, on a clock that stands still.
    limits: { queries: null },
    onEvent: (event) => void events.push(event),
    fetch: overheard.fetch,
    clock,
  });
  const server = createServer(toNodeHandler(handler));
  t.after(() => close(server));
  // After every test: the events contain nothing of the traffic between handler and service.
  t.after(() => overheard.assertUntold(events, Object.values(sandbox.credentials)));
  return { sandbox, clock, events, overheard, url: (await listen(server)) + BASE };
};

const calls = (events: readonly HandlerEvent[]): string[] =>
  events.flatMap((event) => (event.kind === 'service-call' ? [event.route] : []));

test('handler: transcribes a recording with the whole service', async (t) => {
  const { sandbox, events, overheard, url } = await backendFor(t);
  const ada = { 'X-Test-User': 'user-ada' };
  const bob = { 'X-Test-User': 'user-bob' };
  const file = await sample('voicemail.wav');

  const { access_token } = parseUserToken((await post(`${url}/user-token`, ada, {})).json);
  const upload = (path: string, body: unknown) =>
    post(url + path, { ...ada, ...bearer(access_token) }, body);
  const request = { filesize: file.length, filetype: 'wav' };
  const plan = parseUploadPlan((await upload(SERVICE_PATHS.uploadPlan, request)).json);
  const completed = await upload(SERVICE_PATHS.completeUpload, {
    file_id: plan.FileId,
    upload_id: plan.UploadId,
    part_list: await clientOf(sandbox).putParts(plan, file),
    filetype: 'wav',
  });
  const { DownloadUrl } = parseUploadedFile(completed.json);

  const submitted = await post(`${url}/transcriptions`, ada, { file_url: DownloadUrl });
  assert.equal(submitted.status, 200);
  const { transcription_id: id } = parseTranscriptionTask(submitted.json);
  const query = (headers: Record<string, string>) =>
    reply(fetch(`${url}/transcriptions/${id}`, { headers }));
  assert.equal((await query(bob)).status, 404);
  let answer = await query(ada);
  while (answer.status === 200 && !isTerminal(String(answer.json['status']))) {
    assert.deepEqual(answer.json['data'], {});
    answer = await query(ada);
  }
  const task = parseTranscriptionTask(answer.json);
  assert.equal(task.transcription_id, id);
  assert.equal(task.status, 'SUCCESS');
  assert.equal(task.data?.duration, 11);
  assert.equal(task.data.segments.length, 3);

  assert.deepEqual(
    sandbox.log.filter(({ violation }) => violation !== undefined),
    [],
  );
  const { clientId, apiKey } = sandbox.credentials;
  const said = [access_token, plan.FileId, DownloadUrl, clientId, apiKey, 'user-ada'];
  for (const word of [...said, ...sandbox.taskIds()]) assert.ok(overheard.words.has(word));
  overheard.assertUntold(events, [id]);
  assert.ok(events.every((event) => !('outcome' in event) || event.outcome !== 'misconfigured'));
});

test('handler: renews the partner token before it expires, and fetches a new one afterwards', async (t) => {
  const { clock, events, url } = await backendFor(t);
  const issue = async (): Promise<void> => {
    const { status } = await post(`${url}/user-token`, { 'X-Test-User': 'user-ada' }, {});
    assert.equal(status, 200);
  };
  await issue();
  clock.advance(7_200 - 60);
  await issue();
  clock.advance(7_200 - 60);
  await issue();
  clock.advance(7_200);
  await issue();
  assert.deepEqual(calls(events), [
    'exchange-partner-token',
    'issue-user-token',
    'refresh-partner-token',
    'issue-user-token',
    'refresh-partner-token',
    'issue-user-token',
    'exchange-partner-token',
    'issue-user-token',
  ]);
});

test('handler: reports each failure of the service without its text', async (t) => {
  const { sandbox, events, url } = await backendFor(t);
  const ada = { 'X-Test-User': 'user-ada' };
  const file = `${sandbox.storageUrl}/files/unknown.mp3?signature=0123456789abcdef`;
  const outcomes: unknown[] = [];
  const ask = async (what: Promise<{ status: number; json: Readonly<Record<string, unknown>> }>) =>
    outcomes.push((await what).status);
  await ask(post(`${url}/user-token`, ada, {}));
  await ask(post(`${url}/transcriptions`, ada, { file_url: file }));
  await ask(post(`${url}/transcriptions`, ada, { file_url: file, user: 'user-eve' }));
  await ask(post(`${url}/transcriptions`, ada, { file_url: 'http://10.0.0.1/secret-name.mp3' }));
  await ask(reply(fetch(`${url}/transcriptions/never-sealed`, { headers: ada })));
  await ask(post(url + SERVICE_PATHS.uploadPlan, { ...ada, ...bearer('forged-user-token') }, {}));
  await ask(
    post(
      url + SERVICE_PATHS.uploadPlan,
      { ...ada, ...bearer('forged-user-token') },
      {
        filesize: 1,
        filetype: 'mp3',
      },
    ),
  );
  assert.deepEqual(outcomes, [200, 200, 400, 400, 404, 400, 401]);
  const told = JSON.stringify(events);
  for (const word of [
    'user-ada',
    'user-eve',
    'unknown.mp3',
    'secret-name',
    'never-sealed',
    'forged',
  ]) {
    assert.ok(!told.includes(word), `${word} was told`);
  }
  assert.equal(events.filter(({ kind }) => kind === 'request').length, outcomes.length);
});
