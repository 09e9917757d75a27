import { LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import type { FetchToken, PartnerBackend } from './engine/index.js';
import { TRANSCRIPTION_DEFAULTS, type DetectionLevel, type Model } from './protocol/index.js';

/** Everything that a page can set on the element, as an attribute or as a property. */
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
  @property() language = TRANSCRIPTION_DEFAULTS.language;
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
  /** Separates what is stored in this browser, as per signed-in user; see `no-resume`. */
  @property({ attribute: 'resume-scope' }) resumeScope = '';
  /** Stores nothing: after a reload the work is gone. */
  @property({ type: Boolean, attribute: 'no-resume' }) noResume = false;
  /** Address of a same-origin copy of `dist/worker.js`, for pages with a strict CSP. */
  @property({ attribute: 'worker-url' }) workerUrl: string | null = null;
  /** Name of the form field; its value is the transcription id. */
  @property({ reflect: true }) name: string | null = null;
  /** The form cannot be sent before there is a transcription id. */
  @property({ type: Boolean, reflect: true }) required = false;
  /** Takes no file. */
  @property({ type: Boolean, reflect: true }) disabled = false;
}
