import type { TranscribeErrorCode } from '../protocol/index.js';

/** Headings over the message of an error; other codes use `failed`. */
const failedBecause: Readonly<Partial<Record<TranscribeErrorCode, string>>> = {
  'unsupported-format': 'This file can’t be used',
  'file-empty': 'This file can’t be used',
  'file-too-large': 'This file can’t be used',
  'file-too-long': 'This file can’t be used',
  'file-changed': 'The file has changed',
  'token-unavailable': 'You can’t upload right now',
  'not-authorized': 'You can’t upload right now',
  'plan-invalid': 'The upload couldn’t start',
  'etag-unreadable': 'The upload failed',
  'storage-rejected': 'The upload failed',
  'upload-expired': 'The upload expired',
  'integrity-mismatch': 'The upload didn’t match',
  network: 'The connection failed',
  'task-failed': 'Transcription failed',
  'task-revoked': 'Transcription was cancelled',
  cancelled: 'Cancelled',
};

/** All text of the element except the reader's; another language replaces the whole object. */
export const STRINGS = {
  label: 'Transcribe a recording',
  /** The label once the transcript is there. `title` may be empty. */
  labelReady: (title: string): string => `Transcript of ${title === '' ? 'a recording' : title}`,
  drop: 'Drop a recording here',
  dropNow: 'Drop to transcribe',
  or: 'or',
  choose: 'Choose a file',
  upTo: (amount: string): string => `up to ${amount}`,
  /** By kind of offer. The hints depend on what is needed to resume here. */
  offer: {
    interrupted: {
      heading: 'Unfinished recording:',
      hints: {
        nothing: '',
        permission: 'Your browser will ask for permission to read the file again.',
        recording: 'Choose the same file again. What is already uploaded isn’t sent again.',
      },
      /** Replaces `recording` if nothing of the upload can be reused. */
      sentAgain: 'Choose the same file again. The upload starts from the beginning.',
      accept: 'Continue upload',
      acceptUploaded: 'Continue',
      pick: 'Choose the file again',
      decline: 'Discard',
    },
    'in-other-tab': {
      heading: 'In progress in another tab:',
      hints: {
        nothing: 'If you continue here, it stops in the other tab.',
        permission:
          'If you continue here, it stops in the other tab. Your browser will ask for permission to read the file.',
        recording: 'To continue here, choose the same file. It then stops in the other tab.',
      },
      accept: 'Continue here',
      acceptUploaded: 'Continue here',
      pick: 'Choose the file and continue here',
      decline: 'Not now',
    },
  },
  alreadyUploaded: (percent: string): string => `${percent} uploaded`,
  allUploaded: 'fully uploaded',
  anotherRecording: (title: string, size: string): string =>
    `That’s a different file. Choose “${title}” (${size}).`,
  recordingNeeded: 'Your browser can no longer read this file. Choose it again to continue.',
  steps: { upload: 'Upload', transcribe: 'Transcribe', read: 'Read' },
  stepsLabel: 'Steps',
  checking: 'Checking the file…',
  waiting: 'Ready to upload',
  verifying: 'Comparing the file with what is already uploaded…',
  planning: 'Preparing the upload…',
  uploading: 'Uploading',
  completing: 'Finishing the upload…',
  offline: 'You’re offline',
  retrying: 'Connection interrupted',
  troubleHints: {
    offline: 'Your upload continues when you’re back online.',
    retrying: 'Trying again automatically.',
  },
  /** The hint for `offline` once the upload is done. */
  offlineUploaded: 'The transcript appears here when you’re back online.',
  partTry: (part: number, attempt: number): string => `part ${part}, attempt ${attempt}`,
  late: 'At this speed the upload may time out and restart. A faster connection helps.',
  uploadsAgain: 'The earlier upload expired, so the file is being uploaded again.',
  unkept: 'Keep this page open: your browser can’t save progress.',
  paused: 'Paused',
  submitting: 'Starting transcription…',
  transcribing: 'Transcribing',
  taskStatus: {
    PENDING: 'Waiting in the queue',
    RECEIVED: 'Waiting in the queue',
    STARTED: 'Opening the recording',
    PROGRESS: 'Recognising speech',
  } as Readonly<Record<string, string>>,
  taskUnknown: 'In progress',
  keepOpen: 'This can take a while. The transcript appears here when it’s ready.',
  uploadProgress: 'Upload progress',
  amount: (stored: string, total: string): string => `${stored} of ${total}`,
  /** Replaces `amount` while parts fail. */
  partsUploaded: (stored: number, total: number): string =>
    `${stored} of ${total} ${total === 1 ? 'part' : 'parts'} uploaded`,
  speed: (amount: string): string => `${amount}/s`,
  left: (time: string): string => `${time} left`,
  start: 'Start',
  pause: 'Pause',
  resume: 'Resume',
  cancel: 'Cancel',
  retry: 'Try again',
  another: 'Choose another file',
  chooseAgain: 'Choose the file again',
  failed: 'Something went wrong',
  failedBecause,
  ready: 'The transcript is ready',
  readerLoading: 'Opening the transcript…',
  readerFailed:
    'The transcript is ready, but this page couldn’t load the part that shows it. Check your connection and try again.',
  untitled: 'Transcript',
  required: 'Add a recording and wait until transcription starts.',
} as const;

export type Strings = typeof STRINGS;
