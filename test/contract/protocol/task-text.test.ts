import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ContractError } from '../../../src/protocol/read.js';
import {
  parseRawTask,
  parseTaskText,
  TerminalAnswerError,
} from '../../../src/protocol/responses.js';
import { seededRandom } from '../../support/seeded-random.js';
import { seededRuns } from '../../support/seeded-runs.js';

type Outcome = readonly [status: string, id: string, data: unknown] | string;

const outcomeOf = (work: () => Outcome): Outcome => {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    return `${error instanceof TerminalAnswerError ? 'ended, ' : ''}${error.message}`;
  }
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    const hasEnded = /"status"\s*:\s*"(?:SUCCESS|FAILURE|REVOKED)"/.test(text);
    throw new (hasEnded ? TerminalAnswerError : ContractError)('', 'is not JSON');
  }
};

/** Parses the whole text with JSON.parse. */
const expected = (text: string): Outcome =>
  outcomeOf(() => {
    const { status, transcription_id, raw } = parseRawTask(parsed(text));
    return [status, transcription_id, raw];
  });

/** Also checks that `dataText` is `raw` as JSON. */
const actual = (text: string): Outcome =>
  outcomeOf(() => {
    const { status, transcription_id, raw, dataText } = parseTaskText(text);
    assert.deepEqual(JSON.parse(dataText), raw ?? {}, text);
    return [status, transcription_id, raw];
  });

const SUCCESS = '"transcription_id":"t","status":"SUCCESS"';
const DATA = '{"text":"a }\\" ü","segments":[{"start_ms":0,"text":"\\\\"}],"data":{"data":null}}';

const TEXTS: readonly [string, ...string[]] = [
  `{${SUCCESS},"data":${DATA}}`,
  `\n{ ${SUCCESS} ,\t"data" :\r\n${DATA} } \n`,
  // Another order, or more members.
  `{"data":${DATA},${SUCCESS}}`,
  `{"transcription_id":"t","data":${DATA},"status":"SUCCESS"}`,
  `{"request_id":{"data":1},${SUCCESS},"data":${DATA}}`,
  `{${SUCCESS},"data":${DATA},"took":{"ms":3}}`,
  `{"request":"data",${SUCCESS},"data":${DATA}}`,
  // A member occurs twice: the last one counts.
  `{${SUCCESS},"data":${DATA},"data":{}}`,
  `{${SUCCESS},"data":{},"data":${DATA}}`,
  `{${SUCCESS},"data":{},"d\\u0061ta":${DATA}}`,
  `{${SUCCESS},"d\\u0061ta":7,"data":${DATA}}`,
  `{${SUCCESS},"data":{},"transcription_id":"another","data":{}}`,
  `{${SUCCESS},"data":{},"status":"FAILURE"}`,
  `{"status":"PENDING",${SUCCESS},"data":${DATA}}`,
  // "data" is part of another string, or a member of another object.
  `{"d\\u0061ta":0,${SUCCESS},"x\\"data":${DATA}}`,
  `{${SUCCESS},"x,\\"data":${DATA}}`,
  `{${SUCCESS},"x":"{\\"data\\":{}}"}`,
  `{${SUCCESS},"x":{"data":${DATA}}}`,
  `{"x":{${SUCCESS},"data":${DATA}}}`,
  `{${SUCCESS},"x":[{"data":{}}]}`,
  `[{${SUCCESS},"data":${DATA}}]`,
  `{"__proto__":{"transcription_id":"t"},"status":"SUCCESS","data":{}}`,
  // `data` is not an object.
  ...[
    'null',
    '[]',
    '"{}"',
    '7',
    '',
    '{',
    '}',
    '{}}',
    '{},',
    '{"a":1,}',
    '{a:1}',
    '{"a":\u00a01}',
  ].map((data) => `{${SUCCESS},"data":${data}}`),
  // Something is missing, or something follows.
  `{"transcription_id":"t","data":${DATA}}`,
  `{"status":"SUCCESS","data":${DATA}}`,
  `{${SUCCESS}}`,
  `{${SUCCESS},"data":${DATA}`,
  `{${SUCCESS},"data":${DATA}}}`,
  `{${SUCCESS},"data":${DATA}}]`,
  `{${SUCCESS},"data":${DATA}} x`,
  `{${SUCCESS},"data":${DATA}}{}`,
  `{${SUCCESS},"data":${DATA}}\u00a0`,
  `x{${SUCCESS},"data":${DATA}}`,
  `{${SUCCESS} "data":${DATA}}`,
  `{,"data":${DATA}}`,
  '',
  'null',
  '"data":{}',
  // Before SUCCESS, `data` is empty whatever the service sends.
  ...['PENDING', 'FAILURE', 'new'].flatMap((status) => [
    `{"transcription_id":"t","status":"${status}","data":${DATA}}`,
    `{"transcription_id":"t","status":"${status}"}`,
    `{"status":"${status}","data":{}}`,
  ]),
];

const PIECES = [
  '{',
  '}',
  '"',
  ',',
  ':',
  '\\',
  ' ',
  '[',
  ']',
  '0',
  'ü',
  '"data":',
  '"data":{}',
] as const;

const DAMAGED = seededRuns(5_000, 50_000);

describe('parseTaskText', () => {
  for (const text of TEXTS) {
    it(`reads ${JSON.stringify(text)} like JSON.parse`, () => {
      assert.deepEqual(actual(text), expected(text));
    });
  }

  it(`reads ${DAMAGED} damaged texts like JSON.parse`, () => {
    const random = seededRandom(17);
    let tasks = 0;
    for (let count = 0; count < DAMAGED; count++) {
      let text = random.pick(TEXTS);
      for (let damage = random.between(0, 3); damage > 0; damage--) {
        const at = random.between(0, text.length);
        text = text.slice(0, at) + random.pick(PIECES) + text.slice(at + random.pick([0, 1, 7]));
      }
      const outcome = expected(text);
      if (typeof outcome !== 'string') tasks++;
      assert.deepEqual(actual(text), outcome, text);
    }
    assert.ok(tasks > DAMAGED / 10 && tasks < DAMAGED * 0.9, `${tasks} texts were tasks`);
  });

  it('keeps the text of data as the service wrote it, if data is the last member', () => {
    const data = ' {"text" : "\\u0041", "count": 12345678901234567890.0 }\n';
    assert.equal(parseTaskText(`{${SUCCESS},"data":${data}}\n`).dataText, data);
    assert.equal(
      parseTaskText(`{"data":{"text" : "\\u0041"},${SUCCESS}}`).dataText,
      '{"text":"A"}',
    );
  });

  it('does not quote the text in its errors', () => {
    for (const text of ['raw-service-text', `{${SUCCESS},"data":{raw-service-text}}`]) {
      assert.throws(() => parseTaskText(text), { message: 'the body is not JSON' });
    }
  });
});
