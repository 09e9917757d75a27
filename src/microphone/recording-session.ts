/** One recording of the microphone, from the click on “Record” until it is sent or discarded. */
import type { Clock } from '../engine/ports.js';
import { WAV_HEADER_BYTES } from '../convert/pcm.js';
import {
  microphonePermission,
  openCapture,
  problemOf,
  problemOfPage,
  type Capture,
  type Interruption,
  type MicrophoneProblem,
} from './capture.js';
import { createRecordings, type OwnRecording, type RecordingsOptions } from './recordings.js';
import {
  audioLimit,
  createRecorder,
  secondsOf,
  waveFile,
  waveHeader,
  type Recorder,
} from './samples.js';

/** Why a recording ended. `left`: the page was closed or has crashed. */
type EndedBy = 'user' | 'limit' | 'storage' | 'left';

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

interface SessionOptions extends RecordingsOptions {
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
const LONGEST_IN_MEMORY = audioLimit(null, LONGEST_IN_MEMORY_SECONDS);

export class MicrophoneSession {
  state: MicrophoneState = { name: 'off' };
  /** Id of the device that is used; empty if unknown. */
  deviceId = '';
  readonly recordings: ReturnType<typeof createRecordings>;
  #current: Current | null = null;
  #capture: Capture | null = null;
  #opening: AbortController | null = null;

  constructor(private readonly options: SessionOptions) {
    this.recordings = createRecordings({
      ...options,
      onAtRisk: () => {
        this.#current?.recorder.limitTo(this.#current.recorder.bytes + LONGEST_IN_MEMORY);
        this.#become(this.state);
        options.onAtRisk();
      },
    });
  }

  /** Seconds so far. */
  get seconds(): number {
    return secondsOf(this.#current?.recorder.bytes ?? 0);
  }

  /** False if a reload would lose the recording. */
  get isKept(): boolean {
    return this.#current?.store.isAtRisk() !== true;
  }

  /** Explains the permission; starts at once if the user has given it before. */
  async record(): Promise<void> {
    const problem = problemOfPage();
    if (problem !== null) return this.#become({ name: 'failed', problem });
    this.#become({ name: 'explaining' });
    const permission = await microphonePermission();
    if (permission === 'granted' && this.state.name === 'explaining') await this.begin();
  }

  /** Asks for the permission and starts, or continues the recording. */
  async begin(): Promise<void> {
    if (['asking', 'recording', 'saving'].includes(this.state.name)) return;
    this.#become({ name: 'asking' });
    const { signal, opened } = this.#open(this.deviceId);
    // Finding out whose recording it is takes a moment, so it happens while the user answers the browser.
    const making = this.#current === null ? this.recordings.begin() : null;
    making?.catch(() => undefined);
    try {
      await opened;
      const made = await making;
      signal.throwIfAborted();
      if (made !== null) this.#current = this.#withRecorder(made, 0);
    } catch (error) {
      if (!signal.aborted) {
        this.#closeCapture();
        await this.#reportProblem(error);
      }
      const made = await making?.catch(() => null);
      if (made) await this.recordings.drop(made);
      return;
    }
    this.#become(
      this.#capture === null
        ? { name: 'paused', because: 'taken', problem: null }
        : { name: 'recording' },
    );
  }

  async useDevice(wanted: string): Promise<void> {
    this.deviceId = wanted;
    if (this.state.name !== 'recording' && this.state.name !== 'paused') return;
    const { signal, opened } = this.#open(wanted);
    try {
      await opened;
      this.#capture?.setOn(this.state.name === 'recording');
      this.#become(this.state);
    } catch (error) {
      if (!signal.aborted) await this.#reportProblem(error);
    }
  }

  pause(): void {
    if (this.state.name !== 'recording') return;
    this.#capture?.setOn(false);
    this.#become({ name: 'paused', because: null, problem: null });
  }

  async resume(): Promise<void> {
    if (this.state.name !== 'paused') return;
    if (this.#capture === null) return this.begin();
    this.#capture.setOn(true);
    this.#become({ name: 'recording' });
  }

  /** Stops recording and shows what was recorded. */
  async finish(endedBy: EndedBy = 'user'): Promise<void> {
    const current = this.#current;
    if (current === null || !['recording', 'paused', 'asking'].includes(this.state.name)) return;
    this.#become({ name: 'saving' });
    this.#closeCapture();
    await current.recorder.finish();
    await this.#review(endedBy);
  }

  async discard(): Promise<void> {
    const old = this.#current;
    this.#closeCapture();
    this.#current = null;
    this.#become({ name: 'off' });
    if (old !== null) await this.recordings.drop(old);
  }

  async send(): Promise<void> {
    const { state } = this;
    const current = this.#current;
    if (current === null || state.name !== 'review' || state.isSending) return;
    this.#become({ ...state, isSending: true });
    const { name, size } = state.file;
    const file = await current.store
      .seal(current.id, waveHeader(size - WAV_HEADER_BYTES), name)
      .catch(() => (this.state.name === 'review' ? this.state.file : null));
    if (file === null || this.#current !== current) return;
    this.recordings.sent(current, file.name);
    this.#current = null;
    this.#become({ name: 'off' });
    this.options.send(file);
  }

  /** Returns from the explanation or an error. */
  leave(): void {
    this.#closeCapture();
    if (this.#current === null) this.#become({ name: 'off' });
    else this.#become({ name: 'paused', because: null, problem: null });
  }

  /** Closes the microphone and keeps the recording, which is offered again. */
  async suspend(): Promise<void> {
    if (this.#current === null) {
      if (this.state.name !== 'off') this.leave();
      return;
    }
    const { recorder, store } = this.#current;
    const { name } = this.state;
    // It is being finished, or is shown and only this page has it.
    if (name === 'saving' || (name === 'review' && store.isAtRisk())) return;
    this.#closeCapture();
    await recorder.finish();
    // A recording in memory is kept by this page only.
    if (store.isAtRisk()) return this.#review('left');
    this.#release();
  }

  /** Shows a recording that was not sent. */
  async open(id: string): Promise<void> {
    if (this.#current === null) await this.#take(await this.recordings.open(id));
  }

  /** The element shows another job. If the file with this name was not transcribed, its recording is offered again. */
  async over(name: string): Promise<void> {
    await this.#take(await this.recordings.over(name));
  }

  /** Closes the current recording if its data was deleted. */
  async checkDeleted(): Promise<void> {
    const known = this.#current;
    if (known === null || !(await this.recordings.isDeleted(known))) return;
    if (this.#current === known) this.#release();
  }

  #become(next: MicrophoneState): void {
    const previous = this.state;
    this.state = next;
    this.options.onChange(next, previous);
  }

  #closeCapture(): void {
    this.#opening?.abort(new Error('The microphone is not needed any more.'));
    this.#opening = null;
    this.#capture?.close();
    this.#capture = null;
  }

  #release(): void {
    this.#closeCapture();
    this.#current?.lock?.release();
    this.#current = null;
    this.#become({ name: 'off' });
  }

  #withRecorder(recording: OwnRecording, written: number): Current {
    const { id, store, place } = recording;
    const { maxSize, maxDuration } = this.options.limits();
    const longest = place === 'files' ? Infinity : LONGEST_IN_MEMORY_SECONDS;
    const recorder = createRecorder({
      written,
      limit: audioLimit(maxSize, Math.min(maxDuration ?? Infinity, longest)),
      append: (audio) => store.append(id, audio),
      onLimit: () => void this.finish('limit'),
      onFailed: () => void this.finish('storage'),
    });
    return { ...recording, recorder };
  }

  /** Opens a microphone instead of the current one. The signal is aborted when it is not needed any more. */
  #open(wanted: string): { readonly signal: AbortSignal; readonly opened: Promise<void> } {
    this.#closeCapture();
    this.#opening = new AbortController();
    const { signal } = this.#opening;
    const onSamples = (samples: Int16Array): void => {
      if (this.state.name !== 'recording' || signal.aborted) return;
      this.#current?.recorder.add(samples);
      this.options.onSamples(samples);
    };
    const onInterrupted = (because: Interruption): void => {
      this.#capture = null;
      if (this.state.name === 'recording') this.#become({ name: 'paused', because, problem: null });
    };
    const open = async (): Promise<void> => {
      const events = { onSamples, onInterrupted };
      const opened = await openCapture(wanted, this.options.clock, events, signal);
      if (signal.aborted) opened.close();
      signal.throwIfAborted();
      this.#capture = opened;
      this.deviceId = opened.deviceId;
    };
    return { signal, opened: open() };
  }

  /** What the user sees if the microphone does not open. */
  async #reportProblem(error: unknown): Promise<void> {
    const problem = problemOfPage() ?? (await problemOf(error));
    this.#become(
      this.#current === null
        ? { name: 'failed', problem }
        : { name: 'paused', because: null, problem },
    );
  }

  /** Shows this recording, unless there is none or another one is being made. */
  async #take(recording: OwnRecording | null): Promise<void> {
    if (recording === null || this.#current !== null) return this.#become(this.state);
    const audio = await recording.store.read(recording.id);
    this.#current = this.#withRecorder(recording, audio?.size ?? 0);
    await this.#review('left');
  }

  async #review(endedBy: EndedBy): Promise<void> {
    const current = this.#current;
    if (current === null) return;
    let audio: Blob | null;
    try {
      audio = await current.store.read(current.id);
    } catch {
      // It can't be read now. It is offered again.
      return this.#release();
    }
    if (this.#current !== current) return;
    if (audio === null || audio.size === 0) return this.discard();
    const file = waveFile(audio, this.options.fileName(current.startedAtMs));
    const seconds = secondsOf(audio.size);
    this.#become({ name: 'review', file, seconds, endedBy, isSending: false });
  }
}
