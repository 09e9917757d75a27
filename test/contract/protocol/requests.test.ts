import assert from 'node:assert/strict';
import test from 'node:test';
import {
  parseCompleteUploadRequest,
  parseTranscriptionRequest,
  parseUploadPlanRequest,
  transcriptionRequest,
} from '../../../src/protocol/requests.js';
import { TRANSCRIPTION_DEFAULTS } from '../../../src/protocol/types.js';
import { refusal, refusesEach, SECRET } from '../../support/contract-cases.js';

test('4.4: filesize and filetype', () => {
  for (const filetype of ['mp3', 'm4a', 'wav'])
    for (const filesize of [1, Number.MAX_SAFE_INTEGER])
      assert.deepEqual(parseUploadPlanRequest({ filesize, filetype }), { filesize, filetype });
  refusesEach(parseUploadPlanRequest, { filesize: 1, filetype: 'mp3' }, [
    ['filesize', undefined, 'is missing'],
    ['filesize', 0, 'must be a positive integer'],
    ['filesize', 0.5, 'must be a positive integer'],
    ['filesize', SECRET, 'must be a positive integer'],
    ['filesize', NaN, 'must be a positive integer'],
    ['filetype', undefined, 'is missing'],
    ['filetype', SECRET, 'must be one of mp3, m4a, wav'],
    ['filetype', 'MP3', 'must be one of mp3, m4a, wav'],
    ['filetype', ['mp3'], 'must be one of mp3, m4a, wav'],
    ['name', SECRET, 'is not a field of this request'],
  ]);
});

test('4.6: the completion and its list of parts', () => {
  const valid = {
    file_id: 'f',
    upload_id: 'u',
    part_list: [{ PartNumber: 1, ETag: '"e"' }],
    filetype: 'wav',
    file_md5: 'aB'.repeat(16),
  };
  assert.deepEqual(parseCompleteUploadRequest(valid), valid);
  const { file_md5: _, ...without } = valid;
  assert.deepEqual(parseCompleteUploadRequest(without), without);
  refusesEach(parseCompleteUploadRequest, valid, [
    ['file_id', undefined, 'is missing'],
    ['file_id', '', 'must not be empty'],
    ['file_id', 1, 'must be a string'],
    ['upload_id', undefined, 'is missing'],
    ['upload_id', '  ', 'must not be empty'],
    ['upload_id', {}, 'must be a string'],
    ['part_list', undefined, 'is missing'],
    ['part_list', {}, 'must be an array'],
    ['part_list', [], 'must not be empty'],
    ['filetype', undefined, 'is missing'],
    ['filetype', SECRET, 'must be one of mp3, m4a, wav'],
    ['file_md5', SECRET, 'must be a hexadecimal MD5'],
    ['file_md5', 'a'.repeat(31), 'must be a hexadecimal MD5'],
    ['file_md5', 'a'.repeat(33), 'must be a hexadecimal MD5'],
    ['file_md5', 5, 'must be a string'],
    ['FileId', SECRET, 'is not a field of this request'],
  ]);
  for (const [part, path, problem] of [
    [SECRET, '', 'must be an object'],
    [{ ETag: SECRET }, '.PartNumber', 'is missing'],
    [{ PartNumber: 0, ETag: SECRET }, '.PartNumber', 'must be a positive integer'],
    [{ PartNumber: '2', ETag: SECRET }, '.PartNumber', 'must be a positive integer'],
    [{ PartNumber: 2 }, '.ETag', 'is missing'],
    [{ PartNumber: 2, ETag: '' }, '.ETag', 'must not be empty'],
    [{ PartNumber: 2, ETag: null }, '.ETag', 'must be a string'],
    [{ PartNumber: 2, ETag: SECRET, size: 1 }, '.size', 'is not a field of this request'],
  ] as const) {
    const part_list = [...valid.part_list, part];
    refusal(
      () => parseCompleteUploadRequest({ ...valid, part_list }),
      `part_list[1]${path}`,
      problem,
    );
  }
});

const FILE_URL = 'https://storage.example/a.mp3?signature=1';

test('4.7: file_url is an absolute http or https URL without credentials', () => {
  for (const file_url of [FILE_URL, 'http://127.0.0.1:8080/a', 'HTTPS://host', 'https://[::1]/a'])
    assert.deepEqual(parseTranscriptionRequest({ file_url }), { file_url });
  for (const [given, read] of [
    [' https://host/a.mp3\n', 'https://host/a.mp3'],
    ['https://host/my talk.mp3?name=a b', 'https://host/my%20talk.mp3?name=a%20b'],
    ['HTTPS://Host.Example:443/A', 'HTTPS://Host.Example:443/A'],
  ] as const)
    assert.deepEqual(parseTranscriptionRequest({ file_url: given }), { file_url: read });
  const absolute = 'must be an absolute http or https address';
  refusesEach(parseTranscriptionRequest, { file_url: FILE_URL }, [
    ['file_url', undefined, 'is missing'],
    ['file_url', 1, 'must be a string'],
    ['file_url', '', 'must not be empty'],
    ['file_url', `/${SECRET}`, absolute],
    ['file_url', `//host/${SECRET}`, absolute],
    ['file_url', `ftp://host/${SECRET}`, absolute],
    ['file_url', `file:///${SECRET}`, absolute],
    ['file_url', `javascript:${SECRET}`, absolute],
    ['file_url', `https:/${SECRET}`, absolute],
    ['file_url', `https://ho st/${SECRET}`, absolute],
    ['file_url', `https://host\\@${SECRET}`, absolute],
    ['file_url', `https://${SECRET}@host/`, 'must not carry a user name or a password'],
    ['file_url', `https://user:${SECRET}@host/`, 'must not carry a user name or a password'],
    ['callback', SECRET, 'is not a field of this request'],
    ['params', SECRET, 'must be an object'],
    ['params', [], 'must be an object'],
    ['params', null, 'must be an object'],
  ]);
});

test('4.7: every param with its values and type', () => {
  const all = {
    transcribe: { language: 'zh-Hant-TW', model: 'svc-asr-fast', detection_level: 'chapter' },
    vad: { decode_silence: true },
    diarization: { enabled: true, return_embedding: false },
  };
  assert.deepEqual(parseTranscriptionRequest({ file_url: FILE_URL, params: all }).params, all);
  for (const params of [{}, { transcribe: {}, vad: {}, diarization: {} }])
    assert.deepEqual(parseTranscriptionRequest({ file_url: FILE_URL, params }).params, params);

  const flag = 'must be true or false';
  for (const [group, name, values, problem] of [
    [
      'transcribe',
      'model',
      [SECRET, 'SVC-ASR-PRO', 1, null],
      'must be one of svc-asr-pro, svc-asr-fast',
    ],
    [
      'transcribe',
      'detection_level',
      [SECRET, 'sentence', true],
      'must be one of segment, chapter',
    ],
    ['transcribe', 'language', [1, null, []], 'must be a string'],
    [
      'transcribe',
      'language',
      ['', 'e', 'en_US', '-en', 'en-', `${SECRET}!`],
      'must be auto or a BCP-47 language code',
    ],
    ['vad', 'decode_silence', [0, 'true', null], flag],
    ['diarization', 'enabled', [1, SECRET, null], flag],
    ['diarization', 'return_embedding', ['yes', {}], flag],
    ['transcribe', 'beam', [1], 'is not a field of this request'],
    ['vad', 'silence', [1], 'is not a field of this request'],
    ['diarization', 'speakers', [2], 'is not a field of this request'],
  ] as const)
    for (const value of values) {
      const body = { file_url: FILE_URL, params: { [group]: { [name]: value } } };
      refusal(() => parseTranscriptionRequest(body), `params.${group}.${name}`, problem);
    }
  for (const group of ['transcribe', 'vad', 'diarization'])
    for (const value of [SECRET, 1, [], null]) {
      const body = { file_url: FILE_URL, params: { [group]: value } };
      refusal(() => parseTranscriptionRequest(body), `params.${group}`, 'must be an object');
    }
  refusal(
    () => parseTranscriptionRequest({ file_url: FILE_URL, params: { language: SECRET } }),
    'params.language',
    'is not a field of this request',
  );
});

test('4.7: languages are auto or a well-formed BCP-47 tag', () => {
  for (const language of [
    'auto',
    'AUTO',
    'en',
    'en-US',
    'de-CH-1996',
    'sr-Latn-RS',
    'yue',
    'x-klingon',
  ])
    assert.equal(
      parseTranscriptionRequest({ file_url: FILE_URL, params: { transcribe: { language } } }).params
        ?.transcribe?.language,
      language,
    );
});

test('4.7: the builder omits default values', () => {
  const bare = { file_url: FILE_URL };
  assert.deepEqual(transcriptionRequest(FILE_URL), bare);
  assert.deepEqual(transcriptionRequest(FILE_URL, TRANSCRIPTION_DEFAULTS), bare);
  for (const [options, params] of [
    [{ language: 'de' }, { transcribe: { language: 'de' } }],
    [{ model: 'svc-asr-fast' }, { transcribe: { model: 'svc-asr-fast' } }],
    [{ detectionLevel: 'chapter' }, { transcribe: { detection_level: 'chapter' } }],
    [{ decodeSilence: true }, { vad: { decode_silence: true } }],
    [{ diarization: true }, { diarization: { enabled: true } }],
    [{ returnEmbedding: true }, { diarization: { return_embedding: true } }],
  ] as const) {
    assert.deepEqual(transcriptionRequest(FILE_URL, options), { ...bare, params });
    const withDefaults = { ...TRANSCRIPTION_DEFAULTS, ...options };
    assert.deepEqual(transcriptionRequest(FILE_URL, withDefaults), { ...bare, params });
  }
  refusal(
    () => transcriptionRequest(FILE_URL, { language: 'en_US' }),
    'params.transcribe.language',
    'must be auto or a BCP-47 language code',
  );
  refusal(
    () => transcriptionRequest(`/${SECRET}`),
    'file_url',
    'must be an absolute http or https address',
  );
});
