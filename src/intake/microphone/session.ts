/** One recording of the microphone, from the click on “Record” until it is sent or discarded. */
import type { Clock, Lock, Locks } from '../../engine/index.js';
import { jobLockName } from '../../engine/resume/storage-scope.js';
import type { KeptRecording, RecordingPlace, RecordingStore } from '../../browser/recordings.js';
import { openCapture, type Capture, type Interruption } from './capture.js';
import { createMemoryStore } from './memory-store.js';
import { audioLimit, HEADER_BYTES, secondsOf, waveHeader } from './pcm.js';
import {
  isPolicyOff,
  microphonePermission,
  problemOf,
  problemOfPage,
  type MicrophoneProblem,
} from './problems.js';
import { createRecorder, type Recorder } from './recorder.js';

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

/** A recording that was not sent. */
export interface UnsentRecording {
  readonly id: string;
  readonly startedAtMs: number;
  readonly seconds: number;
}

export interface MicrophoneOptions {
  readonly store: RecordingStore;
  readonly locks: Pick<Locks, 'take' | 'held'>;
  readonly clock: Clock;
  readonly newId: () => string;
  /** The names of the files whose stored jobs are unfinished. */
  readonly unfinished: (scope: string) => Promise<readonly string[]>;
  /** Whose recording it is. Null: nothing may be stored. */
  readonly scope: () => Promise<string | null>;
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
interface Current {
  readonly id: string;
  readonly startedAtMs: number;
  readonly store: RecordingStore;
  readonly place: RecordingPlace;
  readonly lock: Lock | null;
  recorder: Recorder;
}

/** Seconds. Without files, the whole recording is read into memory before it is sent. */
const LONGEST_IN_MEMORY_SECONDS = 2 * 3600;

export interface MicrophoneSession {
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
  /** The recordings of this user that were not sent and that no tab works on, newest first. */
  unsent(scope: string): Promise<readonly UnsentRecording[]>;
  open(id: string): Promise<void>;
  /** The file with this name is transcribed, so its recording is not needed after this page. */
  transcribed(name: string): Promise<void>;
  /** The element shows another job. If the file with this name was not transcribed, its recording is offered again. */
  over(name: string): Promise<void>;
  /** Closes the current recording if its data was deleted. */
  checkDeleted(): Promise<void>;
}

export const createMicrophoneSession = (options: MicrophoneOptions): MicrophoneSession => {
  const { clock, locks, limits, onChange, onSamples } = options;
  const memory = createMemoryStore();
  let state: MicrophoneState = { name: 'off' };
  let current: Current | null = null;
  let capture: Capture | null = null;
  let opening: AbortController | null = null;
  let deviceId = '';
  /** Recordings that are sent, by the name of their file, with their locks. */
  const sent = new Map<string, Current>();

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

  const createRecorderFor = (
    { id, store, place }: Omit<Current, 'recorder'>,
    written: number,
  ): Recorder => {
    const { maxSize, maxDuration } = limits();
    const longest = place === 'files' ? Infinity : LONGEST_IN_MEMORY_SECONDS;
    return createRecorder({
      written,
      limit: audioLimit(maxSize, Math.min(maxDuration ?? Infinity, longest)),
      append: (audio) => store.append(id, audio),
      onLimit: () => void api.finish('limit'),
      onFailed: () => void api.finish('storage'),
    });
  };

  const createCurrent = async (): Promise<Current> => {
    const id = options.newId();
    const startedAtMs = clock.now();
    const scope = await options.scope();
    const recording = { id, startedAtMs, savedAtMs: startedAtMs, stage: 'open', name: '' } as const;
    if (scope !== null) {
      // The lock comes first: a recording without one is offered in other tabs.
      const lock = await locks.take(jobLockName(id));
      try {
        const place = await options.store.create({ ...recording, scope });
        const made = { id, startedAtMs, store: options.store, place, lock };
        return { ...made, recorder: createRecorderFor(made, 0) };
      } catch {
        // Storage is forbidden or full.
        lock?.release();
      }
    }
    await memory.create({ ...recording, scope: '' });
    const made = { id, startedAtMs, store: memory, place: 'memory', lock: null } as const;
    return { ...made, recorder: createRecorderFor(made, 0) };
  };

  const interrupted = (because: Interruption): void => {
    capture = null;
    if (state.name === 'recording') become({ name: 'paused', because, problem: null });
  };

  const open = async (wanted: string): Promise<void> => {
    closeCapture();
    const { signal } = (opening = new AbortController());
    const opened = await openCapture(
      wanted,
      clock,
      {
        onSamples(samples) {
          if (state.name !== 'recording' || signal.aborted) return;
          current?.recorder.add(samples);
          onSamples(samples);
        },
        onInterrupted: interrupted,
      },
      signal,
    );
    if (signal.aborted) opened.close();
    signal.throwIfAborted();
    capture = opened;
    deviceId = opened.deviceId;
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
    const audio = await store.read(id).catch(() => null);
    if (current?.id !== id) return;
    if (audio === null || audio.size === 0) {
      await api.discard();
      return;
    }
    const file = new File([waveHeader(audio.size), audio], options.fileName(startedAtMs), {
      type: 'audio/wav',
    });
    become({ name: 'review', file, seconds: secondsOf(audio.size), endedBy, isSending: false });
  };

  const sentAs = async (name: string): Promise<readonly KeptRecording[]> => {
    const all = await options.store.list().catch((): readonly KeptRecording[] => []);
    return all.filter((one) => one.name === name && one.stage !== 'open');
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
      try {
        await open(deviceId);
        current ??= await createCurrent();
      } catch (error) {
        // The user has left.
        if (state.name === 'asking' && opening?.signal.aborted === false) {
          closeCapture();
          await reportProblem(error);
        }
        return;
      }
      if (state.name === 'asking') become({ name: 'recording' });
    },
    async useDevice(wanted) {
      deviceId = wanted;
      if (state.name !== 'recording' && state.name !== 'paused') return;
      const isOn = state.name === 'recording';
      try {
        await open(wanted);
        capture?.setOn(isOn);
        onChange(state, state);
      } catch (error) {
        if (state.name === 'recording' || state.name === 'paused') await reportProblem(error);
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
      if (current === null || (state.name !== 'recording' && state.name !== 'paused')) return;
      become({ name: 'saving' });
      closeCapture();
      await current.recorder.finish();
      await review(endedBy);
    },
    async discard() {
      const old = current;
      release();
      become({ name: 'off' });
      await old?.store.remove(old.id).catch(() => undefined);
    },
    async send() {
      if (current === null || state.name !== 'review' || state.isSending) return;
      become({ ...state, isSending: true });
      const { id, store } = current;
      const { name, size } = state.file;
      const file = await store
        .seal(id, waveHeader(size - HEADER_BYTES), name)
        .catch(() => (state.name === 'review' ? state.file : null));
      if (file === null || current?.id !== id) return;
      sent.set(file.name, current);
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
      closeCapture();
      await recorder.finish();
      // A recording in memory is kept by this page only.
      if (place === 'memory') return review('left');
      release();
      become({ name: 'off' });
    },
    async unsent(scope) {
      const all = await options.store.list().catch((): readonly KeptRecording[] => []);
      const [held, unfinished] = await Promise.all([
        locks.held(),
        options.unfinished(scope).catch((): readonly string[] => []),
      ]);
      const own = all.filter((one) => one.scope === scope && !held.has(jobLockName(one.id)));
      for (const { id } of own.filter(({ stage }) => stage === 'done')) {
        await options.store.remove(id).catch(() => undefined);
      }
      const offered = own
        .filter(
          ({ stage, name }) => stage === 'open' || (stage === 'sent' && !unfinished.includes(name)),
        )
        .sort((one, other) => other.startedAtMs - one.startedAtMs);
      const found: UnsentRecording[] = [];
      for (const { id, startedAtMs } of offered) {
        const audio = await options.store.read(id).catch(() => null);
        // It ended before anything was written.
        if (audio?.size === 0) await options.store.remove(id).catch(() => undefined);
        else if (audio) found.push({ id, startedAtMs, seconds: secondsOf(audio.size) });
      }
      return found;
    },
    async open(id) {
      if (current !== null) return;
      const lock = await locks.take(jobLockName(id));
      const [kept, audio] = await Promise.all([
        options.store.list().then((all) => all.find((one) => one.id === id)),
        options.store.read(id),
      ]);
      if (lock === null || kept === undefined || audio === null || current !== null) {
        lock?.release();
        return onChange(state, state);
      }
      await options.store.mark(id, 'open');
      const { startedAtMs, place } = kept;
      const opened = { id, startedAtMs, store: options.store, place, lock };
      current = { ...opened, recorder: createRecorderFor(opened, audio.size) };
      await review('left');
    },
    async transcribed(name) {
      for (const { id } of await sentAs(name)) {
        // Until this page is closed, it may play the file.
        if (!sent.has(name)) await locks.take(jobLockName(id));
        await options.store.mark(id, 'done').catch(() => undefined);
      }
    },
    async over(name) {
      const known = sent.get(name);
      sent.delete(name);
      // A recording in memory can't be offered again later.
      if (known?.store === memory && current === null) {
        current = known;
        return review('left');
      }
      for (const { id, stage } of await sentAs(name)) {
        const { store } = options;
        await (stage === 'done' ? store.remove(id) : store.mark(id, 'open')).catch(() => undefined);
      }
      known?.lock?.release();
      onChange(state, state);
    },
    async checkDeleted() {
      if (current === null || current.store === memory) return;
      const { id } = current;
      const all = await options.store.list().catch((): readonly KeptRecording[] => []);
      if (current?.id !== id || all.some((one) => one.id === id)) return;
      release();
      become({ name: 'off' });
    },
  };
  return api;
};
