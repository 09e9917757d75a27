/** The settings that a page can set, and the options that the engine reads from them. */
import type { PropertyDeclarations, PropertyValues } from 'lit';
import type { WorkerAddress } from '../hashing/worker-ladder.js';
import type { PartnerBackend } from '../engine/calls/page-backend.js';
import type { FetchToken } from '../engine/calls/user-tokens.js';
import type { FileLimits } from '../engine/session/session.js';
import {
  TRANSCRIPTION_DEFAULTS,
  type TranscriptionOptions,
  type DetectionLevel,
  type Model,
} from '../protocol/types.js';
import type { StringOverrides } from '../strings/strings.js';

/**
 * The settings as properties of the element, and how the element looks.
 *
 * @csspart card - The whole box, in every state.
 * @csspart button - A button with a text, such as “Cancel”; not in a menu or toast.
 * @csspart primary-button - The main button of a view, such as “Choose a file”. It is a `button`, too.
 * @csspart hint - A line of help, such as the accepted formats.
 * @csspart error-message - A problem, and what to do about it.
 * @csspart title - The name of the recording.
 * @csspart details - A line of facts, such as size, speed and time left, or speakers, length and language.
 * @csspart drop-zone - Where you drop a file.
 * @csspart offer - The offer to resume unfinished work, work in another tab, or an unsent recording.
 * @csspart level - The bars that show how loud the microphone is.
 * @csspart steps - The list “Upload, Transcribe, Read”.
 * @csspart progress-bar - The progress bar.
 * @csspart progress-fill - The filled part of the progress bar.
 * @csspart item - With `multiple`: a recording in the list.
 * @csspart reader - The player and the transcript together.
 * @csspart player - The audio player.
 * @csspart play-button - Plays and pauses.
 * @csspart waveform - The waveform, which is the seek bar for the pointer.
 * @csspart search-field - The search field.
 * @csspart transcript - The transcript with its scroll container.
 * @csspart turn - Consecutive segments of one speaker.
 * @csspart speaker-name - The name of a speaker.
 * @csspart speaker-badge - The coloured initials of a speaker.
 * @csspart segment - A sentence in a paragraph, or a line.
 * @csspart segment-playing - A segment that is playing. It is a `segment`, too.
 * @csspart segment-time - The time of a turn, a paragraph or a line; plays from there.
 * @csspart menu - A menu, such as that of “Export” or of a line.
 * @csspart dialog - A dialog: to change a speaker, to edit a text, or the keyboard shortcuts.
 * @csspart toast - A short message about the last action, such as “Link copied”.
 *
 * @slot heading - Your heading in the drop zone, instead of “Drop a recording here, or”.
 * @slot hint - Your help text in the drop zone, instead of the accepted formats.
 * @slot empty - Shown instead of “No speech was found in this recording.”
 * @slot actions - Your own buttons beside “Export”. Empty by default.
 * @slot finished - Shown with the transcript, below the name of the recording. Empty by default.
 *
 * @cssprop --at-accent - Colour of buttons, links and progress. Where it is text, it is made darker or lighter until it is readable. Default: light-dark(#0b6a5f, #5fd0c0).
 * @cssprop --at-on-accent - Colour of text on the accent colour. Default: black or white, whichever has more contrast.
 * @cssprop --at-surface - Background of the card. Default: light-dark(#ffffff, #15191c).
 * @cssprop --at-surface-sunken - Background of recessed areas. Default: light-dark(#f4f6f6, #1d2327).
 * @cssprop --at-text - Colour of the text. Default: light-dark(#14201f, #e8eeed).
 * @cssprop --at-text-muted - Colour of secondary text. Default: light-dark(#54625f, #a3b1ae).
 * @cssprop --at-border - Colour of dividing lines. Default: light-dark(#d5dcda, #333d40).
 * @cssprop --at-border-strong - Colour of the edges of controls. Default: light-dark(#7b8986, #75837f).
 * @cssprop --at-danger - Colour of errors. Default: light-dark(#b3261e, #ff9d94).
 * @cssprop --at-radius - Radius of the card's corners. All others follow it: with 0, nothing is round. Default: 14px.
 * @cssprop --at-space - Base distance; all other distances are multiples of it. Default: 16px.
 * @cssprop --at-shadow - Shadow of the card. Default: a soft shadow.
 * @cssprop --at-font - Font family. Default: the page's font.
 * @cssprop --at-transcript-height - Maximum height of the transcript before it scrolls. Default: min(70vb, 40rem).
 * @cssprop --at-sticky-offset - Height of a fixed header of the page, below which the player stays. Default: 0px.
 * @cssprop --at-mark - Background of search matches. Default: light-dark(#ffe27a, #6b5600).
 * @cssprop --at-on-mark - Text colour of search matches. Default: light-dark(#1b1600, #fff6d6).
 * @cssprop --at-mark-current - Background of the current match. Default: light-dark(#b35300, #ffb454).
 * @cssprop --at-on-mark-current - Text colour of the current match. Default: light-dark(#ffffff, #221300).
 * @cssprop --at-speaker-1 - Colour of speaker 1, 7 and so on. Default: light-dark(#0b6a5f, #5fd0c0).
 * @cssprop --at-speaker-2 - Colour of speaker 2, 8 and so on. Default: light-dark(#8a3d0a, #f5a76c).
 * @cssprop --at-speaker-3 - Colour of speaker 3, 9 and so on. Default: light-dark(#3c4fb0, #a5b3ff).
 * @cssprop --at-speaker-4 - Colour of speaker 4, 10 and so on. Default: light-dark(#8a1f5c, #f59acb).
 * @cssprop --at-speaker-5 - Colour of speaker 5, 11 and so on. Default: light-dark(#4d6410, #b9d26a).
 * @cssprop --at-speaker-6 - Colour of speaker 6, 12 and so on. Default: light-dark(#6a3aa0, #cda9f5).
 */
export interface ElementSettings {
  /** {base_url} of the service. The plan (4.4) and the completion (4.6) go there with the user token. */
  serviceUrl: string | null;
  /** Where the partner's backend handler is mounted. */
  backendUrl: string | null;
  /** Returns a user token. Takes precedence over `{backend-url}/user-token`. */
  fetchToken: FetchToken | null;
  /** Submits and queries transcriptions (4.7, 4.8). Takes precedence over `backend-url`. */
  backend: PartnerBackend | null;
  /** Language of the recording: BCP-47, or `auto` (4.7). Default: `auto`. */
  language: string;
  /** `svc-asr-pro` or `svc-asr-fast` (4.7). Default: `svc-asr-pro`. */
  model: Model;
  /** `segment` or `chapter` (4.7). Default: `segment`. */
  detectionLevel: DetectionLevel;
  /** Decode silent intervals too (4.7). */
  decodeSilence: boolean;
  /** Distinguish the speakers (4.7). */
  diarization: boolean;
  /** Ask for the speakers' voiceprints (4.7). */
  returnEmbedding: boolean;
  /** Transcribe a publicly reachable URL, without an upload. */
  fileUrl: string | null;
  /** Show an existing task. It is polled until it ends. */
  transcriptionId: string | null;
  /** Address of the audio that belongs to `transcription-id`. */
  audioUrl: string | null;
  /** Name of the recording, in place of that of the file. Not with `multiple`. */
  recordingName: string;
  /** Where recordings come from: `file`, `microphone`, or both, separated by a space. */
  sources: string;
  /** Wait for `start()` after a file is chosen. */
  manualStart: boolean;
  /** Accept several files, and show them in a list. */
  multiple: boolean;
  /** Largest file that is accepted, in bytes. */
  maxSize: number | null;
  /** Longest recording that is accepted, in seconds. */
  maxDuration: number | null;
  /** Refuse files that the service does not accept, such as videos, instead of converting them. */
  noConvert: boolean;
  /**
   * Names the user whose unfinished work and corrections this browser stores; other users' data is deleted. Default:
   * `userKey` of the user token, or, if it has none, this session of the page.
   */
  userKey: string;
  /** Store nothing: a reload loses unfinished work and corrections. */
  noStorage: boolean;
  /**
   * Address of a same-origin copy of `dist/worker.js`, for pages with a strict CSP. The property also accepts a URL or
   * a `TrustedScriptURL`.
   */
  workerUrl: WorkerAddress | null;
  /** Texts that replace those of the language. Functions get the values to put in. Default: null. */
  strings: StringOverrides | null;
  /** Hide the editing controls. `edit()` still works. */
  readOnly: boolean;
  /** Switch off shortcuts that are a single letter, digit or sign. Space and keys with Control still work. */
  noCharacterKeys: boolean;
  /** A smaller layout, for sidebars of 260 to 400 px. */
  compact: boolean;
  /** Name of the form field. Its value is the transcription id. */
  name: string | null;
  /** The form cannot be submitted without a transcription id. */
  required: boolean;
  /** Accept no file. A disabled fieldset around the element has the same effect, and does not change this property. */
  disabled: boolean;
}

/** The reactive properties that lit creates. Their values before the page sets any are in `DEFAULT_SETTINGS`. */
export const SETTING_PROPERTIES = {
  serviceUrl: { attribute: 'service-url' },
  backendUrl: { attribute: 'backend-url' },
  fetchToken: { attribute: false },
  backend: { attribute: false },
  language: {},
  model: {},
  detectionLevel: { attribute: 'detection-level' },
  decodeSilence: { attribute: 'decode-silence', type: Boolean },
  diarization: { type: Boolean },
  returnEmbedding: { attribute: 'return-embedding', type: Boolean },
  fileUrl: { attribute: 'file-url' },
  transcriptionId: { attribute: 'transcription-id' },
  audioUrl: { attribute: 'audio-url' },
  recordingName: { attribute: 'recording-name' },
  sources: {},
  manualStart: { attribute: 'manual-start', type: Boolean },
  multiple: { type: Boolean },
  maxSize: { attribute: 'max-size', type: Number },
  maxDuration: { attribute: 'max-duration', type: Number },
  noConvert: { attribute: 'no-convert', type: Boolean },
  userKey: { attribute: 'user-key' },
  noStorage: { attribute: 'no-storage', type: Boolean },
  workerUrl: { attribute: 'worker-url' },
  strings: { attribute: false },
  readOnly: { attribute: 'readonly', type: Boolean },
  noCharacterKeys: { attribute: 'no-character-keys', type: Boolean },
  compact: { type: Boolean, reflect: true },
  name: { reflect: true },
  required: { type: Boolean },
  disabled: { type: Boolean },
} satisfies Record<keyof ElementSettings, PropertyDeclarations[string]>;

/** `required` and `disabled` are missing: they live in their attributes. */
export const DEFAULT_SETTINGS: Omit<ElementSettings, 'required' | 'disabled'> = {
  serviceUrl: null,
  backendUrl: null,
  fetchToken: null,
  backend: null,
  language: TRANSCRIPTION_DEFAULTS.language,
  model: TRANSCRIPTION_DEFAULTS.model,
  detectionLevel: TRANSCRIPTION_DEFAULTS.detectionLevel,
  decodeSilence: false,
  diarization: false,
  returnEmbedding: false,
  fileUrl: null,
  transcriptionId: null,
  audioUrl: null,
  recordingName: '',
  sources: 'file',
  manualStart: false,
  multiple: false,
  maxSize: null,
  maxDuration: null,
  noConvert: false,
  userKey: '',
  noStorage: false,
  workerUrl: null,
  strings: null,
  readOnly: false,
  noCharacterKeys: false,
  compact: false,
  name: null,
};

/** How a recording is to be transcribed (4.7). */
export const transcriptionOptions = (settings: ElementSettings): TranscriptionOptions => {
  const { language, model, detectionLevel, decodeSilence, diarization, returnEmbedding } = settings;
  return { language, model, detectionLevel, decodeSilence, diarization, returnEmbedding };
};

/** Which files are accepted. */
export const fileLimits = ({ maxSize, maxDuration, noConvert }: ElementSettings): FileLimits => ({
  convert: !noConvert,
  ...{ maxSize, maxDuration },
});

/** The settings that say where the work is sent. */
const CONNECTIONS = ['serviceUrl', 'backendUrl', 'fetchToken', 'backend'] as const;

/** True if work that failed because a setting was missing or wrong may succeed now. */
export const changesConnection = (changed: PropertyValues<ElementSettings>): boolean =>
  CONNECTIONS.some((name) => changed.has(name));
