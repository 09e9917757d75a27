/**
 * Forces the element into a state through its public API: a backend and a token function of this page, and
 * `/__stage/…` of the demo's server, whose storage answers as the state needs it.
 */
import { wavHeader } from '../../../src/intake/convert/pcm.js';
import type { AudioTranscribe } from '../../../src/index.js';
import { goOffline, goOnline } from '../environment/offline.js';
import { FAILURES } from './failures.js';
import { DATA_SETS, type StagedTranscript } from './transcripts.js';

// Files of silence for the states.

/** A WAV file: 16 bit, mono, 16 kHz. `bytes` is the length of its sound. */
const silence = (name = 'Hearing on the new harbour, second day.wav', bytes = 3_000_000): File => {
  return new File([wavHeader(16_000, bytes), new Uint8Array(bytes)], name, {
    type: 'audio/wav',
    lastModified: 1,
  });
};

/** An AIFF file of two hours, whose conversion takes a while. It repeats one second, so it needs no memory. */
const longAiff = (): File => {
  const [channels, bits, rate, seconds] = [2, 16, 48_000, 7_200] as const;
  const view = new DataView(new ArrayBuffer(54));
  const text = (at: number, value: string): void =>
    [...value].forEach((letter, index) => view.setUint8(at + index, letter.charCodeAt(0)));
  const length = rate * seconds * channels * (bits / 8);
  text(0, 'FORM');
  view.setUint32(4, length + 46);
  text(8, 'AIFFCOMM');
  view.setUint32(16, 18);
  view.setUint16(20, channels);
  view.setUint32(22, rate * seconds);
  view.setUint16(26, bits);
  view.setUint16(28, 0x400e);
  view.setUint16(30, 0xbb80);
  text(38, 'SSND');
  view.setUint32(42, length + 8);
  const second = new Uint8Array(rate * channels * (bits / 8));
  const parts = new Array<Uint8Array<ArrayBuffer>>(seconds).fill(second);
  return new File([view, ...parts], 'Interview with the harbour master.aiff', { lastModified: 1 });
};

interface State {
  readonly title: string;
  readonly group: string;
  /** Brings a fresh element, which is in the page, into the state. */
  readonly show: (element: AudioTranscribe) => void | Promise<void>;
}

/** Nothing that the states store is offered to the live element. */
export const STAGED_SCOPE = 'qa-states';

const never = (): Promise<never> => new Promise(() => undefined);

/** Resolves when the element is in one of these states. */
const reach = (element: AudioTranscribe, ...states: readonly string[]): Promise<void> =>
  new Promise((resolve) => {
    if (states.includes(element.state)) return resolve();
    const changed = (): void => {
      if (!states.includes(element.state)) return;
      element.removeEventListener('transcribe-state', changed);
      resolve();
    };
    element.addEventListener('transcribe-state', changed);
  });

/** Resolves when the first parts are stored. */
const sent = (element: AudioTranscribe): Promise<void> =>
  new Promise((resolve) => {
    const changed = (): void => {
      if (element.progress.storedBytes === 0) return;
      element.removeEventListener('transcribe-progress', changed);
      resolve();
    };
    element.addEventListener('transcribe-progress', changed);
  });

/** Connects an element with the staged service. */
const connect = (element: AudioTranscribe, behaviour: 'slow' | 'retry' | 'broken'): void => {
  element.serviceUrl = new URL(`/__stage/${behaviour}`, location.href).href;
  element.fetchToken = () => Promise.resolve('staged');
  element.backend = { submit: never, query: never };
};

/** `behaviour` is that of the staged storage. */
const upload = (element: AudioTranscribe, behaviour: 'slow' | 'retry' | 'broken'): void => {
  connect(element, behaviour);
  element.selectFile(silence());
};

/** A task that was submitted earlier. `query` is what its backend answers. */
const task = (element: AudioTranscribe, query: () => Promise<unknown>): void => {
  element.backend = { submit: never, query };
  element.transcriptionId = 'staged';
};

const answer = (status: string, data: unknown = {}) => ({
  transcription_id: 'staged',
  status,
  data,
});

const showTranscript =
  (data: StagedTranscript) =>
  (element: AudioTranscribe): Promise<void> => {
    element.audioUrl = data.duration > 60 ? null : 'samples/conversation.mp3';
    task(element, () => Promise.resolve(answer('SUCCESS', data)));
    return reach(element, 'ready');
  };

const START: Readonly<Record<string, State>> = {
  idle: { title: 'Idle', group: 'Before the upload', show: () => undefined },
  disabled: {
    title: 'Disabled',
    group: 'Before the upload',
    show: (element) => {
      element.disabled = true;
    },
  },
  microphone: {
    title: 'Idle, with the microphone',
    group: 'Before the upload',
    show: (element) => {
      element.sources = 'file microphone';
    },
  },
  offer: {
    title: 'Offer to resume',
    group: 'Before the upload',
    // Another element begins, and leaves the page.
    show: async (element) => {
      const first = document.createElement('audio-transcribe');
      first.hidden = true;
      first.userKey = STAGED_SCOPE;
      element.before(first);
      upload(first, 'slow');
      await sent(first);
      first.remove();
      element.noStorage = false;
    },
  },
  'waiting-for-start': {
    title: 'Waiting for Start',
    group: 'Before the upload',
    show: (element) => {
      element.manualStart = true;
      upload(element, 'slow');
    },
  },
};

const UPLOAD: Readonly<Record<string, State>> = {
  checking: {
    title: 'Checking the file',
    group: 'Upload',
    show: (element) => {
      const file = silence();
      // The file is on a disk that does not answer.
      file.slice = () => Object.assign(new Blob(), { arrayBuffer: never });
      connect(element, 'slow');
      element.selectFile(file);
    },
  },
  converting: {
    title: 'Converting the file',
    group: 'Upload',
    show: (element) => {
      connect(element, 'slow');
      element.selectFile(longAiff());
    },
  },
  planning: {
    title: 'Preparing the upload',
    group: 'Upload',
    show: (element) => {
      connect(element, 'slow');
      element.fetchToken = never;
      element.selectFile(silence());
    },
  },
  uploading: {
    title: 'Uploading',
    group: 'Upload',
    show: async (element) => {
      upload(element, 'slow');
      await sent(element);
    },
  },
  'uploading-retry': {
    title: 'Uploading, a part fails',
    group: 'Upload',
    show: async (element) => {
      upload(element, 'retry');
      await sent(element);
    },
  },
  'uploading-interrupted': {
    title: 'Uploading, interrupted',
    group: 'Upload',
    show: (element) => upload(element, 'broken'),
  },
  'uploading-offline': {
    title: 'Uploading, offline',
    group: 'Upload',
    show: async (element) => {
      upload(element, 'broken');
      await reach(element, 'uploading');
      goOffline();
    },
  },
  paused: {
    title: 'Paused',
    group: 'Upload',
    show: async (element) => {
      upload(element, 'slow');
      await sent(element);
      element.pause();
    },
  },
  list: {
    title: 'Several recordings',
    group: 'Upload',
    show: async (element) => {
      element.multiple = true;
      await element.updateComplete;
      upload(element, 'slow');
      element.selectFile(silence('Interview with the harbour master.wav'));
      element.selectFile(new File(['%PDF-1.7'], 'Minutes of the meeting.pdf'));
    },
  },
};

const TASK: Readonly<Record<string, State>> = {
  submitting: {
    title: 'Starting the transcription',
    group: 'Transcription',
    show: (element) => {
      element.backend = { submit: never, query: never };
      element.fileUrl = 'https://example.org/hearing.mp3';
    },
  },
  transcribing: {
    title: 'Transcribing',
    group: 'Transcription',
    show: (element) => task(element, () => Promise.resolve(answer('PROGRESS'))),
  },
  'transcribing-queued': {
    title: 'Transcribing, in the queue',
    group: 'Transcription',
    show: (element) => task(element, () => Promise.resolve(answer('PENDING'))),
  },
  'transcribing-interrupted': {
    title: 'Transcribing, interrupted',
    group: 'Transcription',
    show: (element) => task(element, () => Promise.reject(new Error('staged'))),
  },
};

const TRANSCRIPTS = Object.fromEntries(
  Object.entries(DATA_SETS).map(([name, { title, data }]): [string, State] => [
    name,
    {
      title,
      group: 'Transcripts',
      show: (element) => showTranscript(data())(element),
    },
  ]),
);

const FAILED = Object.fromEntries(
  FAILURES.map(({ reason, error }): [string, State] => [
    `failed-${reason}`,
    {
      title: `${error.code}: ${reason}`,
      group: 'Failed',
      show: (element) => {
        connect(element, 'slow');
        element.fetchToken = () => Promise.reject(error);
        element.selectFile(silence());
      },
    },
  ]),
);

/** By the name in the URL. */
export const STATES: Readonly<Record<string, State>> = {
  ...START,
  ...UPLOAD,
  ...TASK,
  ...TRANSCRIPTS,
  ...FAILED,
};

/** Undoes what a state has changed in the page. */
export const leaveState = (): void => goOnline();
