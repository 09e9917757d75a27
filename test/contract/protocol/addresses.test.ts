import assert from 'node:assert/strict';
import test from 'node:test';
import { ERROR_CODES, isTranscribeError, TranscribeError } from '../../../src/protocol/errors.js';
import { problem, PROBLEMS } from '../../../src/protocol/problem.js';
import {
  backendTranscriptionPath,
  CLIENT_HEADERS,
  joinUrl,
  SERVICE_PATHS,
  transcriptionPath,
} from '../../../src/protocol/routes.js';
import {
  FILE_TYPES,
  isKnownStatus,
  isTerminal,
  LIMITS,
  MODELS,
  TASK_STATUSES,
} from '../../../src/protocol/types.js';

test('section 3: the states, and which ones end polling', () => {
  const terminal = ['SUCCESS', 'FAILURE', 'REVOKED'];
  assert.deepEqual([...TASK_STATUSES], ['PENDING', 'RECEIVED', 'STARTED', 'PROGRESS', ...terminal]);
  for (const status of TASK_STATUSES) {
    assert.equal(isKnownStatus(status), true);
    assert.equal(isTerminal(status), terminal.includes(status));
  }
  for (const status of ['QUEUED', 'success', '', 'toString']) {
    assert.equal(isKnownStatus(status), false);
    assert.equal(isTerminal(status), false);
  }
});

test('section 4: the paths, verbatim', () => {
  assert.deepEqual(SERVICE_PATHS, {
    partnerToken: '/oauth/partner/access-token',
    partnerRefresh: '/oauth/partner/refresh-token',
    userToken: '/open/partner/users/access-token',
    uploadPlan: '/open/partner/files/upload/generate-presigned-urls',
    completeUpload: '/open/partner/files/upload/complete-upload',
    transcriptions: '/open/partner/ai/transcriptions/',
  });
  assert.deepEqual(CLIENT_HEADERS, { clientId: 'X-Client-Id', apiKey: 'X-Client-Api-Key' });
  assert.equal(transcriptionPath('a/b c'), '/open/partner/ai/transcriptions/a%2Fb%20c');
  assert.equal(backendTranscriptionPath('../x'), '/transcriptions/..%2Fx');
  for (const base of ['https://host/api', 'https://host/api/', 'https://host/api//'])
    assert.equal(joinUrl(base, '/open'), 'https://host/api/open');
});

test('sections 1, 4.7 and 8: formats, models and limits', () => {
  assert.deepEqual([...FILE_TYPES], ['mp3', 'm4a', 'wav']);
  assert.deepEqual([...MODELS], ['svc-asr-pro', 'svc-asr-fast']);
  assert.deepEqual(LIMITS, {
    userIdMin: 6,
    userIdMax: 120,
    userTokenSeconds: 86_400,
    partnerTokenSeconds: 7_200,
    downloadUrlSeconds: 86_400,
  });
});

test('an error says whether a retry can help', () => {
  assert.equal(new Set(ERROR_CODES).size, ERROR_CODES.length);
  const cause = new Error('below');
  const error = new TranscribeError('network', 'The connection was lost. Try again.', { cause });
  assert.ok(isTranscribeError(error) && error instanceof Error);
  assert.deepEqual(
    [error.name, error.code, error.recoverable, error.cause],
    ['TranscribeError', 'network', true, cause],
  );
  assert.equal(new TranscribeError('unsupported-format', '').recoverable, false);
  assert.equal(new TranscribeError('network', '', { recoverable: false }).recoverable, false);
  assert.equal(isTranscribeError(cause), false);
});

test('a problem has the status and title of its code', () => {
  assert.deepEqual(problem('not-found'), {
    type: 'about:blank',
    code: 'not-found',
    ...PROBLEMS['not-found'],
  });
  assert.equal(problem('bad-request', 'file_url is missing').detail, 'file_url is missing');
  for (const { status } of Object.values(PROBLEMS)) assert.ok(status >= 400 && status < 600);
});
