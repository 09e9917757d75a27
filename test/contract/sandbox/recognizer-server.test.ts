/** The recogniser that calls an OpenAI-compatible server, tested against a real server on loopback. */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import test, { type TestContext } from 'node:test';
import { createRecognizer } from '../../../demo/sandbox/recognition/create-recognizer.js';
import {
  languageCode,
  parseAnswer,
  readServer,
  openAi,
} from '../../../demo/sandbox/recognition/openai/word-finder.js';
import {
  RecognitionFailed,
  type RecognitionRequest,
} from '../../../demo/sandbox/recognition/recognizer.js';
import { ContractError } from '../../../src/protocol/read.js';
import { REQUEST, voicemail } from '../../support/recognition-request.js';
import { clientOf, sample, sandboxFor } from '../../support/sandbox-client.js';

interface Asked {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly form: FormData;
}

const SEGMENTS = [
  { id: 0, start: 0.3, end: 2.1, text: ' Hello, this is the garage.', tokens: [1, 2] },
  { id: 1, start: 2.6, end: 6.4, text: ' Your car is ready.' },
];
const ANSWER = { task: 'transcribe', language: 'english', duration: 11.03, segments: SEGMENTS };

/** Answers every request with `answer`; Node itself parses the form. */
const serverFor = async (
  t: TestContext,
  answer: (response: ServerResponse) => void = (response) => response.end(JSON.stringify(ANSWER)),
) => {
  const asked: Asked[] = [];
  const take = async (request: IncomingMessage): Promise<void> => {
    const headers = { 'Content-Type': request.headers['content-type'] ?? '' };
    const form = await new Response(await buffer(request), { headers }).formData();
    asked.push({ path: request.url ?? '', authorization: request.headers.authorization, form });
  };
  const server = createServer((request, response) => {
    void take(request).then(() => answer(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
};

const recognizerOf = (environment: Record<string, string>, timeoutMs?: number) => {
  const server = readServer(environment);
  assert.ok(server);
  const words = openAi({ ...server, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
  return createRecognizer({ words, voiceModel: null, speakerFolder: null });
};

const recognize = (
  recognizer: ReturnType<typeof recognizerOf>,
  request: Partial<RecognitionRequest> = {},
  signal = new AbortController().signal,
) =>
  recognizer.recognize(
    voicemail,
    { ...REQUEST, ...request },
    // Unused: no speakers are distinguished here, and this word finder needs no samples.
    { signal, onDecoded: () => undefined, folder: '/nowhere' },
  );

test("OpenAI recogniser: sends the recording unchanged and returns the server's segments", async (t) => {
  const { address, asked } = await serverFor(t);
  const recognizer = recognizerOf({ RECOGNIZER_URL: address, RECOGNIZER_API_KEY: 'a-secret' });
  assert.equal(recognizer.name, 'openai');
  const found = await recognize(recognizer);
  assert.equal(found.language, 'en');
  assert.ok(Math.abs(found.durationSeconds - 11.03) < 0.05);
  assert.deepEqual(found.segments, [
    { startMs: 300, endMs: 2_100, text: 'Hello, this is the garage.' },
    { startMs: 2_600, endMs: 6_400, text: 'Your car is ready.' },
  ]);
  const [{ path, authorization, form } = assert.fail('nothing was asked')] = asked;
  assert.deepEqual([path, authorization], ['/v1/audio/transcriptions', 'Bearer a-secret']);
  const fields = [...form].filter(([name]) => name !== 'file');
  assert.deepEqual(fields, [
    ['model', 'whisper-1'],
    ['response_format', 'verbose_json'],
    ['timestamp_granularities[]', 'segment'],
  ]);
  const file = form.get('file');
  assert.ok(file instanceof File);
  assert.deepEqual([file.name, file.type], ['audio.wav', 'audio/wav']);
  assert.deepEqual(Buffer.from(await file.arrayBuffer()), await sample('voicemail.wav'));
});

test("OpenAI recogniser: maps language and model to the server's parameters", async (t) => {
  const { address, asked } = await serverFor(t);
  const models = { RECOGNIZER_MODEL_PRO: 'large', RECOGNIZER_MODEL_FAST: 'small' };
  const recognizer = recognizerOf({ RECOGNIZER_URL: `${address}/base/v1/`, ...models });
  const found = await recognize(recognizer, { language: 'de-CH', model: 'svc-asr-fast' });
  assert.equal(found.language, 'de-CH');
  await recognize(recognizer, { model: 'svc-asr-pro' });
  assert.deepEqual(
    asked.map(({ path, authorization, form }) => [
      path,
      authorization,
      form.get('language'),
      form.get('model'),
    ]),
    [
      ['/base/v1/audio/transcriptions', undefined, 'de', 'small'],
      ['/base/v1/audio/transcriptions', undefined, null, 'large'],
    ],
  );
});

/** Redirects the recording and the key to another server, which would accept them. */
const redirected = (response: ServerResponse): void => {
  if (response.req.url === '/elsewhere') response.end(JSON.stringify(ANSWER));
  else response.writeHead(307, { Location: '/elsewhere' }).end();
};

test('OpenAI recogniser: every failure of the server fails the task with a reason that contains no secret', async (t) => {
  const cases: readonly (readonly [(response: ServerResponse) => void, RegExp])[] = [
    [(it) => it.writeHead(401).end('{"error":"a-secret"}'), /status 401: check RECOGNIZER_API_KEY/],
    [(it) => it.writeHead(503).end(), /answered with status 503\./],
    [redirected, /could not be reached/],
    [(it) => it.end('<html>a-secret'), /not JSON/],
    [(it) => it.end('{"text":"words, but no segments"}'), /segments is missing/],
    [(it) => it.end('{"segments":[{"start":"0","end":1,"text":""}]}'), /segments\[0\]\.start/],
    [(it) => it.writeHead(200, { 'Content-Length': 2 ** 40 }).write('{'), /too long/],
    [(it) => it.destroy(), /could not be reached/],
  ];
  for (const [answer, reason] of cases) {
    const { address } = await serverFor(t, answer);
    const recognizer = recognizerOf({ RECOGNIZER_URL: address, RECOGNIZER_API_KEY: 'a-secret' });
    await assert.rejects(recognize(recognizer), (error) => {
      assert.ok(error instanceof RecognitionFailed);
      assert.match(error.message, reason);
      assert.ok(!error.message.includes('a-secret'));
      return true;
    });
  }
});

test('OpenAI recogniser: times out without a response, and aborts at once when the task is revoked', async (t) => {
  const silent = await serverFor(t, () => undefined);
  const environment = { RECOGNIZER_URL: silent.address };
  await assert.rejects(recognize(recognizerOf(environment, 300)), /no answer within 0\.3 s/);
  const stop = new AbortController();
  const { address } = await serverFor(t, () => stop.abort(new Error('revoked')));
  await assert.rejects(
    recognize(recognizerOf({ RECOGNIZER_URL: address }), {}, stop.signal),
    /revoked/,
  );
});

test('OpenAI recogniser: the failure reason is in the history of the task', async (t) => {
  const { address } = await serverFor(t, (response) => response.writeHead(500).end());
  const sandbox = await sandboxFor(t, { recognizer: recognizerOf({ RECOGNIZER_URL: address }) });
  const client = clientOf(sandbox);
  const { plan, done } = await client.upload(
    await client.userToken(),
    await sample('voicemail.wav'),
    'wav',
  );
  assert.ok(plan.FileId);
  const { json } = await client.submit({ file_url: done.json['DownloadUrl'] });
  const id = String(json['transcription_id']);
  assert.equal((await client.untilEnded(id)).json['status'], 'FAILURE');
  assert.deepEqual(
    sandbox.taskHistory(id).map(({ status }) => status),
    ['PENDING', 'RECEIVED', 'STARTED', 'PROGRESS', 'FAILURE'],
  );
  assert.match(
    sandbox.taskHistory(id).at(-1)?.reason ?? '',
    /RECOGNIZER_URL answered with status 500/,
  );
});

test('OpenAI recogniser: sorts segments, limits them to the recording and removes overlaps', () => {
  const { utterances, language } = parseAnswer(
    {
      segments: [
        { start: 5, end: 99, text: 'last' },
        { start: -1, end: 2.5, text: ' first ' },
        { start: 2, end: 4, text: 'second' },
        { start: 4, end: 4, text: 'no length' },
        { start: 3, end: 4, text: '  ' },
      ],
    },
    10,
  );
  assert.deepEqual(utterances, [
    { startMs: 0, endMs: 2_000, text: 'first' },
    { startMs: 2_000, endMs: 4_000, text: 'second' },
    { startMs: 5_000, endMs: 10_000, text: 'last' },
  ]);
  assert.equal(language, 'und');
  for (const json of [null, [], {}, { segments: {} }, { segments: [null] }])
    assert.throws(() => parseAnswer(json, 1), ContractError);
});

test('OpenAI recogniser: accepts a language code or an English language name', () => {
  const cases = {
    english: 'en',
    German: 'de',
    de: 'de',
    'pt-BR': 'pt-BR',
    klingon: 'und',
    '': 'und',
  };
  for (const [given, expected] of Object.entries(cases))
    assert.equal(languageCode(given), expected);
  assert.equal(languageCode(undefined), 'und');
});

test('OpenAI recogniser: rejects an invalid address at the start, and none means no server', () => {
  assert.equal(readServer({}), null);
  for (const address of ['localhost:8000', 'ftp://host', '//host', 'http://me:key@host'])
    assert.throws(() => readServer({ RECOGNIZER_URL: address }), /RECOGNIZER_URL must be/);
  const url = (address: string) => readServer({ RECOGNIZER_URL: address })?.url.href;
  const whole = 'https://host/v1/audio/transcriptions';
  for (const address of ['https://host', 'https://host/', 'https://host/v1', whole])
    assert.equal(url(address), whole);
});
