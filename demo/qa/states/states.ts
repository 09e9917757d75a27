/**
 * Forces the element into a state through its public API: a backend and a token function of this page, and
 * `/__stage/…` of the demo's server, whose storage answers as the state needs it.
 */
import { wavHeader } from '../../../src/convert/pcm.js';
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

/** Brings a fresh element, which is in the page, into the state. */
type Show = (element: AudioTranscribe) => void | Promise<void>;

/** Nothing that the states store is offered to the live element. */
export const STAGED_SCOPE = 'qa-states';

const never = (): Promise<never> => new Promise(() => undefined);

type When = 'transcribe-state' | 'transcribe-progress';

/** Resolves at the first event after which the element is as wanted. */
const until = (element: AudioTranscribe, type: When, isTrue: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    const changed = (): void => {
      if (!isTrue()) return;
      element.removeEventListener(type, changed);
      resolve();
    };
    element.addEventListener(type, changed);
    changed();
  });

const reach = (element: AudioTranscribe, state: string): Promise<void> =>
  until(element, 'transcribe-state', () => element.state === state);

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

/** Uploads until the first parts are stored. */
const uploadSome = (element: AudioTranscribe, behaviour: 'slow' | 'retry'): Promise<void> => {
  upload(element, behaviour);
  return until(element, 'transcribe-progress', () => element.progress.storedBytes > 0);
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

const showTranscript = (element: AudioTranscribe, data: StagedTranscript): Promise<void> => {
  element.audioUrl = data.duration > 60 ? null : 'samples/conversation.mp3';
  task(element, () => Promise.resolve(answer('SUCCESS', data)));
  return reach(element, 'ready');
};

/** By group, then by the name in the URL: the title, and how to get there. */
const GROUPS: Readonly<
  Record<string, Readonly<Record<string, readonly [title: string, show: Show]>>>
> = {
  'Before the upload': {
    idle: ['Idle', () => undefined],
    disabled: [
      'Disabled',
      (element) => {
        element.disabled = true;
      },
    ],
    microphone: [
      'Idle, with the microphone',
      (element) => {
        element.sources = 'file microphone';
      },
    ],
    offer: [
      'Offer to resume',
      // Another element begins, and leaves the page.
      async (element) => {
        const first = document.createElement('audio-transcribe');
        first.hidden = true;
        first.userKey = STAGED_SCOPE;
        element.before(first);
        await uploadSome(first, 'slow');
        first.remove();
        // Work is offered only where it would be sent to the same service.
        connect(element, 'slow');
        element.noStorage = false;
      },
    ],
    'waiting-for-start': [
      'Waiting for Start',
      (element) => {
        element.manualStart = true;
        upload(element, 'slow');
      },
    ],
  },
  Upload: {
    checking: [
      'Checking the file',
      (element) => {
        const file = silence();
        // The file is on a disk that does not answer.
        file.slice = () => Object.assign(new Blob(), { arrayBuffer: never });
        connect(element, 'slow');
        element.selectFile(file);
      },
    ],
    converting: [
      'Converting the file',
      (element) => {
        connect(element, 'slow');
        element.selectFile(longAiff());
      },
    ],
    planning: [
      'Preparing the upload',
      (element) => {
        connect(element, 'slow');
        element.fetchToken = never;
        element.selectFile(silence());
      },
    ],
    uploading: ['Uploading', (element) => uploadSome(element, 'slow')],
    'uploading-retry': ['Uploading, a part fails', (element) => uploadSome(element, 'retry')],
    'uploading-interrupted': ['Uploading, interrupted', (element) => upload(element, 'broken')],
    'uploading-offline': [
      'Uploading, offline',
      async (element) => {
        upload(element, 'broken');
        await reach(element, 'uploading');
        goOffline();
      },
    ],
    paused: [
      'Paused',
      async (element) => {
        await uploadSome(element, 'slow');
        element.pause();
      },
    ],
    list: [
      'Several recordings',
      async (element) => {
        element.multiple = true;
        await element.updateComplete;
        upload(element, 'slow');
        element.selectFile(silence('Interview with the harbour master.wav'));
        element.selectFile(new File(['%PDF-1.7'], 'Minutes of the meeting.pdf'));
      },
    ],
  },
  Transcription: {
    submitting: [
      'Starting the transcription',
      (element) => {
        element.backend = { submit: never, query: never };
        element.fileUrl = 'https://example.org/hearing.mp3';
      },
    ],
    transcribing: [
      'Transcribing',
      (element) => task(element, () => Promise.resolve(answer('PROGRESS'))),
    ],
    'transcribing-queued': [
      'Transcribing, in the queue',
      (element) => task(element, () => Promise.resolve(answer('PENDING'))),
    ],
    'transcribing-interrupted': [
      'Transcribing, interrupted',
      (element) => task(element, () => Promise.reject(new Error('staged'))),
    ],
  },
  Transcripts: Object.fromEntries(
    Object.entries(DATA_SETS).map(([name, { title, data }]) => [
      name,
      [title, (element: AudioTranscribe) => showTranscript(element, data())],
    ]),
  ),
  Failed: Object.fromEntries(
    FAILURES.map(({ reason, error }) => [
      `failed-${reason}`,
      [
        `${error.code}: ${reason}`,
        (element: AudioTranscribe) => {
          connect(element, 'slow');
          element.fetchToken = () => Promise.reject(error);
          element.selectFile(silence());
        },
      ],
    ]),
  ),
};

interface State {
  readonly title: string;
  readonly group: string;
  readonly show: Show;
}

/** By the name in the URL. */
export const STATES: Readonly<Record<string, State>> = Object.fromEntries(
  Object.entries(GROUPS).flatMap(([group, states]) =>
    Object.entries(states).map(([name, [title, show]]) => [name, { title, group, show }]),
  ),
);

/** Undoes what a state has changed in the page. */
export const leaveState = (): void => goOnline();
