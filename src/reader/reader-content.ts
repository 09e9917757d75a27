/** What a reader shows, as state. It changes; the reader follows it. */
import type { Draft } from '../transcript/edits/drafts.js';
import type { TranscriptEdit } from '../transcript/edits/edits.js';
import type { Transcript } from '../transcript/transcript.js';
import type { AudioSource } from './player/playback.js';
import type { Editing } from './store.js';

export interface PlayedAudio {
  /** The audio, or several. If one cannot be played, the next one is tried. Null if there is no audio. */
  readonly audio: AudioSource | readonly AudioSource[] | null;
  /** The audio that the waveform shows; null for none, which is the default. */
  readonly recording?: Blob | string | null;
}

export interface ReaderContent {
  /** Without corrections. Another object is another recording. */
  readonly original: Transcript;
  /** With corrections. */
  readonly transcript: Transcript;
  readonly edits: readonly TranscriptEdit[];
  /** Texts that were typed, and neither saved nor discarded. */
  readonly drafts: readonly Draft[];
  /** Null if nothing can be corrected. */
  readonly editing: Editing | null;
  /** True while `editing` is null only because stored corrections are being read. Default: false. */
  readonly editsSoon?: boolean;
  /** Names the recording and the exported files. May be empty. */
  readonly title: string;
  /** Another object is other audio of the same recording, which plays from the same place. */
  readonly played: PlayedAudio;
  /**
   * Where the player is moved to, in ms, and where playback stops once, if not null. Another object moves it again. Null
   * until then.
   */
  readonly sought: { readonly ms: number; readonly end: number | null } | null;
}

/** Holds what a reader shows. */
export interface ReaderSource {
  /** Null: nothing is shown. */
  readonly content: ReaderContent | null;
  /** Calls the listener after each change. */
  subscribe(listener: () => void): void;
}
