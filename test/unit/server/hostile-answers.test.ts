/** Answers of a broken or hostile service to a query (4.8). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Reply } from '../../support/fake-service.js';
import {
  type Answer,
  type Harness,
  manualTimers,
  ROUTES,
  startHarness,
  submit,
} from './harness.js';

const TASK = '"transcription_id":"task-1","status":"SUCCESS"';
const TIMEOUT_MS = 1_100;
const MARK = 'raw-service-text';
const DATA = `{"text":"${MARK}"}`;

const query = async (harness: Harness, sealed: string, reply: Reply): Promise<Answer> => {
  harness.service.on(ROUTES.query, () => reply);
  return harness.ask(`GET /transcriptions/${sealed}`);
};

/** The detail of the last call of the service. */
const detailOf = ({ events }: Harness): string | undefined =>
  events.flatMap((event) => (event.kind === 'service-call' ? [event.detail] : [])).at(-1);

const concat = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));

describe('a query whose answer is invalid', () => {
  const NOT_JSON = 'the body is not JSON';
  for (const [what, reply, code, detail] of [
    ['data is no JSON', { text: `{${TASK},"data":{${MARK}}}` }, 'result', NOT_JSON],
    ['data ends early', { text: `{${TASK},"data":${DATA}` }, 'result', NOT_JSON],
    ['data is closed twice', { text: `{${TASK},"data":${DATA}}}` }, 'result', NOT_JSON],
    ['another text follows', { text: `{${TASK},"data":${DATA}} ${MARK}` }, 'result', NOT_JSON],
    [
      'the whole is UTF-16',
      { bytes: Buffer.from(`{${TASK},"data":{}}`, 'utf16le') },
      'answer',
      NOT_JSON,
    ],
    [
      'the task is in a list',
      { text: `[{${TASK},"data":${DATA}}]` },
      'answer',
      'the body must be an object',
    ],
    [
      'the task is in another object',
      { text: `{"result":{${TASK},"data":${DATA}}}` },
      'answer',
      'status is missing',
    ],
    [
      'data is in another object',
      { text: `{${TASK},"result":{"data":${DATA}}}` },
      'result',
      'data is missing',
    ],
    [
      'data occurs twice, last as a string',
      { text: `{${TASK},"data":${DATA},"data":"${MARK}"}` },
      'result',
      'data must be an object',
    ],
    [
      'data is nested too deeply and not the last member',
      { text: `{"data":{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}},${TASK}}` },
      'result',
      'data is nested too deeply',
    ],
  ] as const) {
    it(`is answered with service-${code}-invalid: ${what}`, async (t) => {
      const harness = await startHarness(t);
      const answer = await query(harness, await submit(harness), reply);
      assert.deepEqual([answer.status, answer.code], [502, `service-${code}-invalid`]);
      assert.equal(detailOf(harness), detail);
    });
  }

  for (const [what, text] of [
    [
      'first',
      `{"transcription_id":"task-1","transcription_id":"task-2","status":"SUCCESS","data":${DATA}}`,
    ],
    ['after data', `{${TASK},"data":${DATA},"transcription_id":"task-2"}`],
    ['alone', `{"transcription_id":"task-2","status":"SUCCESS","data":${DATA}}`],
  ] as const) {
    it(`does not send the data of another task, whose id comes ${what}`, async (t) => {
      const harness = await startHarness(t);
      const answer = await query(harness, await submit(harness), { text });
      assert.deepEqual([answer.status, answer.code], [502, 'service-answer-invalid']);
    });
  }
});

describe('a query whose answer is unusual', () => {
  const success = (sealed: string, data: unknown) => ({
    transcription_id: sealed,
    status: 'SUCCESS',
    data,
  });

  it('sends the last of several members with the same name', async (t) => {
    const harness = await startHarness(t);
    const sealed = await submit(harness);
    for (const text of [
      `{${TASK},"data":{"text":"first"},"data":{"text":"last"}}`,
      `{"status":"FAILURE","data":{"text":"first"},${TASK},"data":{"text":"last"}}`,
      `{"data":{"text":"last"},"status":"FAILURE",${TASK}}`,
    ]) {
      const { json } = await query(harness, sealed, { text });
      assert.deepEqual(json, success(sealed, { text: 'last' }));
    }
  });

  it('reads a byte order mark and any white space', async (t) => {
    const harness = await startHarness(t);
    const sealed = await submit(harness);
    const bytes = concat([0xef, 0xbb, 0xbf], `\r\n{ ${TASK}\n,\t"data" : {"text":"Grüße"} } \n`);
    assert.deepEqual(
      (await query(harness, sealed, { bytes })).json,
      success(sealed, { text: 'Grüße' }),
    );
  });

  it('reads what is not quite JSON: a byte that is not UTF-8, NaN, Infinity and control characters', async (t) => {
    const harness = await startHarness(t);
    const sealed = await submit(harness);
    const bytes = concat(
      `{${TASK},"data":{"text":"He said NaN \\"Infinity`,
      [0xc3],
      '\\"\n\t","duration":NaN,"segments":[{"start_ms":-Infinity,"end_ms":Infinity}]}}',
    );
    assert.deepEqual(
      (await query(harness, sealed, { bytes })).json,
      success(sealed, {
        text: 'He said NaN "Infinity\ufffd"\n\t',
        duration: null,
        segments: [{ start_ms: null, end_ms: null }],
      }),
    );
  });

  it('sends no data and an escaped status if the status is unknown', async (t) => {
    const harness = await startHarness(t);
    const sealed = await submit(harness);
    for (const status of [
      'x","data":{"text":"y"},"z":"',
      'SUCCESS\n',
      'success',
      '\u2028</script>',
    ]) {
      const json = { transcription_id: 'task-1', status, data: { text: MARK } };
      const answer = await query(harness, sealed, { json });
      assert.deepEqual(answer.json, { transcription_id: sealed, status, data: {} });
    }
  });

  it('sends data that is nested deeply', async (t) => {
    const harness = await startHarness(t);
    const deep = `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    const answer = await query(harness, await submit(harness), {
      text: `{${TASK},"data":${deep}}`,
    });
    assert.equal(answer.status, 200);
    assert.ok(answer.text.endsWith(`"data":${deep}}`));
  });

  it('sends numbers as the service wrote them', async (t) => {
    const harness = await startHarness(t);
    const sealed = await submit(harness);
    const data = '{"embedding":[0.10, 1e400, 12345678901234567890]}';
    const { text } = await query(harness, sealed, { text: `{${TASK},"data":${data}}` });
    assert.equal(text, `{"transcription_id":"${sealed}","status":"SUCCESS","data":${data}}`);
  });
});

describe('a query whose answer stops', () => {
  it('is answered with service-timeout after timeoutMs, and disconnects from the service', async (t) => {
    const pass = manualTimers(t, TIMEOUT_MS);
    const harness = await startHarness(t, {
      limits: { timeoutMs: TIMEOUT_MS },
      async fetch(...request) {
        const response = await fetch(...request);
        if (request[1]?.method === 'GET') pass();
        return response;
      },
    });
    const answer = await query(harness, await submit(harness), 'stall');
    assert.deepEqual([answer.status, answer.code], [504, 'service-timeout']);
    await harness.service.abandoned();
  });

  it('is answered with service-unavailable if the connection breaks off', async (t) => {
    const harness = await startHarness(t);
    const answer = await query(harness, await submit(harness), 'break-off');
    assert.deepEqual([answer.status, answer.code], [503, 'service-unavailable']);
  });
});
