/** Every failure that the element can show, with plausible values. */
import type {
  FailureReason,
  FailureValues,
  TranscribeError,
} from '../../../src/protocol/errors.js';
import { errorFor } from '../../../src/protocol/failures.js';

const name = 'Hearing on the new harbour.mp3';

/** Reasons without values. */
const plain = <Reason extends FailureReason>(...reasons: readonly Reason[]) =>
  Object.fromEntries(reasons.map((reason) => [reason, {}])) as { readonly [R in Reason]: object };

const VALUES = {
  'file-empty': { name },
  'file-too-large': { name, size: 9_400_000_000, limit: 2_000_000_000 },
  'file-too-long': { name, length: 30_000, limit: 14_400 },
  'unsupported-format': { name: 'Minutes.pdf', found: { kind: 'document', format: 'PDF' } },
  'm4a-incomplete': { name },
  'convert-undecodable': { name, codec: 'AMR' },
  'convert-unreadable': { name },
  'convert-no-space': { name },
  'convert-too-long': { name },
  'convert-unavailable': { name },
  'another-file': { name, expected: 'Second day.mp3' },
  'task-failed': { again: true },
  'task-revoked': { again: true },
  'not-set-up': { detail: 'there is no backend handler at the address in “backend-url”.' },
  'place-refuses': { host: 'storage.example' },
  'place-unreachable': { host: 'storage.example' },
  ...plain('file-unreadable', 'file-not-copied', 'file-changed-while-uploading', 'file-gone'),
  ...plain(
    'network',
    'stopped',
    'submission-unknown',
    'key-reused',
    'service-busy',
    'response-unreadable',
  ),
  ...plain('payment-required', 'recording-too-large', 'recording-refused', 'result-unreadable'),
  ...plain('token-unavailable', 'upload-not-allowed', 'not-signed-in', 'another-user'),
  ...plain('backend-unavailable', 'backend-refused', 'task-unknown', 'task-unavailable'),
  ...plain('upload-expired', 'upload-not-assembled', 'upload-differs', 'part-damaged'),
  ...plain('storage-rejected', 'storage-set-up', 'storage-clock', 'storage-full'),
  ...plain('etag-unreadable', 'plan-invalid', 'unexpected', 'no-sound', 'signed-out-page'),
  ...plain('answered-by-another'),
} as const satisfies { readonly [Reason in FailureReason]: FailureValues[Reason] };

const ofReason = <Reason extends FailureReason>(reason: Reason): TranscribeError =>
  errorFor(reason, (VALUES as { readonly [R in FailureReason]: FailureValues[R] })[reason]);

/** Sorted by code, then by reason. */
export const FAILURES: readonly {
  readonly reason: FailureReason;
  readonly error: TranscribeError;
}[] = (Object.keys(VALUES) as FailureReason[])
  .map((reason) => ({ reason, error: ofReason(reason) }))
  .sort(
    (one, other) =>
      one.error.code.localeCompare(other.error.code) || one.reason.localeCompare(other.reason),
  );
