/** The settings of `<audio-transcript>` that a page can set. */
import type { PropertyDeclarations } from 'lit';
import type { WorkerAddress } from '../hashing/worker-ladder.js';
import type { StringOverrides } from '../strings/strings.js';

export interface TranscriptSettings {
  /**
   * The transcript: `data` of a task (2.4) as the service sent it, or a `transcript` that an event of either element gave. Takes
   * precedence over `src`. Read, it is the corrected transcript, or null while none is shown.
   */
  transcript: unknown;
  /** Address of the transcript as JSON. It is fetched with the page's cookies. */
  src: string | null;
  /** Address of the audio. */
  audioUrl: string | null;
  /** The audio itself, such as a file that the user chose. Takes precedence over `audio-url`. */
  audio: Blob | null;
  /** Name of the recording, for the heading and for exported files. */
  recordingName: string;
  /**
   * Saved corrections: the `edits` of the last `transcribe-edit`. They may come before or after the transcript. If they were not
   * made on it, it is shown without them and cannot be corrected. Read, they are the current corrections.
   */
  edits: unknown;
  /** Hide the editing controls. `edit()` still works. */
  readOnly: boolean;
  /** Switch off shortcuts that are a single letter, digit or sign. Space and keys with Control still work. */
  noCharacterKeys: boolean;
  /** A smaller layout, for sidebars of 260 to 400 px. */
  compact: boolean;
  /** Texts that replace those of the language. Functions get the values to put in. Default: null. */
  strings: StringOverrides | null;
  /**
   * Address of a same-origin copy of `dist/worker.js`, for pages with a strict CSP. The worker reads the waveform. The property also
   * accepts a URL or a `TrustedScriptURL`.
   */
  workerUrl: WorkerAddress | null;
}

/** The reactive properties. `transcript` and `edits` have accessors of their own. */
export const TRANSCRIPT_PROPERTIES = {
  transcript: { attribute: false, noAccessor: true },
  src: {},
  audioUrl: { attribute: 'audio-url' },
  audio: { attribute: false },
  recordingName: { attribute: 'recording-name' },
  edits: { attribute: false, noAccessor: true },
  readOnly: { attribute: 'readonly', type: Boolean },
  noCharacterKeys: { attribute: 'no-character-keys', type: Boolean },
  compact: { type: Boolean, reflect: true },
  strings: { attribute: false },
  workerUrl: { attribute: 'worker-url' },
} satisfies Record<keyof TranscriptSettings, PropertyDeclarations[string]>;

export const TRANSCRIPT_DEFAULTS: Omit<TranscriptSettings, 'transcript' | 'edits'> = {
  src: null,
  audioUrl: null,
  audio: null,
  recordingName: '',
  readOnly: false,
  noCharacterKeys: false,
  compact: false,
  strings: null,
  workerUrl: null,
};
