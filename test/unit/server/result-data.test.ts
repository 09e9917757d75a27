/** Which `data` a query returns once a task has succeeded. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { transformSync } from 'esbuild';
import { createTaskWatcher, type PartnerHandler, type TaskRecorder } from '../../../src/server.js';
import {
  API_KEY,
  CLIENT_ID,
  readAnswer,
  requestOf,
  ROUTES,
  startHarness,
  submit,
  type Harness,
} from './harness.js';

const stripTypes = (code: string): string => transformSync(code, { loader: 'ts' }).code;

const TRANSCRIPT = {
  text: 'Hello. Hi.',
  language: 'en',
  duration: 12,
  segments: [
    { speaker: 'S1', start_ms: 0, end_ms: 900, text: 'Hello.' },
    { speaker: 'S2', start_ms: 950, end_ms: 1500, text: 'Hi.', language: 'en' },
  ],
};

const query = (harness: Harness, id: string) => harness.ask(`GET /transcriptions/${id}`);

const askOf =
  (handler: PartnerHandler): Harness['ask'] =>
  async (what, asked) =>
    readAnswer(await handler(requestOf(what, asked)));

describe('GET transcriptions/{id}', () => {
  it('passes on the data of a succeeded task unchanged, and no other field', async (t) => {
    const harness = await startHarness(t);
    const sealed = await submit(harness);
    const data = {
      ...TRANSCRIPT,
      segments: [{ ...TRANSCRIPT.segments[0], embedding: [0.25, -1] }, { text: 7 }],
      speaker_embeddings: { S1: [0.5] },
    };
    harness.service.on(ROUTES.query, () => ({
      json: { transcription_id: 'task-1', status: 'SUCCESS', data, debug: 'raw-service-text' },
    }));
    const answer = await query(harness, sealed);
    assert.deepEqual(answer.json, { transcription_id: sealed, status: 'SUCCESS', data });
  });

  it('a handler wrapped as in docs/backend.md: only takes the voiceprints out', async (t) => {
    const page = { Origin: 'https://pages.partner.example' };
    const harness = await startHarness(t);
    const watcher: TaskRecorder = {
      ...createTaskWatcher({
        ...{ serviceUrl: harness.service.url, clientId: CLIENT_ID, apiKey: API_KEY },
        onFinished: () => undefined,
      }),
      // It would answer with the state of a moment ago.
      async query(_task, ask) {
        const { status, raw } = await ask();
        return { status, data: raw };
      },
    };
    const handler = harness.another({
      ...{ allowedOrigins: [page.Origin], watcher, listTranscriptions: true },
    });
    const sealed = await submit({ ...harness, ask: askOf(handler) });
    harness.service.on(ROUTES.query, () => ({
      json: {
        transcription_id: 'task-1',
        status: 'SUCCESS',
        data: { ...TRANSCRIPT, speaker_embeddings: { S1: [0.5] } },
      },
    }));
    const document = await readFile(new URL('../../../docs/backend.md', import.meta.url), 'utf8');
    const [, code = ''] = /```ts\n(const withoutVoiceprints.*?)```/s.exec(document) ?? [];
    const script = stripTypes(`${code};withoutVoiceprints`);
    const wrapped = runInNewContext(script, { handler, Response }) as PartnerHandler;
    const answersOf = async (what: string) => {
      const asked = { headers: page };
      return [await askOf(handler)(what, asked), await askOf(wrapped)(what, asked)] as const;
    };
    const [task, changed] = await answersOf(`GET /transcriptions/${sealed}`);
    assert.deepEqual(changed.json, {
      ...{ transcription_id: sealed, status: 'SUCCESS', data: TRANSCRIPT },
    });
    assert.deepEqual([changed.status, ...changed.headers], [task.status, ...task.headers]);
    assert.equal(changed.headers.get('Access-Control-Allow-Origin'), page.Origin);
    for (const what of ['GET /transcriptions', 'GET /transcriptions/x', 'POST /user-token']) {
      const [own, same] = await answersOf(what);
      assert.deepEqual([same.status, ...same.headers], [own.status, ...own.headers], what);
      assert.deepEqual(same.json, own.json, what);
      assert.equal(own.status, what.endsWith('/x') ? 404 : 200);
    }
  });

  for (const data of [null, [], 'raw-service-text', undefined]) {
    it(`tells the page that a task succeeded with ${JSON.stringify(data)} as data`, async (t) => {
      const harness = await startHarness(t);
      const sealed = await submit(harness);
      harness.service.on(ROUTES.query, () => ({
        json: { transcription_id: 'task-1', status: 'SUCCESS', data },
      }));
      const answer = await query(harness, sealed);
      assert.deepEqual([answer.status, answer.code], [502, 'service-result-invalid']);
      assert.equal(harness.service.at(ROUTES.query).length, 1);
    });
  }
});
