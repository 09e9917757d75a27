/** What the waveform and the overview share: a drawing of the whole recording, with the playhead and search matches. */
import {
  createCursor,
  transcriptLength,
  type Cursor,
  type Speaker,
  type Transcript,
} from '../../transcript/index.js';
import type { ReaderStrings } from '../../strings/strings.js';

export interface TimelineOptions {
  readonly transcript: Transcript;
  readonly speakers: readonly Speaker[];
  /** For the segments of this transcript. */
  readonly cursor: Cursor;
  readonly strings: ReaderStrings;
  /** Milliseconds. */
  readonly onSeek: (ms: number) => void;
}

export interface TimelineView {
  readonly element: HTMLElement;
  /** Moves the playhead, in milliseconds. */
  setPosition(ms: number): void;
  /** Length of the audio in milliseconds. If the transcript is longer, all of it is still shown. */
  setLength(ms: number): void;
  /** Marks the start of each search match, in milliseconds. */
  setHits(times: Float64Array | readonly number[]): void;
  /** Shows a corrected transcript. */
  update(transcript: Transcript, speakers: readonly Speaker[]): void;
  dispose(): void;
}

/** The data that a timeline draws. All times are in milliseconds. */
export class Timeline {
  transcript: Transcript;
  speakers: readonly Speaker[];
  position = 0;
  audioLength = 0;
  /** What the drawing covers. */
  length = 0;
  /** Null after a correction, until it is needed. Most users never point at a timeline. */
  #cursor: Cursor | null;

  constructor({ transcript, speakers, cursor }: TimelineOptions) {
    this.transcript = transcript;
    this.speakers = speakers;
    this.#cursor = cursor;
  }

  get cursor(): Cursor {
    return (this.#cursor ??= createCursor(this.transcript.segments));
  }

  get isNamed(): boolean {
    return this.speakers.some(({ name }) => name !== null);
  }

  correct(transcript: Transcript, speakers: readonly Speaker[]): void {
    this.transcript = transcript;
    this.speakers = speakers;
    this.#cursor = null;
  }

  /** `fallback` is for a transcript without times while the length of the audio is unknown. */
  measure(fallback = 0): void {
    this.length = Math.max(this.audioLength, transcriptLength(this.transcript)) || fallback;
  }

  /** Where a time is on the drawing, from 0 to 1. */
  fractionOf(ms: number): number {
    return this.length > 0 ? Math.min(1, Math.max(0, ms / this.length)) : 0;
  }
}
