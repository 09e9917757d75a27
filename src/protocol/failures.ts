/** The code and the English message of each failure. Other languages word the same reasons in `src/strings/`. */
import {
  type Failure,
  type FailureOptions,
  type FailureReason,
  type FailureValues,
  type FailureWords,
  type FoundFile,
  type FoundKind,
  SESSION_CODES,
  SESSION_FAILURES,
  TranscribeError,
  type TranscribeErrorCode,
} from './errors.js';

type Code = TranscribeErrorCode;

/** The codes of the reasons that are not codes themselves. */
const CODES: Readonly<Record<Exclude<FailureReason, Code>, Code>> = {
  ...SESSION_CODES,
  'm4a-incomplete': 'unsupported-format',
  'convert-undecodable': 'unsupported-format',
  'convert-unreadable': 'unsupported-format',
  'convert-no-space': 'unsupported-format',
  'convert-too-long': 'unsupported-format',
  'convert-unavailable': 'unsupported-format',
  'file-unreadable': 'file-changed',
  'file-not-copied': 'file-changed',
  'file-changed-while-uploading': 'file-changed',
  'file-gone': 'file-changed',
  'another-file': 'file-changed',
  'service-busy': 'backend-rejected',
  'response-unreadable': 'response-invalid',
  'payment-required': 'backend-rejected',
  'recording-too-large': 'file-too-large',
  'recording-refused': 'backend-rejected',
  'result-unreadable': 'response-invalid',
  'submission-unknown': 'network',
  'key-reused': 'network',
  'place-refuses': 'network',
  'place-unreachable': 'network',
  'upload-not-allowed': 'not-authorized',
  'not-signed-in': 'not-authorized',
  'another-user': 'not-authorized',
  'backend-unavailable': 'backend-rejected',
  'backend-refused': 'backend-rejected',
  'task-unknown': 'backend-rejected',
  'task-unavailable': 'backend-rejected',
  'upload-not-assembled': 'integrity-mismatch',
  'upload-differs': 'integrity-mismatch',
  'part-damaged': 'integrity-mismatch',
  'storage-set-up': 'storage-rejected',
  'storage-clock': 'storage-rejected',
  'storage-full': 'storage-rejected',
  unexpected: 'response-invalid',
  'signed-out-page': 'not-authorized',
  'answered-by-another': 'network',
  'not-set-up': 'configuration',
};

const amount = (bytes: number): string => {
  if (bytes < 1e6) return `${Math.max(1, Math.round(bytes / 1e3))} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
};

const duration = (seconds: number): string => {
  if (seconds < 120) return `${Math.round(seconds)} seconds`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes} minutes`;
  const rest = minutes % 60 === 0 ? '' : ` ${minutes % 60} minutes`;
  return `${Math.floor(minutes / 60)} hours${rest}`;
};

const FOUND: Readonly<Record<FoundKind, string>> = {
  audio: 'an audio file in another format',
  'protected-audio': 'a copy-protected recording',
  video: 'a video in another format',
  'silent-video': 'a video without sound',
  picture: 'a picture',
  document: 'a document',
  archive: 'an archive',
  program: 'a program',
  text: 'a text file',
  'no-audio': 'a file without a recording in it',
};

const described = (found: FoundFile | null): string => {
  if (found === null) return 'not a recording we recognise';
  const { kind, format } = found;
  return `${FOUND[kind]}${format === '' ? '' : ` (${format})`}`;
};

/** The messages in English. */
export const ENGLISH_FAILURES: FailureWords = {
  ...SESSION_FAILURES,
  'file-empty': ({ name }) => `“${name}” is empty. Choose another recording.`,
  'file-too-large': ({ name, size, limit }) =>
    `“${name}” is ${amount(size)}. The limit is ${amount(limit)}. Choose a smaller recording.`,
  'file-too-long': ({ name, length, limit }) =>
    `“${name}” is ${duration(length)} long. The limit is ${duration(limit)}. Choose a shorter recording.`,
  'unsupported-format': ({ name, found }) =>
    `“${name}” is ${described(found)}. Choose an MP3, M4A or WAV file.`,
  'm4a-incomplete': ({ name }) =>
    `“${name}” is an incomplete M4A file: part of it is missing. Copy it again from the recording device, or choose another recording.`,
  'convert-undecodable': ({ name, codec }) =>
    `This browser can’t convert “${name}”${codec === '' ? '' : ` (${codec})`}. Save it as an MP3, M4A or WAV file in another app, then choose that file.`,
  'convert-unreadable': ({ name }) =>
    `“${name}” can’t be converted, because its sound can’t be read. Check that it plays, or choose an MP3, M4A or WAV file.`,
  'convert-no-space': ({ name }) =>
    `There isn’t enough free space on this device to convert “${name}”. Free up some space and try again, or choose an MP3, M4A or WAV file.`,
  'convert-too-long': ({ name }) =>
    `“${name}” is too long to convert, because this browser doesn’t let the page store data. Leave private browsing, or choose an MP3, M4A or WAV file.`,
  'convert-unavailable': ({ name }) =>
    `This page can’t convert “${name}”. Choose an MP3, M4A or WAV file.`,
  'file-unreadable': () =>
    'The file cannot be read: it was moved, changed or deleted. Choose it again.',
  'file-not-copied': () =>
    'This page can’t read the file reliably, and there isn’t enough free space to copy it. Save the recording on this device first, then choose it there.',
  'file-changed-while-uploading': () =>
    'The file was changed, moved or deleted during the upload. Choose it again. Uploaded parts are not sent again.',
  'file-gone': () =>
    'The upload of this recording has expired, and this page no longer has the file. Choose it again.',
  'another-file': ({ name, expected }) =>
    `“${name}” is not the recording whose upload was interrupted${expected === null ? '' : ` (“${expected}”)`}: its content differs. Choose the interrupted recording, or try again to upload “${name}” from the start.`,
  'place-refuses': ({ host }) =>
    `“${host}” can be reached, but something doesn’t let this page use it: its settings, a browser extension or your network. Try again without extensions or on another network. If that doesn’t help, contact support.`,
  'place-unreachable': ({ host }) =>
    `“${host}” can’t be reached, although the connection works. A firewall, a VPN or a browser extension may block it. Check these, then try again.`,
  'service-busy': () =>
    'The service is busy or not available. Nothing is lost. Try again in a moment.',
  'response-unreadable': () =>
    'The service sent an unreadable response. Try again. If it happens again, contact support.',
  'payment-required': () =>
    'The transcription service requires payment before it accepts this recording. Contact support, then try again.',
  'recording-too-large': () =>
    'This recording is too large for the transcription service. Choose a smaller one.',
  'recording-refused': () =>
    'The transcription service did not accept this recording. Choose another one. If that does not help, contact support.',
  'result-unreadable': () =>
    'The transcription is finished, but its result cannot be read. Contact support.',
  'submission-unknown': () =>
    'We can’t tell whether the transcription started, because the answer was lost. If you try again, the recording may be transcribed twice, and you may be charged twice.',
  'key-reused': () =>
    'This recording may already be in transcription, with other settings or from an earlier upload. If you try again, it may be transcribed twice, and you may be charged twice.',
  'token-unavailable': () =>
    'This page could not get permission to upload. Sign in again or reload the page, then try again.',
  'upload-not-allowed': () =>
    'The service does not let this page upload. Sign in again or reload the page, then try again.',
  'not-signed-in': () =>
    'You are not signed in, or you are not allowed to transcribe here. Sign in again or reload the page, then try again.',
  'another-user': () =>
    'Another user has signed in since you chose this recording, so it was not transcribed. Choose it again to transcribe it as the user who is signed in now.',
  'backend-unavailable': () =>
    'This page cannot transcribe at the moment. Try again later. If it happens again, contact support.',
  'backend-refused': () =>
    'The transcription service did not accept this page’s request. Contact support.',
  'task-unknown': () =>
    'This transcription does not exist, or it belongs to somebody else. Check that you are signed in with the right account.',
  'task-unavailable': () =>
    'The transcription could not be found. Try again. If it happens again, contact support.',
  'upload-expired': () =>
    'This upload has expired. Try again to upload the recording from the start.',
  'upload-not-assembled': () =>
    'The service could not put the pieces of this recording together. Try again to upload it once more.',
  'upload-differs': () =>
    'The uploaded recording differs from the file on this device. Try again to upload it once more.',
  'part-damaged': () =>
    'Part of the recording was damaged in transit several times. Try again on another network.',
  'storage-rejected': () =>
    'The file storage did not accept the recording. Try again. If it happens again, contact support.',
  'storage-set-up': () =>
    'The file storage is not set up for this upload. Contact support, then try again.',
  'storage-clock': () =>
    'The file storage refused the upload because a clock of the transcription service is wrong. Contact support, then try again.',
  'storage-full': () =>
    'The file storage is full, or it does not accept a recording of this size. Contact support, or try again later.',
  'etag-unreadable': () =>
    'The upload cannot be completed, because this page cannot read the ETag header of the file storage. A browser extension may hide it: try without extensions. Otherwise, the storage must send “Access-Control-Expose-Headers: ETag”.',
  'plan-invalid': () =>
    'The service’s answer does not fit this file. Try again. If it happens again, contact support.',
  unexpected: () =>
    'Something unexpected went wrong. Try again. If it happens again, contact support.',
  'no-sound': () => 'We hear nothing in this recording. Transcribe it anyway?',
  'task-failed': ({ again }) =>
    `The service could not transcribe this recording.${again ? ' Check that it plays, then try again.' : ''}`,
  'task-revoked': ({ again }) =>
    `The transcription was stopped by the service.${again ? ' Try again to restart it.' : ''}`,
  'signed-out-page': () =>
    'A web page answered in place of the service, probably because you are signed out. Sign in again or reload the page, then try again.',
  'answered-by-another': () =>
    'Something answers in place of the service: this page’s offline mode, a company’s network, or a browser extension.',
  'not-set-up': ({ detail }) => `This page is not set up to transcribe: ${detail}`,
};

const codeOf = (reason: FailureReason): Code =>
  reason in CODES ? CODES[reason as keyof typeof CODES] : (reason as Code);

/** The error for a reason. `options.code` replaces the reason's usual code. */
export const errorFor = <Reason extends FailureReason>(
  reason: Reason,
  values: FailureValues[Reason],
  { code = codeOf(reason), ...options }: FailureOptions = {},
): TranscribeError =>
  new TranscribeError(code, ENGLISH_FAILURES[reason](values), {
    ...options,
    failure: { reason, values } as Failure,
  });
