/** Sections 2 and 3 of the specification, sentence by sentence. */
import { rulesOf, type Rule } from './rule.js';

const FOR_CLIENTS = 'A rule for the client.';

const partnerToken = rulesOf('2.1');
const userToken = rulesOf('2.2');
const plan = rulesOf('2.3');
const file = rulesOf('2.3.1');
const task = rulesOf('2.4');
const states = rulesOf('3');

export const resourceRules: readonly Rule[] = [
  partnerToken.checked(
    'Level: application',
    ...['5.partner-token-plans', '5.partner-token-completes'],
    ...['5.partner-token-submits', '5.partner-token-queries'],
  ),
  partnerToken.checked('Lifetime: about 2 hours', 'lifetime', 'lasts', 'expires'),
  partnerToken.checked(
    'Obtained with: Basic authentication using client_id and secret',
    ...['4.1.exchange', '4.1.missing-authorization', '4.1.wrong-secret', '4.1.wrong-client'],
    '5.api-key-exchanges',
  ),
  partnerToken.checked(
    'Refreshed with: the refresh_token returned when the token was issued',
    ...['refresh-token', '4.2.new-token', '4.2.wrong-token'],
  ),
  partnerToken.checked(
    'Response fields of the partner token exchange and refresh: not shown beyond the existence of a refresh_token value.',
    ...['refresh-token', '4.1.fields', '4.2.shape'],
  ),

  userToken.checked('access_token: string, the user access token', 'access-token'),
  userToken.checked('token_type: string, always the value bearer', 'token-type'),
  userToken.checked('expires_in: integer, lifetime in seconds', 'expires-in'),
  userToken.checked('The lifetime is about 24 hours by default', 'lifetime', 'lasts', 'expires'),
  userToken.checked('and it is tied to one user_id.', 'one-user', '4.6.other-user'),

  plan.checked('FileId: string, identifier of the file being uploaded', 'file-id'),
  plan.checked('FileId is sent back when completing the upload', '4.6.wrong-file-id'),
  plan.checked('UploadId: string, identifier of the multipart upload session', 'upload-id'),
  plan.checked('UploadId is sent back when completing the upload', '4.6.wrong-upload-id'),
  plan.checked('ChunkSize: integer, size of each chunk in bytes', 'chunk-size'),
  plan.checked(
    'the file must be cut to this size',
    ...['4.5.put', '4.5.last-chunk', '4.5.single-chunk', '4.5.other-size'],
  ),
  plan.checked('Parts: array', 'parts'),
  plan.checked('one entry per chunk', 'one-entry-per-chunk', '4.4.part-order'),
  plan.checked('Parts[].PartNumber: integer, chunk number', 'part-number'),
  plan.checked('starting at 1', 'from-one'),
  plan.checked('Parts[].PresignedUrl: string', 'presigned-url'),
  plan.checked(
    'pre-authorised upload address for that chunk',
    ...['4.5.put', '4.5.changed-address', '4.4.address-lifetime'],
  ),

  file.checked('FileId: string, identifier of the uploaded file', 'file-id', 'same-file'),
  file.checked('FileType: string, audio file extension', 'file-type', 'extension'),
  file.checked(
    'DownloadUrl: string, presigned download address',
    ...['download-url', 'signed', 'download', 'range', 'cors'],
  ),
  file.checked('valid about 24 hours', 'lifetime', 'lasts', 'expires'),
  file.checked('passed as file_url to transcription', '4.7.submit', '3.success'),
  file.checked('FileMd5: string, hexadecimal MD5', 'file-md5'),
  file.checked('of the merged file', 'md5-of-file', 'merged'),

  task.checked(
    'transcription_id: string, task identifier used for polling',
    ...['transcription-id', 'same-id'],
  ),
  task.checked('status: string, see section 3', 'status'),
  task.checked('data: object', 'data'),
  task.checked('empty object until the task succeeds', '3.empty-data'),
  task.checked('populated when status is SUCCESS', '3.filled-data'),
  task.checked('data.text: string', 'text'),
  task.checked('full transcript text', 'words', 'text-joint'),
  task.checked('data.language: string', 'language'),
  task.checked('detected or specified language', 'language-given', 'segment-language'),
  task.checked('data.duration: integer', 'duration'),
  task.checked('audio duration in seconds', 'seconds'),
  task.checked('data.segments: array', 'segments', 'more'),
  task.checked(
    'time-aligned sentence segments',
    ...['some-segments', 'start-before-end', 'within', 'milliseconds', 'segment-order'],
  ),
  task.checked('data.segments[].speaker: string, speaker label', 'speaker', 'two-speakers'),
  task.checked(
    'returned when speaker separation is enabled',
    ...['speaker', 'no-speaker', 'no-speaker-by-default'],
  ),
  task.checked('data.segments[].start_ms: integer', 'start-ms'),
  task.checked('segment start in milliseconds', 'milliseconds'),
  task.checked('data.segments[].end_ms: integer', 'end-ms'),
  task.checked('segment end in milliseconds', 'milliseconds', 'within'),
  task.checked(
    'data.segments[].text: string, text of the segment',
    'segment-text',
    'segment-words',
  ),
  task.checked(
    'Where the speaker voiceprint vector appears in the result when return_embedding is true: not shown.',
    'embedding',
  ),
  task.checked('Fields of a failed task beyond its status: not shown.', 'failed-task'),

  states.checked('The states PENDING to REVOKED', 'known'),
  states.checked('PENDING: usual status right after submission', '4.7.pending'),
  states.checked(
    'SUCCESS: terminal; result ready, data populated',
    ...['success', 'success-defaults', 'success-opposites', 'filled-data'],
  ),
  states.checked('FAILURE: terminal failure', '7.task-failure'),
  states.unobservable(
    'REVOKED: terminal failure',
    'Only the operator can revoke a task. If it happens, 7.task-failure accepts it.',
  ),
  states.checked('Transitions: not shown.', 'transitions'),
  states.checked(
    '1. While status is PENDING, RECEIVED, STARTED or PROGRESS, data is an empty object.',
    'empty-data',
  ),
  states.checked('2. When status is SUCCESS, data holds the result.', 'filled-data'),
  states.unobservable(
    '3. A client stops polling on SUCCESS, FAILURE or REVOKED and does not re-query a task in a terminal state.',
    `${FOR_CLIENTS} The tool follows it.`,
  ),
];
