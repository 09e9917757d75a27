/** What a page can set on the element, and what the engine reads from it. */
import type { PropertyDeclarations } from 'lit';
import type { WorkerAddress } from '../browser/index.js';
import type {
  FetchToken,
  FileLimits,
  PartnerBackend,
  TranscriptionOptions,
} from '../engine/index.js';
import { TRANSCRIPTION_DEFAULTS, type DetectionLevel, type Model } from '../protocol/index.js';

/**
 * The settings as properties of the element, and how the element looks.
 *
 * @csspart card - The whole box.
 * @csspart drop-zone - Where a file is dropped, with `drop-icon` and `drop-title`.
 * @csspart drop-icon - The picture in the drop zone.
 * @csspart drop-title - The invitation to drop a file.
 * @csspart choose-button - Opens the file dialogue.
 * @csspart hint - What is taken, or what to expect.
 * @csspart offer - Work that can go on: interrupted, or another tab's.
 * @csspart offer-details - Size of its recording, and how far it was.
 * @csspart offer-hint - What it takes to go on.
 * @csspart offer-problem - Why it does not go on yet.
 * @csspart accept-button - Goes on with it, or takes it over.
 * @csspart decline-button - Forgets it, or leaves it to the other tab.
 * @csspart working - The view while work is under way.
 * @csspart steps - Upload, transcribe, read.
 * @csspart step - One of the steps.
 * @csspart phase - What is going on, in a few words.
 * @csspart title - Name of the recording.
 * @csspart percentage - How far the upload is.
 * @csspart progress-bar - The bar.
 * @csspart progress-fill - What fills it.
 * @csspart details - Amounts, speed and time left.
 * @csspart buttons - A row of buttons.
 * @csspart start-button - Starts what waits.
 * @csspart pause-button - Holds the upload.
 * @csspart resume-button - Goes on.
 * @csspart cancel-button - Stops and forgets.
 * @csspart failed - The view of an error.
 * @csspart failed-icon - Its picture.
 * @csspart error-message - Its sentence.
 * @csspart retry-button - Tries again.
 * @csspart ready-head - The title over a transcript, and the button for a new recording.
 * @csspart new-button - Back to the beginning.
 * @csspart reader - Player and transcript together.
 * @csspart header - What is known of the recording, and the downloads.
 * @csspart facts - Speakers, length and language.
 * @csspart export - The menu of what there is to take away.
 * @csspart export-button - Opens it.
 * @csspart export-menu - What it holds.
 * @csspart export-format - One format.
 * @csspart copy-button - Copies the whole transcript.
 * @csspart print-button - Prints it as a document.
 * @csspart export-status - Says that it was copied.
 * @csspart export-problem - Says that a download, a copy or a print failed.
 * @csspart player - The player.
 * @csspart player-buttons - Its buttons.
 * @csspart play-button - Plays and pauses.
 * @csspart back-button - Goes back.
 * @csspart forward-button - Goes forward.
 * @csspart timeline - Times and slider.
 * @csspart seek - The slider.
 * @csspart elapsed - Time played.
 * @csspart length - Length of the recording.
 * @csspart speed - Chooses the speed.
 * @csspart volume - The slider of the volume.
 * @csspart mute-button - Sound off and on.
 * @csspart more-button - Shows the extras where the player is narrow.
 * @csspart extras - The controls that are not needed all the time.
 * @csspart skip-silence-button - Leaves silence out, or plays it.
 * @csspart repeat-button - Repeats the segment that plays.
 * @csspart shortcuts-button - Opens the list of keyboard shortcuts.
 * @csspart range - Says what is played alone or repeated.
 * @csspart range-button - Ends that.
 * @csspart audio-notice - Says that the audio is not as long as the transcript.
 * @csspart audio-unavailable - Says that the audio cannot be played.
 * @csspart choose-audio-button - Plays a file of the person's instead.
 * @csspart choose-audio-hint - Says that it is not uploaded.
 * @csspart shortcuts - The dialog with the keyboard shortcuts.
 * @csspart shortcuts-title - Its heading.
 * @csspart shortcuts-close - Closes it.
 * @csspart shortcut-list - The shortcuts.
 * @csspart key - A key.
 * @csspart lanes - Who talks when, over the whole recording.
 * @csspart lane - The drawing of one speaker's talking.
 * @csspart lane-label - Who that is.
 * @csspart lane-surface - What the pointer points and presses at.
 * @csspart playhead - The line where the audio is.
 * @csspart search-ticks - Where the hits of a search are.
 * @csspart preview - What is said where the pointer is.
 * @csspart speakers - Who speaks how much: the lanes with their labels.
 * @csspart speaker - One of them, a lane and its label.
 * @csspart speaker-badge - The mark of a speaker.
 * @csspart speaker-name - The name of a speaker.
 * @csspart speaker-share - Share of the talk time.
 * @csspart toolbar - Search and undo.
 * @csspart search - The search: field, count and buttons.
 * @csspart search-field - Where the words go.
 * @csspart search-count - Which match of how many.
 * @csspart search-previous - Goes to the match before.
 * @csspart search-next - Goes to the next match.
 * @csspart search-clear - Ends the search.
 * @csspart history - Undo and redo.
 * @csspart undo-button - Takes the last correction back.
 * @csspart redo-button - Brings it back.
 * @csspart segment-menu-button - Opens the menu of a segment.
 * @csspart segment-menu - The menu of a segment.
 * @csspart menu-item - One thing to do with it.
 * @csspart text-editor - Corrects the text of a segment in its place.
 * @csspart text-field - The text.
 * @csspart speaker-dialog - Says who speaks.
 * @csspart speaker-field - The name.
 * @csspart speaker-suggestion - Somebody else who speaks here.
 * @csspart save-button - Keeps a correction.
 * @csspart cancel-edit-button - Leaves everything as it was.
 * @csspart play-line-button - Plays the segment that is corrected.
 * @csspart transcript - The transcript.
 * @csspart scroller - What of it scrolls.
 * @csspart skip-button - Leads past it, for the keyboard.
 * @csspart turn - What one speaker says in a row.
 * @csspart turn-heading - Who says it.
 * @csspart segments - Its segments.
 * @csspart segment - A segment.
 * @csspart segment-playing - A segment that plays now.
 * @csspart segment-time - Plays from there.
 * @csspart segment-text - Its words.
 * @csspart text - A transcript without segments.
 * @csspart empty - Says that no speech was found.
 * @csspart follow-button - Follows the audio again.
 *
 * @cssprop --at-accent - Colour of what can be pressed and of what is under way.
 * @cssprop --at-on-accent - Colour of text on the accent.
 * @cssprop --at-surface - Background of the card.
 * @cssprop --at-surface-sunken - Background of what lies deeper.
 * @cssprop --at-text - Colour of the text.
 * @cssprop --at-text-muted - Colour of what is said aside.
 * @cssprop --at-border - Colour of dividing lines.
 * @cssprop --at-border-strong - Colour of the edges of controls.
 * @cssprop --at-danger - Colour of errors.
 * @cssprop --at-radius - Radius of the card's corners.
 * @cssprop --at-space - The distance that all others follow.
 * @cssprop --at-shadow - Shadow of the card.
 * @cssprop --at-font - Font family; the page's own by default.
 * @cssprop --at-transcript-height - Greatest height of the transcript before it scrolls.
 * @cssprop --at-mark - Background of found words.
 * @cssprop --at-on-mark - Colour of found words.
 * @cssprop --at-mark-current - Background of the match that was gone to.
 * @cssprop --at-on-mark-current - Colour of the match that was gone to.
 * @cssprop --at-speaker-1 - Colour of speaker 1, 7 and so on.
 * @cssprop --at-speaker-2 - Colour of speaker 2, 8 and so on.
 * @cssprop --at-speaker-3 - Colour of speaker 3, 9 and so on.
 * @cssprop --at-speaker-4 - Colour of speaker 4, 10 and so on.
 * @cssprop --at-speaker-5 - Colour of speaker 5, 11 and so on.
 * @cssprop --at-speaker-6 - Colour of speaker 6, 12 and so on.
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
  /** Language of the recording: BCP-47, or `auto` (4.7). */
  language: string;
  /** `svc-asr-pro` or `svc-asr-fast` (4.7). */
  model: Model;
  /** `segment` or `chapter` (4.7). */
  detectionLevel: DetectionLevel;
  /** Decode silent intervals too (4.7). */
  decodeSilence: boolean;
  /** Distinguish the speakers (4.7). */
  diarization: boolean;
  /** Ask for the speakers' voiceprints (4.7). */
  returnEmbedding: boolean;
  /** Transcribe a publicly reachable address, without an upload. */
  fileUrl: string | null;
  /** Show an existing task. It is polled until it ends. */
  transcriptionId: string | null;
  /** Address of the audio that belongs to `transcription-id`. */
  audioSrc: string | null;
  /** Wait for `start()` after a file is chosen. */
  manualStart: boolean;
  /** Largest file that is accepted, in bytes. */
  maxSize: number | null;
  /** Longest recording that is accepted, in seconds. */
  maxDuration: number | null;
  /**
   * Names the user whose unfinished work and corrections this browser stores; other users' data is deleted. Default:
   * the user of the token, or, if the token names none, this session of the page.
   */
  resumeScope: string;
  /** Store nothing: a reload loses unfinished work and corrections. */
  noResume: boolean;
  /**
   * Address of a same-origin copy of `dist/worker.js`, for pages with a strict CSP. The property also accepts a URL or
   * a `TrustedScriptURL`.
   */
  workerUrl: WorkerAddress | null;
  /** Hide the editing controls. `edit()` still works. */
  readonly: boolean;
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
  audioSrc: { attribute: 'audio-src' },
  manualStart: { attribute: 'manual-start', type: Boolean },
  maxSize: { attribute: 'max-size', type: Number },
  maxDuration: { attribute: 'max-duration', type: Number },
  resumeScope: { attribute: 'resume-scope' },
  noResume: { attribute: 'no-resume', type: Boolean },
  workerUrl: { attribute: 'worker-url' },
  readonly: { type: Boolean },
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
  audioSrc: null,
  manualStart: false,
  maxSize: null,
  maxDuration: null,
  resumeScope: '',
  noResume: false,
  workerUrl: null,
  readonly: false,
  name: null,
};

/** How a recording is to be transcribed (4.7). */
export const transcriptionOptions = (settings: ElementSettings): TranscriptionOptions => {
  const { language, model, detectionLevel, decodeSilence, diarization, returnEmbedding } = settings;
  return { language, model, detectionLevel, decodeSilence, diarization, returnEmbedding };
};

/** Which files are accepted. */
export const fileLimits = ({ maxSize, maxDuration }: ElementSettings): FileLimits => ({
  ...(maxSize === null ? {} : { maxSize }),
  ...(maxDuration === null ? {} : { maxDuration }),
});
