import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'node:test';
import type { RecognitionRequest, Recognizer } from '../../../demo/sandbox/index.js';
import { SILENCE_TEXT } from '../../../demo/sandbox/recognition/create-recognizer.js';
import {
  clientOf,
  manualClock,
  refused,
  sample,
  sandboxFor,
} from '../../support/sandbox-client.js';

type Test = Parameters<typeof sandboxFor>[0];

const listening = async (body: Uint8Array | string, status = 200) => {
  const server = createServer((_, response) => response.writeHead(status).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()));
  return { address: `http://127.0.0.1:${port}/audio`, close };
};

/** A server for file_url, which may be any publicly reachable address. */
const audioAt = async (t: Test, body: Uint8Array | string, status = 200): Promise<string> => {
  const { address, close } = await listening(body, status);
  t.after(close);
  return address;
};

const addressOfNobody = async (): Promise<string> => {
  const { address, close } = await listening('');
  await close();
  return address;
};

const deferred = () => {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
};

/** A recogniser that pauses at each step until the test continues it. */
const steppedRecognizer = () => {
  const gates = { decode: deferred(), finish: deferred() };
  const begun = deferred();
  const recognizing = deferred();
  const recognizer: Recognizer = {
    name: 'stepped',
    recognize: async (_audio, _request, { signal, onDecoded }) => {
      const stopped = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
      begun.resolve();
      await Promise.race([gates.decode.promise, stopped]);
      onDecoded();
      recognizing.resolve();
      await Promise.race([gates.finish.promise, stopped]);
      return { language: 'en', durationSeconds: 1, segments: [] };
    },
  };
  return { recognizer, gates, begun: begun.promise, recognizing: recognizing.promise };
};

test('a task passes through every status, and data is empty until SUCCESS', async (t) => {
  const { recognizer, gates, begun, recognizing } = steppedRecognizer();
  const sandbox = await sandboxFor(t, { recognizer });
  const client = clientOf(sandbox);
  const body = { file_url: await audioAt(t, await sample('voicemail.wav')) };
  const submit = async () => String((await client.submit(body)).json['transcription_id']);
  const first = await submit();
  const second = await submit();
  const seen = async (id: string) => {
    const { json } = await client.query(id);
    assert.equal(json['transcription_id'], id);
    return [json['status'], json['data']];
  };
  await begun;
  assert.deepEqual(await seen(first), ['STARTED', {}]);
  assert.deepEqual(await seen(second), ['PENDING', {}]);
  gates.decode.resolve();
  await recognizing;
  assert.deepEqual(await seen(first), ['PROGRESS', {}]);
  gates.finish.resolve();
  const data = { text: '', language: 'en', duration: 1, segments: [] };
  assert.deepEqual((await client.untilEnded(first)).json['data'], data);
  await client.untilEnded(second);
  for (const id of [first, second])
    assert.deepEqual(
      sandbox.taskHistory(id).map(({ status }) => status),
      ['PENDING', 'RECEIVED', 'STARTED', 'PROGRESS', 'SUCCESS'],
    );
});

test('a task whose audio cannot be fetched or decoded ends as FAILURE, and the query succeeds', async (t) => {
  const sandbox = await sandboxFor(t, { fetchBytes: 20_000 });
  const client = clientOf(sandbox);
  for (const [file_url, reason, statuses] of [
    [await audioAt(t, 'gone', 404), /answered with status 404/, 3],
    [await audioAt(t, Buffer.alloc(30_000)), /more than 20000 bytes/, 3],
    [await addressOfNobody(), /could not be reached/, 3],
    [await audioAt(t, '<html>'), /neither mp3 nor m4a nor wav/, 4],
    [await audioAt(t, ''), /neither mp3 nor m4a nor wav/, 4],
    [await audioAt(t, 'RIFF\0\0\0\0WAVEfmt '), /no audio in this wav/, 4],
    [await audioAt(t, `ID3${'x'.repeat(500)}`), /mp3 file/, 4],
  ] as const) {
    const { json } = await client.submit({ file_url });
    const id = String(json['transcription_id']);
    const ended = await client.untilEnded(id);
    assert.equal(ended.status, 200);
    assert.deepEqual(ended.json, { transcription_id: id, status: 'FAILURE', data: {} });
    const history = sandbox.taskHistory(id);
    assert.match(history.at(-1)?.reason ?? '', reason);
    assert.equal(history.length, statuses);
    assert.ok(!JSON.stringify(history).includes('127.0.0.1'));
  }
});

test('the recogniser receives every param, and results that were not requested are not returned', async (t) => {
  const requests: RecognitionRequest[] = [];
  const recognizer: Recognizer = {
    name: 'complete',
    recognize: (_audio, request) => {
      requests.push(request);
      return Promise.resolve({
        language: 'en',
        durationSeconds: 1.6,
        segments: [{ startMs: 0.4, endMs: 900.6, text: 'Hi.', speaker: 'S1', language: 'en' }],
        embeddings: { S1: [0.5, -0.5] },
      });
    },
  };
  const client = clientOf(await sandboxFor(t, { recognizer }));
  const file_url = await audioAt(t, await sample('voicemail.wav'));
  const data = async (params: unknown) => {
    const { json } = await client.submit({ file_url, params });
    return (await client.untilEnded(String(json['transcription_id']))).json['data'];
  };
  const segment = { start_ms: 0, end_ms: 901, text: 'Hi.', language: 'en' };
  const plain = { text: 'Hi.', language: 'en', duration: 2 };
  assert.deepEqual(await data({}), { ...plain, segments: [segment] });
  const labelled = { ...plain, segments: [{ speaker: 'S1', ...segment }] };
  assert.deepEqual(await data({ diarization: { enabled: true } }), labelled);
  const everything = {
    transcribe: { language: 'de-CH', model: 'svc-asr-fast', detection_level: 'chapter' },
    vad: { decode_silence: true },
    diarization: { enabled: true, return_embedding: true },
  };
  assert.deepEqual(await data(everything), {
    ...labelled,
    speaker_embeddings: { S1: [0.5, -0.5] },
  });
  assert.deepEqual(requests[0], {
    language: 'auto',
    model: 'svc-asr-pro',
    detectionLevel: 'segment',
    decodeSilence: false,
    diarization: false,
    returnEmbedding: false,
  });
  assert.deepEqual(requests[2], {
    language: 'de-CH',
    model: 'svc-asr-fast',
    detectionLevel: 'chapter',
    decodeSilence: true,
    diarization: true,
    returnEmbedding: true,
  });
});

test('without a recogniser, returns the requested language, and silence on request', async (t) => {
  const client = clientOf(await sandboxFor(t));
  const file_url = await audioAt(t, await sample('voicemail.wav'));
  const params = { transcribe: { language: 'en-GB' }, vad: { decode_silence: true } };
  const { json } = await client.submit({ file_url, params });
  const ended = await client.untilEnded(String(json['transcription_id']));
  const data = ended.json['data'] as { language: string; segments: { text: string }[] };
  assert.equal(data.language, 'en-GB');
  assert.equal(data.segments.length, 7);
  assert.equal(data.segments.filter(({ text }) => text === SILENCE_TEXT).length, 4);
});

test('the queue is bounded, and a task can be revoked while it is queued and while it runs', async (t) => {
  const { recognizer, begun } = steppedRecognizer();
  const sandbox = await sandboxFor(t, { recognizer, queueLength: 1 });
  const client = clientOf(sandbox);
  const body = { file_url: await audioAt(t, await sample('voicemail.wav')) };
  const running = String((await client.submit(body)).json['transcription_id']);
  await begun;
  const waiting = String((await client.submit(body)).json['transcription_id']);
  const full = await client.submit(body);
  refused(full, 429, 'queue-full', /later/);
  assert.equal(full.headers.get('retry-after'), '5');

  for (const id of [waiting, running]) {
    assert.equal(sandbox.revokeTask(id), true);
    assert.equal(sandbox.revokeTask(id), false);
    const { json } = await client.query(id);
    assert.deepEqual(json, { transcription_id: id, status: 'REVOKED', data: {} });
  }
  assert.deepEqual(
    sandbox.taskHistory(waiting).map(({ status }) => status),
    ['PENDING', 'REVOKED'],
  );
  assert.equal(sandbox.revokeTask('task_unknown'), false);
});

test('an abandoned task: its work is stopped after two minutes without a query, and its place is free', async (t) => {
  const clock = manualClock();
  const looks: (() => void)[] = [];
  let stopped = 0;
  const recognizer: Recognizer = {
    name: 'endless',
    recognize: (_audio, _request, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          stopped += 1;
          reject(signal.reason as Error);
        });
      }),
  };
  const every = (work: () => void): (() => void) => {
    looks.push(work);
    return () => undefined;
  };
  const sandbox = await sandboxFor(t, { recognizer, clock, every, workers: 2 });
  const client = clientOf(sandbox);
  const submit = async (): Promise<string> => {
    const { done } = await client.upload(
      await client.userToken(),
      await sample('voicemail.wav'),
      'wav',
    );
    const { json } = await client.submit({ file_url: done.json['DownloadUrl'] });
    return String(json['transcription_id']);
  };
  const [abandoned, watched] = [await submit(), await submit()];
  const started = async (id: string): Promise<void> => {
    while (sandbox.taskHistory(id).at(-1)?.status !== 'STARTED') await client.query(watched);
  };
  await started(abandoned);
  await started(watched);
  const look = (): void => looks.forEach((work) => work());
  const statusOf = (id: string) => sandbox.taskHistory(id).at(-1)?.status;

  clock.advance(119);
  look();
  assert.deepEqual([statusOf(abandoned), stopped], ['STARTED', 0]);
  await client.query(watched);
  clock.advance(1);
  look();
  assert.deepEqual([statusOf(abandoned), statusOf(watched), stopped], ['REVOKED', 'STARTED', 1]);
  assert.match(sandbox.taskHistory(abandoned).at(-1)?.reason ?? '', /Nobody queried .* 120 s/);
  assert.equal((await client.query(abandoned)).json['status'], 'REVOKED');
});
