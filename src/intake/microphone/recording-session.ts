/** One recording of the microphone, from the click on “Record” until it is sent or discarded. */
import type { Clock } from '../../engine/ports.js';
import { openCapture, type Capture, type Interruption } from './capture.js';
import { WAV_HEADER_BYTES } from '../convert/pcm.js';
import { audioLimit, secondsOf, waveHeader } from './pcm-recording.js';
import {
  isPolicyOff,
  microphonePermission,
  problemOf,
  problemOfPage,
  type MicrophoneProblem,
} from './problems.js';
import { createRecorder, type Recorder } from './recorder.js';
import {
  createRecordings,
  type OwnRecording,
  type Recordings,
  type RecordingsOptions,
} from './recordings.js';

/** Why a recording ended. `left`: the page was closed or has crashed. */
export type EndedBy = 'user' | 'limit' | 'storage' | 'left';

export type MicrophoneState =
  | { readonly name: 'off' }
  /** Tells the user about the permission, before the browser asks. */
  | { readonly name: 'explaining' }
  | { readonly name: 'asking' }
  | { readonly name: 'failed'; readonly problem: MicrophoneProblem }
  | { readonly name: 'recording' }
  | {
      readonly name: 'paused';
      /** Null if the user has paused. */
      readonly because: Interruption | null;
      /** Why the microphone could not be opened again. */
      readonly problem: MicrophoneProblem | null;
    }
  | { readonly name: 'saving' }
  | {
      readonly name: 'review';
      readonly file: File;
      readonly seconds: number;
      readonly endedBy: EndedBy;
      /** The file is being made. */
      readonly isSending: boolean;
    };

export interface MicrophoneOptions extends RecordingsOptions {
  readonly clock: Clock;
  /** Bytes and seconds. */
  readonly limits: () => { readonly maxSize: number | null; readonly maxDuration: number | null };
  readonly fileName: (startedAtMs: number) => string;
  readonly onChange: (state: MicrophoneState, previous: MicrophoneState) => void;
  /** Samples that are recorded now. */
  readonly onSamples: (samples: Int16Array) => void;
  /** Uploads and transcribes the file. */
  readonly send: (file: File) => void;
}

/** The recording that is being made or reviewed. */
interface Current extends OwnRecording {
  readonly recorder: Recorder;
}

/** Seconds. Without files, the whole recording is read into memory before it is sent. */
const LONGEST_IN_MEMORY_SECONDS = 2 * 3600;

export interface MicrophoneSession extends Pick<
  Recordings,
  'unsent' | 'submitted' | 'transcribed'
> {
  readonly state: MicrophoneState;
  /** Seconds so far. */
  readonly seconds: number;
  /** False if a reload would lose the recording. */
  readonly isKept: boolean;
  /** Id of the device that is used; empty if unknown. */
  readonly deviceId: string;
  /** Explains the permission; starts at once if the user has given it before. */
  record(): Promise<void>;
  /** Asks for the permission and starts, or continues the recording. */
  begin(): Promise<void>;
  useDevice(deviceId: string): Promise<void>;
  pause(): void;
  resume(): Promise<void>;
  /** Stops recording and shows what was recorded. */
  finish(endedBy?: EndedBy): Promise<void>;
  discard(): Promise<void>;
  send(): Promise<void>;
  /** Returns from the explanation or an error. */
  leave(): void;
  /** Closes the microphone and keeps the recording, which is offered again. */
  suspend(): Promise<void>;
  open(id: string): Promise<void>;
  /** The element shows another job. If the file with this name was not transcribed, its recording is offered again. */
  over(name: string): Promise<void>;
  /** Closes the current recording if its data was deleted. */
  checkDeleted(): Promise<void>;
}

export const createMicrophoneSession = (options: MicrophoneOptions): MicrophoneSession => {
  const { clock, limits, onChange, onSamples } = options;
  const recordings = createRecordings(options);
  let state: MicrophoneState = { name: 'off' };
  let current: Current | null = null;
  let capture: Capture | null = null;
  let opening: AbortController | null = null;
  let deviceId = '';

  const become = (next: MicrophoneState): void => {
    const previous = state;
    state = next;
    onChange(next, previous);
  };

  const closeCapture = (): void => {
    opening?.abort(new Error('The microphone is not needed any more.'));
    opening = null;
    capture?.close();
    capture = null;
  };

  const release = (): void => {
    closeCapture();
    current?.lock?.release();
    current = null;
  };

  const withRecorder = (recording: OwnRecording, written: number): Current => {
    const { id, store, place } = recording;
    const { maxSize, maxDuration } = limits();
    const longest = place === 'files' ? Infinity : LONGEST_IN_MEMORY_SECONDS;
    const recorder = createRecorder({
      written,
      limit: audioLimit(maxSize, Math.min(maxDuration ?? Infinity, longest)),
      append: (audio) => store.append(id, audio),
      onLimit: () => void api.finish('limit'),
      onFailed: () => void api.finish('storage'),
    });
    return { ...recording, recorder };
  };

  const interrupted = (because: Interruption): void => {
    capture = null;
    if (state.name === 'recording') become({ name: 'paused', because, problem: null });
  };

  /** Opens a microphone instead of the current one. The signal is aborted when it is not needed any more. */
  const open = (
    wanted: string,
  ): { readonly signal: AbortSignal; readonly opened: Promise<void> } => {
    closeCapture();
    opening = new AbortController();
    const { signal } = opening;
    const onSamplesNow = (samples: Int16Array): void => {
      if (state.name !== 'recording' || signal.aborted) return;
      current?.recorder.add(samples);
      onSamples(samples);
    };
    const finishOpening = async (): Promise<void> => {
      const events = { onSamples: onSamplesNow, onInterrupted: interrupted };
      const opened = await openCapture(wanted, clock, events, signal);
      if (signal.aborted) opened.close();
      signal.throwIfAborted();
      capture = opened;
      deviceId = opened.deviceId;
    };
    return { signal, opened: finishOpening() };
  };

  /** What the user sees if the microphone does not open. */
  const reportProblem = async (error: unknown): Promise<void> => {
    const problem =
      problemOfPage() ?? problemOf(error, await microphonePermission(), isPolicyOff());
    become(
      current === null ? { name: 'failed', problem } : { name: 'paused', because: null, problem },
    );
  };

  const review = async (endedBy: EndedBy): Promise<void> => {
    if (current === null) return;
    const { id, startedAtMs, store } = current;
    let audio: Blob | null;
    try {
      audio = await store.read(id);
    } catch {
      // It can't be read now. It is offered again.
      release();
      return become({ name: 'off' });
    }
    if (current?.id !== id) return;
    if (audio === null || audio.size === 0) return api.discard();
    const file = new File([waveHeader(audio.size), audio], options.fileName(startedAtMs), {
      type: 'audio/wav',
    });
    become({ name: 'review', file, seconds: secondsOf(audio.size), endedBy, isSending: false });
  };

  const api: MicrophoneSession = {
    get state() {
      return state;
    },
    get seconds() {
      return secondsOf(current?.recorder.bytes ?? 0);
    },
    get isKept() {
      return current === null || current.place !== 'memory';
    },
    get deviceId() {
      return deviceId;
    },
    async record() {
      const problem = problemOfPage();
      if (problem !== null) return become({ name: 'failed', problem });
      become({ name: 'explaining' });
      const permission = await microphonePermission();
      if (permission === 'granted' && state.name === 'explaining') await api.begin();
    },
    async begin() {
      if (['asking', 'recording', 'saving'].includes(state.name)) return;
      become({ name: 'asking' });
      const { signal, opened } = open(deviceId);
      // Finding out whose recording it is takes a moment, so it happens while the user answers the browser.
      const making = current === null ? recordings.begin() : null;
      making?.catch(() => undefined);
      try {
        await opened;
        const made = await making;
        signal.throwIfAborted();
        if (made !== null) current = withRecorder(made, 0);
      } catch (error) {
        if (!signal.aborted) {
          closeCapture();
          await reportProblem(error);
        }
        const made = await making?.catch(() => null);
        if (made) await recordings.drop(made);
        return;
      }
      become(
        capture === null
          ? { name: 'paused', because: 'taken', problem: null }
          : { name: 'recording' },
      );
    },
    async useDevice(wanted) {
      deviceId = wanted;
      if (state.name !== 'recording' && state.name !== 'paused') return;
      const { signal, opened } = open(wanted);
      try {
        await opened;
        capture?.setOn(state.name === 'recording');
        onChange(state, state);
      } catch (error) {
        if (!signal.aborted) await reportProblem(error);
      }
    },
    pause() {
      if (state.name !== 'recording') return;
      capture?.setOn(false);
      become({ name: 'paused', because: null, problem: null });
    },
    async resume() {
      if (state.name !== 'paused') return;
      if (capture === null) return api.begin();
      capture.setOn(true);
      become({ name: 'recording' });
    },
    async finish(endedBy = 'user') {
      if (current === null || !['recording', 'paused', 'asking'].includes(state.name)) return;
      become({ name: 'saving' });
      closeCapture();
      await current.recorder.finish();
      await review(endedBy);
    },
    async discard() {
      const old = current;
      closeCapture();
      current = null;
      become({ name: 'off' });
      if (old !== null) await recordings.drop(old);
    },
    async send() {
      if (current === null || state.name !== 'review' || state.isSending) return;
      become({ ...state, isSending: true });
      const { id, store } = current;
      const { name, size } = state.file;
      const file = await store
        .seal(id, waveHeader(size - WAV_HEADER_BYTES), name)
        .catch(() => (state.name === 'review' ? state.file : null));
      if (file === null || current?.id !== id) return;
      recordings.sent(current, file.name);
      current = null;
      become({ name: 'off' });
      options.send(file);
    },
    leave() {
      closeCapture();
      if (current === null) become({ name: 'off' });
      else become({ name: 'paused', because: null, problem: null });
    },
    async suspend() {
      if (current === null) {
        if (state.name === 'off') return;
        closeCapture();
        return become({ name: 'off' });
      }
      const { recorder, place } = current;
      // It is being finished, or is shown and only this page has it.
      if (state.name === 'saving' || (state.name === 'review' && place === 'memory')) return;
      closeCapture();
      await recorder.finish();
      // A recording in memory is kept by this page only.
      if (place === 'memory') return review('left');
      release();
      become({ name: 'off' });
    },
    unsent: recordings.unsent,
    submitted: recordings.submitted,
    transcribed: recordings.transcribed,
    async open(id) {
      if (current !== null) return;
      const opened = await recordings.open(id);
      if (opened === null) return onChange(state, state);
      current = withRecorder(opened, (await opened.store.read(id))?.size ?? 0);
      await review('left');
    },
    async over(name) {
      const again = await recordings.over(name);
      if (again === null || current !== null) return onChange(state, state);
      current = withRecorder(again, (await again.store.read(again.id))?.size ?? 0);
      await review('left');
    },
    async checkDeleted() {
      const known = current;
      if (known === null || !(await recordings.isDeleted(known)) || current !== known) return;
      release();
      become({ name: 'off' });
    },
  };
  return api;
};
