import { LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import type { WorkerAddress } from '../browser/index.js';
import type {
  FetchToken,
  FileLimits,
  PartnerBackend,
  TranscriptionOptions,
} from '../engine/index.js';
import { TRANSCRIPTION_DEFAULTS, type DetectionLevel, type Model } from '../protocol/index.js';

/**
 * Everything that a page can set on the element: attributes, properties, and how it looks.
 *
 * @csspart card - The whole box.
 * @csspart drop-zone - Where you drop a file.
 * @csspart choose-button - Opens the file picker.
 * @csspart hint - A line of help: accepted formats, what to expect, what a field does.
 * @csspart offer - The offer to resume unfinished work, or work in another tab.
 * @csspart accept-button - Accepts the offer.
 * @csspart decline-button - Declines the offer.
 * @csspart steps - The list “Upload, Transcribe, Read”.
 * @csspart phase - What is happening now, in a few words.
 * @csspart title - The name of the recording.
 * @csspart percentage - The uploaded percentage.
 * @csspart progress-bar - The progress bar.
 * @csspart progress-fill - The filled part of the progress bar.
 * @csspart details - A line of facts: size, speed, time left; speakers, length, language.
 * @csspart start-button - Starts the upload under `manual-start`.
 * @csspart pause-button - Pauses the upload.
 * @csspart resume-button - Resumes the upload.
 * @csspart cancel-button - Cancels the upload or the transcription.
 * @csspart error-message - What went wrong and what to do.
 * @csspart retry-button - Tries again.
 * @csspart new-button - Starts over with another recording.
 * @csspart reader - The player and the transcript together.
 * @csspart export-button - Opens the export menu.
 * @csspart export-menu - The export menu.
 * @csspart notice - A message in the reader: a range that plays alone, a problem with the audio or an export.
 * @csspart player - The audio player.
 * @csspart play-button - Plays and pauses.
 * @csspart seek - The position slider.
 * @csspart speed - The list of playback speeds.
 * @csspart volume - The volume slider.
 * @csspart speaker-tracks - The overview of who speaks when.
 * @csspart search-field - The search field.
 * @csspart transcript - The transcript with its scroll container.
 * @csspart turn - Consecutive segments of one speaker.
 * @csspart speaker-name - The name of a speaker.
 * @csspart speaker-badge - The coloured initials of a speaker.
 * @csspart segment - A line of the transcript.
 * @csspart segment-playing - A line that is playing; the same element as `segment`.
 * @csspart segment-time - The time of a line; plays from there.
 * @csspart segment-text - The text of a line, or of a transcript without lines.
 * @csspart follow-button - Scrolls along with the audio again.
 * @csspart segment-menu - The menu of a line.
 * @csspart text-editor - The form that edits the text of a line.
 * @csspart speaker-dialog - The dialog that changes the speaker.
 * @csspart shortcuts - The dialog that lists the keyboard shortcuts.
 * @csspart lanes - Deprecated: use `speaker-tracks`.
 * @csspart range - Deprecated: use `notice`.
 * @csspart audio-notice - Deprecated: use `notice`.
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
export class ElementSettings extends LitElement {
  /** {base_url} of the service: the plan (4.4) and the completion (4.6) go there with the user token. */
  @property({ attribute: 'service-url' }) serviceUrl: string | null = null;
  /** Where the partner's backend handler is mounted. */
  @property({ attribute: 'backend-url' }) backendUrl: string | null = null;
  /** Takes precedence over `{backend-url}/user-token`. */
  @property({ attribute: false }) fetchToken: FetchToken | null = null;
  /** Takes precedence over `backend-url` for submission and query (4.7, 4.8). */
  @property({ attribute: false }) backend: PartnerBackend | null = null;
  /** BCP-47, or `auto` (4.7). */
  @property() language: string = TRANSCRIPTION_DEFAULTS.language;
  /** `svc-asr-pro` or `svc-asr-fast` (4.7). */
  @property() model: Model = TRANSCRIPTION_DEFAULTS.model;
  /** `segment` or `chapter` (4.7). */
  @property({ attribute: 'detection-level' }) detectionLevel: DetectionLevel =
    TRANSCRIPTION_DEFAULTS.detectionLevel;
  /** Decode silent intervals too (4.7). */
  @property({ type: Boolean, attribute: 'decode-silence' }) decodeSilence = false;
  /** Tell the speakers apart (4.7). */
  @property({ type: Boolean }) diarization = false;
  /** Ask for the speakers' voiceprints (4.7). */
  @property({ type: Boolean, attribute: 'return-embedding' }) returnEmbedding = false;
  /** Transcribe a publicly reachable address, with no upload. */
  @property({ attribute: 'file-url' }) fileUrl: string | null = null;
  /** Show an existing task; it is polled to its end first. */
  @property({ attribute: 'transcription-id' }) transcriptionId: string | null = null;
  /** Address of the audio beside an existing task. */
  @property({ attribute: 'audio-src' }) audioSrc: string | null = null;
  /** Wait for `start()` once a source is known. */
  @property({ type: Boolean, attribute: 'manual-start' }) manualStart = false;
  /** Largest file that is taken, in bytes. */
  @property({ type: Number, attribute: 'max-size' }) maxSize: number | null = null;
  /** Longest recording that is taken, in seconds. */
  @property({ type: Number, attribute: 'max-duration' }) maxDuration: number | null = null;
  /**
   * Names the user whose unfinished work and corrections this browser stores: what others left is deleted. Without it
   * the user token tells; where that does not either, nothing outlives the session of the page.
   */
  @property({ attribute: 'resume-scope' }) resumeScope = '';
  /** Stores nothing: after a reload the work and the corrections are gone. */
  @property({ type: Boolean, attribute: 'no-resume' }) noResume = false;
  /**
   * Address of a same-origin copy of `dist/worker.js`, for pages with a strict CSP; the property also takes a URL or a
   * `TrustedScriptURL`.
   */
  @property({ attribute: 'worker-url' }) workerUrl: WorkerAddress | null = null;
  /** Switches the person's corrections off; your program can still make them. */
  @property({ type: Boolean }) readonly = false;
  /** Name of the form field; its value is the transcription id. */
  @property({ reflect: true }) name: string | null = null;
  /** The form cannot be sent before there is a transcription id. */
  @property({ type: Boolean })
  get required(): boolean {
    return this.hasAttribute('required');
  }
  set required(required: boolean) {
    this.toggleAttribute('required', required);
  }
  /** Takes no file. A disabled fieldset around the element has the same effect, and leaves this as it is. */
  @property({ type: Boolean })
  get disabled(): boolean {
    return this.hasAttribute('disabled');
  }
  set disabled(disabled: boolean) {
    this.toggleAttribute('disabled', disabled);
  }

  /** How a recording is to be transcribed. */
  protected get options(): TranscriptionOptions {
    const { language, model, detectionLevel, decodeSilence, diarization, returnEmbedding } = this;
    return { language, model, detectionLevel, decodeSilence, diarization, returnEmbedding };
  }

  /** Which files are taken. */
  protected get limits(): FileLimits {
    return {
      ...(this.maxSize === null ? {} : { maxSize: this.maxSize }),
      ...(this.maxDuration === null ? {} : { maxDuration: this.maxDuration }),
    };
  }
}
