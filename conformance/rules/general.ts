/** Sections 5 to 8 of the specification, sentence by sentence. */
import { rulesOf, type Rule } from './rule.js';

const authentication = rulesOf('5');
const events = rulesOf('6');
const errors = rulesOf('7');
const limits = rulesOf('8');

const FOR_CLIENTS = 'A rule for the client.';
const NO_EVENTS = 'Nothing is sent, and a receiver would need a public address.';

export const generalRules: readonly Rule[] = [
  authentication.checked(
    'partner token: application level, about 2 hours, for issuing user tokens and refreshing itself',
    ...['2.1.lifetime', '2.1.expires', '4.3.issue', '4.2.new-token', 'partner-token-plans'],
    ...['partner-token-completes', 'partner-token-submits', 'partner-token-queries'],
  ),
  authentication.checked(
    'user token: user level, about 24 hours, for generate-presigned-urls and complete-upload',
    ...['2.2.lifetime', '2.2.expires', '4.4.plan', '4.6.complete', 'user-token-issues'],
    ...['user-token-submits', 'user-token-queries'],
  ),
  authentication.checked(
    'client_id with api_key: headers X-Client-Id and X-Client-Api-Key, for transcription submit and query',
    ...['4.7.submit', '4.8.query'],
  ),
  authentication.unobservable(
    'client_id with api_key: lifetime not limited',
    'No run is long enough to show it.',
  ),
  authentication.checked(
    '1. api_key differs from secret.',
    ...['api-key', 'secret-submits', 'secret-queries', 'secret-issues', '5.api-key-exchanges'],
  ),
  authentication.unobservable(
    '1. client_id, secret and api_key are provisioned by the operator’s integration engineers.',
    'This happens outside of the service.',
  ),
  authentication.unobservable(
    '2. client_id and secret are kept only on the partner’s server.',
    FOR_CLIENTS,
  ),
  authentication.unobservable(
    '3. Partner token exchange and refresh are done by the partner backend.',
    FOR_CLIENTS,
  ),
  authentication.checked('4. User tokens are issued per user.', '2.2.one-user'),
  authentication.unobservable('4. Clients hold only the short-lived user token.', FOR_CLIENTS),
  authentication.unobservable(
    '5. After a reset the old credentials stop working.',
    'Only the operator can reset credentials.',
  ),
  authentication.checked(
    '6. Presigned upload addresses on the storage host need no authentication header.',
    '4.5.put',
  ),
  authentication.unobservable('7. Placeholders used.', 'A convention of the document.'),

  events.unobservable('1. No events are currently sent by the service.', NO_EVENTS),
  events.unobservable('2. A completion callback (webhook) is planned and not released.', NO_EVENTS),
  events.unobservable('3. The proposed payload is provisional.', NO_EVENTS),

  errors.checked(
    '1. The error response structure and error code list: not shown.',
    ...['errors', 'storage-errors', 'own-faults', '4.5.ended-upload', '4.6.mismatch-status'],
  ),
  errors.checked('2. Successful calls return HTTP 200.', '4.status-200', '4.5.status-200'),
  errors.checked(
    '3. Task-level failure is reported through status FAILURE or REVOKED on a query that itself succeeds.',
    'task-failure',
  ),

  limits.checked('partner token lifetime: about 2 hours', '2.1.lifetime', '2.1.expires'),
  limits.checked(
    'user token lifetime: about 24 hours; requested via expires_in, default 86400 seconds',
    ...['2.2.lifetime', '2.2.expires', '4.3.expires-in', '4.3.expires'],
  ),
  limits.checked(
    'user_id length: 6 to 120 characters',
    ...['4.3.user-id-5', '4.3.user-id-6', '4.3.user-id-120', '4.3.user-id-121'],
  ),
  limits.checked('DownloadUrl validity: about 24 hours', '2.3.1.lifetime', '2.3.1.expires'),
  limits.checked('chunk size: given in ChunkSize of the response', '2.3.chunk-size'),
  limits.checked(
    'supported formats: mp3, m4a, wav, for upload and transcription',
    ...['4.4.filetype-mp3', '4.4.filetype-m4a', '4.4.filetype-wav', '4.4.filetype-other'],
    ...['3.success', '4.7.mp3', '4.7.m4a'],
  ),
  limits.unobservable('Polling guidance', `${FOR_CLIENTS} The tool follows it.`),
  limits.checked(
    'Rate limits, maximum file size, maximum number of parts, and bounds of expires_in: not shown.',
    ...['rate-limits', 'largest-file', 'expires-in'],
  ),
];
