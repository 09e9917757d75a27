const ORDINALS = ['second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'];

/** Every word of the element but the reader's, in one place; a locale replaces the whole object. */
export const STRINGS = {
  label: 'Transcribe a recording',
  drop: 'Drop a recording here',
  dropNow: 'Let go to transcribe it',
  or: 'or',
  choose: 'Choose a file',
  accepted: (formats: readonly string[], limits: readonly string[]): string =>
    [formats.join(', '), ...limits].join(' · '),
  upTo: (amount: string): string => `up to ${amount}`,
  /** By kind of offer, and by what it takes to go on here. */
  offer: {
    interrupted: {
      heading: 'A recording was interrupted:',
      hints: {
        nothing: '',
        permission: 'Your browser will ask whether the file may be read again.',
        recording: 'Choose the same file again. What has arrived is not sent twice.',
      },
      /** In place of `recording` where nothing that was sent can be used. */
      sentAgain: 'Choose the same file again. It is uploaded from its beginning.',
      accept: 'Go on with it',
      pick: 'Choose the file again',
      decline: 'Forget it',
    },
    elsewhere: {
      heading: 'Another tab is working on this:',
      hints: {
        nothing: 'If you take it over, it stops there and goes on here.',
        permission:
          'If you take it over, it stops there and goes on here. Your browser will ask whether the file may be read.',
        recording: 'To take it over, choose the same file here. Then it stops there.',
      },
      accept: 'Take over here',
      pick: 'Choose the file and take over',
      decline: 'Not now',
    },
  },
  alreadyUploaded: (percent: string): string => `${percent} is already uploaded`,
  allUploaded: 'already uploaded',
  anotherRecording: (title: string, size: string): string =>
    `That is another recording. Choose “${title}”, which has ${size}.`,
  recordingNeeded: 'The file can no longer be read here. Choose it again to go on.',
  steps: { upload: 'Upload', transcribe: 'Transcribe', read: 'Read' },
  stepsLabel: 'Progress',
  checking: 'Looking at the recording …',
  waiting: 'Ready to upload',
  verifying: 'Comparing the recording with what is already uploaded …',
  planning: 'Getting ready to upload …',
  uploading: 'Uploading',
  completing: 'Checking that everything arrived …',
  offline: 'Offline',
  retrying: 'Trying again …',
  troubleHints: {
    offline: 'It goes on by itself once the network is back.',
    retrying: 'The connection is interrupted: it goes on by itself.',
  },
  partTry: (part: number, attempt: number): string =>
    `part ${part}, ${ORDINALS[attempt - 2] ?? `${attempt}th`} try`,
  late: 'At this speed the upload may not be done before its permission ends. A faster network helps; else it starts anew by itself.',
  uploadsAgain: 'The earlier upload has expired, so the recording is uploaded again.',
  unkept: 'This browser lets nothing be stored: keep this page open, or it starts anew.',
  paused: 'Paused',
  submitting: 'Handing over to the transcription …',
  transcribing: 'Transcribing',
  taskStatus: {
    PENDING: 'In the queue',
    RECEIVED: 'In the queue',
    STARTED: 'Opening the recording',
    PROGRESS: 'Recognising speech',
  } as Readonly<Record<string, string>>,
  taskUnknown: 'Working on it',
  keepOpen: 'This can take a while. You can go on with other things: it shows up here.',
  uploadProgress: 'Upload progress',
  amount: (sent: string, total: string): string => `${sent} of ${total}`,
  speed: (amount: string): string => `${amount}/s`,
  left: (time: string): string => `${time} left`,
  start: 'Start',
  pause: 'Pause',
  resume: 'Go on',
  cancel: 'Cancel',
  retry: 'Try again',
  another: 'Choose another file',
  chooseAgain: 'Choose the file again',
  newRecording: 'New recording',
  failed: 'That did not work',
  ready: 'The transcript is ready',
  untitled: 'Transcript',
  required: 'Choose a recording and wait until it has been handed over.',
  downloadFailed: 'The download could not be prepared. Try again.',
} as const;

export type Strings = typeof STRINGS;
