/** Section 4 of the specification, sentence by sentence. */
import { rulesOf, type Rule } from './rule.js';

const all = rulesOf('4');
const exchange = rulesOf('4.1');
const refresh = rulesOf('4.2');
const issue = rulesOf('4.3');
const plan = rulesOf('4.4');
const chunk = rulesOf('4.5');
const complete = rulesOf('4.6');
const submit = rulesOf('4.7');
const query = rulesOf('4.8');
const flow = rulesOf('4.9');

const KEY_PAIR = ['missing-client-id', 'wrong-client-id', 'missing-api-key', 'wrong-api-key'];

export const endpointRules: readonly Rule[] = [
  all.checked('All bodies are JSON.', 'json'),
  all.checked('Successful responses use HTTP status 200.', 'status-200', '4.5.status-200'),
  all.checked(
    'Request header Content-Type is required on requests with a body and defaults to application/json.',
    'content-type',
  ),

  exchange.checked('Exchange client credentials for a partner token.', 'exchange'),
  exchange.checked(
    'Authorization: Basic, with base64 of client_id and secret joined by a colon.',
    ...['missing-authorization', 'wrong-secret', 'wrong-client', '5.api-key-exchanges'],
  ),
  exchange.checked('Request body and response body: not shown.', 'body', 'fields'),

  refresh.checked(
    'Renew the partner token before it expires, using the refresh_token returned at issue.',
    ...['new-token', 'wrong-token', 'old-token', 'again'],
  ),
  refresh.checked('Request shape and response shape: not shown.', 'shape', 'basic'),

  issue.checked('Issue a user token.', 'issue'),
  issue.checked(
    'Header Authorization: required; Bearer plus the partner access token.',
    ...['missing-authorization', 'wrong-token', '5.user-token-issues', '5.secret-issues'],
  ),
  issue.checked('user_id: string', 'user-id-number'),
  issue.checked('user_id: required', 'missing-user-id'),
  issue.unobservable(
    'the partner system’s stable identifier for the user',
    'Only the partner knows its users.',
  ),
  issue.checked('6 to 120 characters', 'user-id-5', 'user-id-6', 'user-id-120', 'user-id-121'),
  issue.checked('expires_in: integer, not required', '2.2.lifetime'),
  issue.checked('default 86400', '2.2.lifetime'),
  issue.checked('requested user token lifetime in seconds', 'expires-in', 'lasts', 'expires'),
  issue.checked(
    'Response: access_token (string), token_type (string, always bearer), expires_in (integer, seconds).',
    ...['2.2.access-token', '2.2.token-type', '2.2.expires-in'],
  ),

  plan.checked(
    'Request one presigned upload address per chunk.',
    'plan',
    '2.3.one-entry-per-chunk',
  ),
  plan.checked(
    'Header Authorization: required; Bearer plus the user access token.',
    ...['missing-authorization', 'wrong-token', '5.partner-token-plans', 'cors'],
  ),
  plan.checked(
    'filesize: integer, total file size in bytes',
    ...['filesize-text', 'filesize-negative', 'filesize-0'],
  ),
  plan.checked('filesize: required', 'missing-filesize'),
  plan.checked('determines how many chunks are returned', 'filesize-counts'),
  plan.checked('filetype: required', 'missing-filetype'),
  plan.checked(
    'one of mp3, m4a, wav',
    ...['filetype-mp3', 'filetype-m4a', 'filetype-wav', 'filetype-other'],
  ),
  plan.checked(
    'Response: the upload plan of section 2.3.',
    ...['2.3.file-id', '2.3.upload-id', '2.3.chunk-size', '2.3.parts'],
  ),
  plan.checked(
    'The exact rule that maps filesize and ChunkSize to the number of parts: not shown.',
    'part-rule',
  ),

  chunk.checked('storage host, not under {base_url}', 'host'),
  chunk.checked('Upload one chunk.', 'put', 'last-chunk', 'single-chunk', 'again'),
  chunk.checked('Address: the PresignedUrl of the part.', 'changed-address'),
  chunk.checked('Body: the raw bytes of that chunk.', 'other-size', '2.3.1.merged'),
  chunk.checked('No authentication header is sent.', 'put', 'cors'),
  chunk.checked(
    'The response header ETag is read and kept for the completion step.',
    ...['etag', 'etag-form', 'etag-readable'],
  ),

  complete.checked(
    'Merge the chunks into one file.',
    ...['complete', 'complete-single', '2.3.1.merged', 'again'],
  ),
  complete.checked(
    'Header Authorization: required; Bearer plus the user access token.',
    ...['missing-authorization', 'wrong-token', '5.partner-token-completes'],
  ),
  complete.checked('file_id: required', 'missing-file-id'),
  complete.checked('the FileId from the upload plan', 'wrong-file-id'),
  complete.checked('upload_id: required', 'missing-upload-id'),
  complete.checked('the UploadId from the upload plan', 'wrong-upload-id'),
  complete.checked('part_list: required', 'missing-part-list'),
  complete.checked('one entry per chunk', 'missing-part', 'list-order'),
  complete.checked('part_list[].PartNumber: chunk number, starting at 1', 'part-zero'),
  complete.checked(
    'part_list[].ETag: ETag header value returned by the storage host for that chunk',
    ...['wrong-etag', 'swapped-etags'],
  ),
  complete.checked(
    'PartNumber and ETag: required flag not marked',
    ...['without-partnumber', 'without-etag'],
  ),
  complete.checked('filetype: required', 'missing-filetype'),
  complete.checked('audio file extension', 'wrong-filetype'),
  complete.checked('file_md5: not required', 'without-md5'),
  complete.checked('hexadecimal MD5 of the whole file', 'complete', 'upper-case-md5'),
  complete.checked('used to check integrity', 'wrong-md5', 'after-refusal'),
  complete.checked(
    'Response: the uploaded file of section 2.3.1.',
    ...['2.3.1.file-id', '2.3.1.file-type', '2.3.1.download-url', '2.3.1.file-md5'],
  ),

  submit.checked('path ends with a slash', 'submit', 'slash'),
  submit.checked('Submit audio and create a transcription task.', 'submit', 'second-task'),
  submit.checked(
    'Headers: X-Client-Id (required, the client_id) and X-Client-Api-Key (required, the api_key).',
    ...KEY_PAIR,
  ),
  submit.checked('file_url: required', 'missing-file-url'),
  submit.checked(
    'publicly reachable audio download address; usually the DownloadUrl',
    ...['submit', 'file-url-nonsense', 'unreachable'],
  ),
  submit.checked('mp3, m4a, wav supported', '3.success', 'mp3', 'm4a'),
  submit.checked('params, transcribe, vad and diarization: not required', 'without-params'),
  submit.checked(
    'language: BCP-47 language code, or auto',
    'wrong-language',
    'submit',
    'opposites',
  ),
  submit.checked('language: default auto', '3.success-defaults'),
  submit.checked('model: svc-asr-pro or svc-asr-fast', 'wrong-model', 'submit', 'opposites'),
  submit.unobservable(
    'model: default svc-asr-pro',
    'The result does not tell which model was used.',
  ),
  submit.checked(
    'detection_level: segment or chapter',
    ...['wrong-detection-level', 'submit', 'opposites'],
  ),
  submit.unobservable(
    'detection_level: default segment',
    'Where the languages of segments and chapters appear is not shown.',
  ),
  submit.checked('decode_silence: boolean', 'decode-silence-text', 'opposites'),
  submit.unobservable(
    'whether silent intervals are also decoded; default false',
    'What decoded silence looks like in a result is not shown.',
  ),
  submit.checked('diarization.enabled: boolean', 'enabled-text'),
  submit.checked(
    'whether speakers are identified and labelled',
    ...['2.4.speaker', '2.4.two-speakers', '2.4.no-speaker'],
  ),
  submit.checked('diarization.enabled: default false', '2.4.no-speaker-by-default'),
  submit.checked('return_embedding: boolean', 'return-embedding-text'),
  submit.checked('whether the speaker voiceprint vector is returned', '2.4.embedding'),
  submit.checked('Response: transcription_id (string)', 'transcription-id'),
  submit.checked('status (string, usually PENDING right after submission)', 'status', 'pending'),
  submit.checked('data (object, empty until the task completes)', 'data', 'empty-data'),

  query.checked('Query task status and result.', 'query'),
  query.checked('Headers: X-Client-Id (required), X-Client-Api-Key (required).', ...KEY_PAIR),
  query.checked(
    'Path parameter: transcription_id (string, required), the value returned at submission.',
    ...['unknown', '2.4.same-id'],
  ),
  query.checked(
    'Response: the transcription task of section 2.4.',
    ...['2.4.transcription-id', '2.4.status', '2.4.data'],
  ),
  query.checked('Before SUCCESS the data object is empty.', '3.empty-data'),

  flow.checked(
    '1 to 7: from the partner token to a terminal status',
    ...['4.1.exchange', '4.3.issue', '4.4.plan', '4.5.put', '4.6.complete', '4.7.submit'],
    '3.success',
  ),
];
