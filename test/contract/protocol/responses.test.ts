import assert from 'node:assert/strict';
import test from 'node:test';
import {
  parsePartnerToken,
  parseTranscriptionTask,
  parseUserToken,
  parseProblem,
  TerminalAnswerError,
} from '../../../src/protocol/responses.js';
import { parseUploadedFile, parseUploadPlan } from '../../../src/protocol/upload-responses.js';
import { listSpeakers } from '../../../src/transcript/badges.js';
import { normaliseTranscript } from '../../../src/transcript/transcript.js';
import { refusal, refusesEach, SECRET } from '../../support/contract-cases.js';

/** Response parsers accept unknown fields and drop them. */
const tolerates = (
  parse: (json: unknown) => unknown,
  valid: Readonly<Record<string, unknown>>,
): void => {
  assert.deepEqual(parse(valid), valid);
  assert.deepEqual(parse({ ...valid, request_id: 'r', nested: { a: 1 } }), valid);
};

const TOKEN = 'a token of visible ASCII characters';

test('2.1: the partner token, with optional fields', () => {
  const valid = { access_token: 'a.b-c', refresh_token: 'r', expires_in: 7200 };
  tolerates(parsePartnerToken, valid);
  assert.deepEqual(parsePartnerToken({ access_token: 'a' }), { access_token: 'a' });
  const empty = { access_token: 'a', refresh_token: null, expires_in: '' };
  assert.deepEqual(parsePartnerToken(empty), { access_token: 'a' });
  refusesEach(parsePartnerToken, valid, [
    ['access_token', undefined, 'is missing'],
    ['access_token', 1, 'must be a string'],
    ['access_token', '', `must be ${TOKEN}`],
    ['access_token', `${SECRET}\r\nX-Evil: 1`, `must be ${TOKEN}`],
    ['access_token', `two ${SECRET}`, `must be ${TOKEN}`],
    ['refresh_token', 1, 'must be a string'],
    ['refresh_token', `${SECRET}ü`, `must be ${TOKEN}`],
    ['expires_in', '7200', 'must be a positive integer'],
    ['expires_in', 0, 'must be a positive integer'],
  ]);
});

test('2.2: the user token', () => {
  const valid = { access_token: 'a', token_type: 'bearer', expires_in: 86_400 };
  tolerates(parseUserToken, valid);
  tolerates(parseUserToken, { ...valid, userKey: 'of-a-user' });
  for (const token_type of ['Bearer', 'BEARER'])
    assert.equal(parseUserToken({ ...valid, token_type }).token_type, 'bearer');
  refusesEach(parseUserToken, valid, [
    ['access_token', undefined, 'is missing'],
    ['access_token', null, 'must be a string'],
    ['access_token', `${SECRET}\n`, `must be ${TOKEN}`],
    ['token_type', undefined, 'is missing'],
    ['token_type', SECRET, 'must be bearer'],
    ['token_type', 1, 'must be a string'],
    ['expires_in', undefined, 'is missing'],
    ['expires_in', '60', 'must be a positive integer'],
    ['expires_in', 1.5, 'must be a positive integer'],
    ['expires_in', 0, 'must be a positive integer'],
    ['userKey', 7, 'must be a string'],
    ['userKey', '', 'must not be empty'],
  ]);
});

test('2.3: the upload plan', () => {
  const part = { PartNumber: 1, PresignedUrl: 'https://storage.example/1?s=1' };
  const valid = { FileId: 'f', UploadId: 'u', ChunkSize: 5, Parts: [part] };
  tolerates(parseUploadPlan, valid);
  assert.deepEqual(parseUploadPlan({ ...valid, Parts: [{ ...part, Size: 5 }] }), valid);
  refusesEach(parseUploadPlan, valid, [
    ['FileId', undefined, 'is missing'],
    ['FileId', '', 'must not be empty'],
    ['FileId', 1, 'must be a string'],
    ['UploadId', undefined, 'is missing'],
    ['UploadId', null, 'must be a string'],
    ['ChunkSize', undefined, 'is missing'],
    ['ChunkSize', 0, 'must be a positive integer'],
    ['ChunkSize', '5', 'must be a positive integer'],
    ['Parts', undefined, 'is missing'],
    ['Parts', {}, 'must be an array'],
  ]);
  for (const [entry, path, problem] of [
    [SECRET, '', 'must be an object'],
    [{ ...part, PartNumber: 0 }, '.PartNumber', 'must be a positive integer'],
    [{ PresignedUrl: part.PresignedUrl }, '.PartNumber', 'is missing'],
    [{ PartNumber: 2 }, '.PresignedUrl', 'is missing'],
    [
      { ...part, PresignedUrl: `/${SECRET}` },
      '.PresignedUrl',
      'must be an absolute http or https address',
    ],
    [{ ...part, PresignedUrl: 5 }, '.PresignedUrl', 'must be a string'],
    [
      { ...part, PresignedUrl: `https://u:${SECRET}@host/` },
      '.PresignedUrl',
      'must not carry a user name or a password',
    ],
  ] as const)
    refusal(() => parseUploadPlan({ ...valid, Parts: [part, entry] }), `Parts[1]${path}`, problem);
});

test('2.3.1: the uploaded file', () => {
  const valid = {
    FileId: 'f',
    FileType: 'mp3',
    DownloadUrl: 'https://storage.example/f.mp3?s=1',
    FileMd5: 'ab'.repeat(16),
  };
  tolerates(parseUploadedFile, valid);
  assert.equal(parseUploadedFile({ ...valid, FileMd5: 'AB'.repeat(16) }).FileMd5, valid.FileMd5);
  refusesEach(parseUploadedFile, valid, [
    ['FileId', undefined, 'is missing'],
    ['FileId', 1, 'must be a string'],
    ['FileType', undefined, 'is missing'],
    ['FileType', '', 'must not be empty'],
    ['DownloadUrl', undefined, 'is missing'],
    ['DownloadUrl', `/${SECRET}`, 'must be an absolute http or https address'],
    ['DownloadUrl', null, 'must be a string'],
    ['FileMd5', undefined, 'is missing'],
    ['FileMd5', SECRET, 'must be a hexadecimal MD5'],
    ['FileMd5', 'g'.repeat(32), 'must be a hexadecimal MD5'],
    ['FileMd5', 1, 'must be a string'],
  ]);
});

const segment = { speaker: 'S1', start_ms: 0, end_ms: 1200, text: 'Hello.' };
const data = { text: 'Hello.', language: 'en', duration: 2, segments: [segment] };
const success = { transcription_id: 't', status: 'SUCCESS', data };

test('2.4: a succeeded task: its data is parsed, and also kept unchanged', () => {
  assert.deepEqual(parseTranscriptionTask({ ...success, request_id: 'r' }), {
    ...success,
    raw: data,
  });
  const more = { ...data, speaker_embeddings: { S1: [0.5] } };
  assert.deepEqual(parseTranscriptionTask({ ...success, data: more }), {
    ...success,
    raw: more,
  });
  refusesEach(parseTranscriptionTask, success, [
    ['transcription_id', undefined, 'is missing'],
    ['transcription_id', 5, 'must be a string'],
    ['transcription_id', '', 'must not be empty'],
    ['status', undefined, 'is missing'],
    ['status', null, 'must be a string'],
    ['data', undefined, 'is missing'],
    ['data', [], 'must be an object'],
  ]);
});

test('2.4: an invalid response with a terminal status is distinguished from other invalid ones', () => {
  const thrown = (json: unknown): unknown => {
    try {
      return parseTranscriptionTask(json);
    } catch (error) {
      return error;
    }
  };
  for (const ended of [
    { ...success, data: null },
    { ...success, data: [] },
    { transcription_id: 't', status: 'SUCCESS' },
    { status: 'SUCCESS', data },
    { status: 'FAILURE', data: {} },
    { transcription_id: 7, status: 'REVOKED' },
  ])
    assert.ok(thrown(ended) instanceof TerminalAnswerError, JSON.stringify(ended));
  for (const open of [{}, { ...success, status: 5 }, { status: 'PENDING' }, 'SUCCESS', null])
    assert.ok(!(thrown(open) instanceof TerminalAnswerError), JSON.stringify(open));
});

test('2.4: data before SUCCESS is ignored', () => {
  for (const status of ['PENDING', 'RECEIVED', 'STARTED', 'PROGRESS', 'FAILURE', 'REVOKED', 'NEW'])
    for (const sent of [{}, undefined, null, data])
      assert.deepEqual(parseTranscriptionTask({ transcription_id: 't', status, data: sent }), {
        transcription_id: 't',
        status,
        data: null,
      });
});

test('2.4: an invalid language or duration is null, and missing segments are an empty list', () => {
  const parsed = (changed: Readonly<Record<string, unknown>>) =>
    parseTranscriptionTask({ ...success, data: { ...data, ...changed } }).data;
  for (const language of [undefined, null, '', 5])
    assert.equal(parsed({ language })?.language, null);
  for (const duration of [undefined, null, 'soon', NaN, -1, Infinity])
    assert.equal(parsed({ duration })?.duration, null);
  assert.equal(parsed({ duration: 0 })?.duration, 0);
  assert.equal(parsed({ duration: '2.5' })?.duration, 2.5);
  for (const segments of [undefined, null, []])
    assert.deepEqual(parsed({ segments })?.segments, []);
  assert.equal(parsed({ text: undefined })?.text, '');
});

test('2.4: the valid fields of a segment are kept', () => {
  const kept = (segments: unknown) =>
    parseTranscriptionTask({ ...success, data: { ...data, segments } }).data?.segments;
  const second = (entry: unknown) => kept([segment, entry])?.[1];
  const { speaker: _, ...plain } = segment;
  assert.deepEqual(second({ ...plain, confidence: 0.9 }), plain);
  for (const speaker of ['', ' ', null, {}]) assert.deepEqual(second({ ...plain, speaker }), plain);
  for (const speaker of [5, '5', { id: 5 }, { label: '5', name: 'Anna' }, { name: '5' }])
    assert.deepEqual(second({ ...plain, speaker }), { ...plain, speaker: '5' });
  assert.deepEqual(second({ ...plain, language: 'de' }), { ...plain, language: 'de' });
  for (const language of ['', null, 5]) assert.deepEqual(second({ ...plain, language }), plain);
  for (const [given, read] of [
    [-20, -20],
    [0.5, 0.5],
    ['1200', 1200],
    ['-1.5', -1.5],
    [' +7 ', 7],
  ] as const)
    assert.equal(second({ ...plain, start_ms: given })?.start_ms, read);
  for (const none of [
    undefined,
    null,
    '',
    'soon',
    '0x10',
    '1e3',
    '1'.repeat(16),
    NaN,
    Infinity,
    {},
  ])
    assert.deepEqual(second({ start_ms: none, end_ms: none, text: 'a' }), { text: 'a' });
  assert.deepEqual(second({ ...plain, text: 1984 }), { ...plain, text: '1984' });
  for (const text of [undefined, null, NaN, {}])
    assert.deepEqual(second({ ...plain, text }), { ...plain, text: '' });
  assert.deepEqual(second({}), { text: '' });
});

test('2.4: invalid segments are dropped, and the rest of the response is kept', () => {
  const parsed = (segments: unknown) =>
    parseTranscriptionTask({ ...success, data: { ...data, segments } }).data;
  assert.deepEqual(parsed([null, segment, SECRET, 5, [], segment])?.segments, [segment, segment]);
  for (const none of [{}, SECRET, 5]) assert.deepEqual(parsed(none), { ...data, segments: [] });
});

test('2.4: the kept fields are enough for a transcript', () => {
  const answer = {
    transcription_id: 't',
    status: 'SUCCESS',
    data: {
      segments: [
        { start_ms: 9000, end_ms: 100, text: 'Last.', speaker: 2 },
        { text: 'No times.' },
        { start_ms: -500, end_ms: '700', text: 'First.' },
        { start_ms: 100, end_ms: 1e9 },
        ...Array.from({ length: 200 }, (_, at) => ({
          start_ms: 1000,
          end_ms: 2000,
          text: 'All at once.',
          speaker: `S${at}`,
        })),
      ],
      duration: 10,
    },
  };
  const { segments } = normaliseTranscript(parseTranscriptionTask(answer).data ?? {});
  assert.equal(segments.length, 203);
  assert.deepEqual(
    [segments[0], segments.at(-2), segments.at(-1)],
    [
      { start_ms: 0, end_ms: 700, text: 'First.' },
      { speaker: '2', start_ms: 9000, end_ms: 9000, text: 'Last.' },
      { start_ms: 9000, end_ms: 11_000, text: 'No times.' },
    ],
  );
  assert.equal(listSpeakers({ segments }).length, 202);
});

test('a problem is identified by its code', () => {
  assert.equal(parseProblem({ code: 'not-found' }).code, 'not-found');
  for (const other of [{}, { code: 5 }, null, 'not-found', []])
    assert.equal(parseProblem(other).code, '');
});
