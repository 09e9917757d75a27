/** The microphone of an element. The element loads it when `sources` names it. */
import type { CSSResult, LitElement, nothing, ReactiveController, TemplateResult } from 'lit';
import type { RecordingStore } from '../browser/recording-store.js';
import type { browserKeeping } from '../browser/page-storage.js';
import type { pageSession } from '../browser/tab-session.js';
import type { Origin } from '../engine/ports.js';
import type { OwnScope } from '../engine/resume/scope.js';
import { titleOf } from '../engine/session/job.js';
import type { SessionState } from '../engine/session/state.js';
import { microphone as english } from '../strings/en-microphone.js';
import type { Formats } from '../strings/number-formats.js';
import type { ElementStrings, MicrophoneStrings } from '../strings/strings.js';
import { whileConnected } from '../ui/while-connected.js';
import { listDevices } from './capture.js';
import { TranscribeRecordingEvent } from './event.js';
import {
  announceUnsent,
  clockOf,
  pauseReason,
  renderRecordButton,
  renderRecorder,
  renderUnsent,
  type MicrophoneView,
} from './recorder-view.js';
import { microphoneStyles } from './recorder-view.styles.js';
import { MicrophoneSession, type MicrophoneState } from './recording-session.js';
import type { UnsentRecording } from './recordings.js';
import { audioLimit, createMeter, drawLevels, secondsOf } from './samples.js';

/** Keeps the screen on. */
interface WakeLock {
  set(wanted: boolean): void;
}

/** The element, as far as the microphone needs it. */
interface MicrophoneHost extends LitElement {
  readonly maxSize: number | null;
  readonly maxDuration: number | null;
  readonly noStorage: boolean;
  readonly sources: string;
  /** Starts the upload of a file, or adds it to the list of `multiple`. */
  selectFile(file: File): void;
}

/** The parts of the element that the microphone uses. */
interface MicrophoneParts {
  readonly keeping: typeof browserKeeping;
  readonly recordings: RecordingStore;
  readonly page: typeof pageSession;
  readonly scope: OwnScope;
  readonly origin: () => Origin;
  /** The state of what the element shows as itself. */
  readonly shown: () => SessionState;
  readonly language: {
    readonly element: ElementStrings;
    readonly formats: Formats;
    group(name: 'microphone', inEnglish: typeof english): MicrophoneStrings;
  };
  readonly styles: { add(styles: readonly CSSResult[]): void };
  /** What screen readers announce. */
  readonly status: { say(sentence: string): void };
  readonly form: { readonly isDisabled: boolean };
  readonly loadWork: () => Promise<{ createWakeLock(): WakeLock }>;
}

/** An event of the element. With `multiple`, `item` is the recording in the list. */
type ItemEvent = Event & {
  readonly item?: { readonly name: string } | null;
  readonly error?: { readonly code: string };
};

const pad = (value: number): string => String(value).padStart(2, '0');

/** `2026-11-22 14.03.07`. File systems do not allow colons. */
const stampOf = (ms: number): string => {
  const date = new Date(ms);
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(pad).join('-');
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(pad).join('.');
  return `${day} ${time}`;
};

export class Microphone implements ReactiveController, MicrophoneView {
  readonly session: MicrophoneSession;
  devices: MicrophoneView['devices'] = [];
  unsent: UnsentRecording | null = null;
  isConfirming = false;
  isPlayable = true;
  audioUrl = '';
  readonly #meter = createMeter();
  #wakeLock: WakeLock | null = null;
  #shownScope: string | null | undefined;
  /** The state of the element when it was drawn last, and the name of its recording. */
  #job: { readonly state: string; readonly title: string };
  #connection = new AbortController();

  constructor(
    private readonly host: MicrophoneHost,
    private readonly parts: MicrophoneParts,
  ) {
    this.#job = this.#jobNow();
    const { keeping, page, scope } = parts;
    this.session = new MicrophoneSession({
      ...keeping,
      origin: parts.origin,
      store: parts.recordings,
      unfinished: async (own) => (await keeping.store.list(own)).map(({ title }) => title),
      async scope() {
        if (host.noStorage) return null;
        // Without a connection there is no token, and no code that asks for one. It is kept for this session of the page then.
        const end = AbortSignal.timeout(5_000);
        const asked = Promise.race([scope.requestFromToken(end), keeping.clock.sleep(5_000, end)]);
        return (await asked.catch(() => null)) ?? page.scope();
      },
      sessionScope: () => page.existing(),
      connected: () => this.#connection.signal,
      onFree: () => void this.#refresh(),
      onAtRisk: () => parts.status.say(this.words.unkept),
      limits: () => host,
      fileName: (startedAtMs) => `${this.words.fileName} ${stampOf(startedAtMs)}.wav`,
      onChange: (...states) => this.#changed(...states),
      onSamples: (samples) => this.#heard(samples),
      send: (file) => host.selectFile(file),
    });
    parts.styles.add([microphoneStyles]);
    host.addController(this);
    whileConnected(host, () => () => this.suspend());
  }

  /* ---- What the element shows of it ---- */

  /** True from the explanation to the review. */
  get isBusy(): boolean {
    return this.session.state.name !== 'off';
  }

  /** True if leaving the page would interrupt or lose a recording. */
  get isAtRisk(): boolean {
    const { name } = this.session.state;
    if (!this.host.isConnected) return false;
    if (name === 'review') return !this.session.isKept;
    return name === 'recording' || name === 'paused' || name === 'saving';
  }

  /** Null while the drop zone is shown. */
  renderPanel(): TemplateResult | null {
    return this.isBusy ? renderRecorder(this) : null;
  }

  renderButton(): TemplateResult {
    return renderRecordButton(this);
  }

  renderUnsent(): TemplateResult | typeof nothing {
    return renderUnsent(this);
  }

  /** Closes the microphone and keeps the recording. */
  suspend(): void {
    void this.session.suspend();
  }

  /** Stored recordings may have been deleted. */
  async forget(): Promise<void> {
    await this.session.checkDeleted();
    await this.#refresh();
  }

  /* ---- What its views show ---- */

  get disabled(): boolean {
    return this.parts.form.isDisabled;
  }

  get isSilent(): boolean {
    return this.#meter.isSilent;
  }

  get maxDuration(): number | null {
    const { maxSize, maxDuration } = this.host;
    return maxDuration === null && maxSize === null
      ? null
      : secondsOf(audioLimit(maxSize, maxDuration));
  }

  get isOnlySource(): boolean {
    return !this.host.sources.includes('file');
  }

  get words(): MicrophoneStrings {
    return this.parts.language.group('microphone', english);
  }

  get strings(): ElementStrings {
    return this.parts.language.element;
  }

  get formats(): Formats {
    return this.parts.language.formats;
  }

  confirm(wanted: boolean): void {
    this.isConfirming = wanted;
    this.host.requestUpdate();
  }

  playbackFailed(): void {
    this.isPlayable = false;
    this.host.requestUpdate();
  }

  openUnsent({ id }: UnsentRecording): void {
    void this.session.open(id).catch(() => this.#refresh());
  }

  /** It can't be recorded again, so it is shown together with the question. */
  discardUnsent({ id }: UnsentRecording): void {
    void this.session
      .open(id)
      .then(() => this.confirm(this.session.state.name === 'review'))
      .catch(() => this.#refresh());
  }

  /* ---- The element ---- */

  hostConnected(): void {
    this.#connection = new AbortController();
    const { signal } = this.#connection;
    const { recordings } = this.session;
    const listen = (type: string, listener: (event: ItemEvent) => void): void =>
      this.host.addEventListener(type, listener, { signal });
    const nameOf = ({ item }: ItemEvent): string => item?.name ?? this.#jobNow().title;
    listen('transcribe-submitted', (event) => void recordings.submitted(nameOf(event), true));
    listen('transcribe-error', (event) => {
      if (event.error?.code.startsWith('task-') === true)
        void recordings.submitted(nameOf(event), false);
    });
    // With `multiple`, the recording is an item of the list.
    listen('transcribe-ready', ({ item }) => {
      if (item) void recordings.transcribed(item.name);
    });
    navigator.mediaDevices?.addEventListener('devicechange', () => void this.#findDevices(), {
      signal,
    });
    void this.#refresh();
  }

  hostDisconnected(): void {
    this.#connection.abort(new Error('the element was disconnected'));
  }

  hostUpdate(): void {
    this.#followJob();
    // A user token has come, or the page has changed `user-key`.
    if (this.parts.scope.now() !== this.#shownScope) void this.#refresh();
  }

  /** The state of the element, and the name of its recording; empty for none. */
  #jobNow(): { readonly state: string; readonly title: string } {
    const now = this.parts.shown();
    return { state: now.name, title: 'job' in now && now.job !== null ? titleOf(now.job) : '' };
  }

  /** Follows the job that the element shows. */
  #followJob(): void {
    const { state, title } = this.#job;
    const job = this.#jobNow();
    this.#job = job;
    if (job.state === 'ready' && state !== 'ready')
      void this.session.recordings.transcribed(job.title);
    if (title !== '' && job.title !== title) void this.session.over(title);
    const isOffered = this.host.sources.includes('microphone');
    if (job.state !== 'idle' || this.disabled || !isOffered) this.suspend();
  }

  /** Looks up which recordings were not sent. Requests a user token only if one may belong to its user. */
  async #refresh(): Promise<void> {
    const { scope, status } = this.parts;
    this.#shownScope = scope.now();
    if (this.isBusy) return;
    const own = await scope.resolve().catch(() => null);
    this.#shownScope = scope.now();
    const [newest = null] = own === null ? [] : await this.session.recordings.unsent(own);
    const isNew = newest !== null && newest.id !== this.unsent?.id;
    this.unsent = newest;
    if (isNew && this.#jobNow().state === 'idle') status.say(announceUnsent(newest, this));
    this.host.requestUpdate();
  }

  async #findDevices(): Promise<void> {
    this.devices = await listDevices();
    this.host.requestUpdate();
  }

  /* ---- The recording ---- */

  #changed(state: MicrophoneState, previous: MicrophoneState): void {
    this.host.requestUpdate();
    void this.#keepAwake().catch(() => undefined);
    if (state.name === 'recording') void this.#findDevices();
    if (state.name === previous.name) {
      void this.#refresh();
      return;
    }
    this.isConfirming = false;
    this.#prepareAudio(state);
    if (state.name === 'recording') this.#meter.reset();
    const sentence = this.#sentenceFor(state);
    if (sentence !== '') this.parts.status.say(sentence);
    if (state.name === 'off') {
      void this.#refresh();
      void this.#returnFocus();
    }
    this.host.dispatchEvent(new TranscribeRecordingEvent(state.name, previous.name));
  }

  async #keepAwake(): Promise<void> {
    const { createWakeLock } = await this.parts.loadWork();
    this.#wakeLock ??= createWakeLock();
    this.#wakeLock.set(this.session.state.name === 'recording');
  }

  /** Makes the address for the player, and frees the last one. */
  #prepareAudio(state: MicrophoneState): void {
    URL.revokeObjectURL(this.audioUrl);
    this.audioUrl = state.name === 'review' ? URL.createObjectURL(state.file) : '';
    this.isPlayable = true;
  }

  /** The sentence that a screen reader says about a new state. */
  #sentenceFor(state: MicrophoneState): string {
    const { words, strings } = this;
    switch (state.name) {
      case 'recording':
        return words.recording;
      case 'paused':
        return pauseReason(state, words) ?? strings.paused;
      case 'failed':
        return `${words.failed}. ${words.problems[state.problem]}`;
      case 'asking':
        return words.askingHint;
      case 'review': {
        const length = words.finished(this.formats.duration(state.seconds));
        return state.endedBy === 'user' ? length : `${words.endedBy[state.endedBy]} ${length}`;
      }
      default:
        return '';
    }
  }

  /** After the recorder is closed, the focus returns to the button that has opened it. */
  async #returnFocus(): Promise<void> {
    if ((this.host.shadowRoot?.activeElement ?? null) === null) return;
    await this.host.updateComplete;
    this.host.renderRoot.querySelector<HTMLElement>('#record')?.focus();
  }

  /** Drawn without rendering: it happens twenty times a second. */
  #heard(samples: Int16Array): void {
    const { renderRoot } = this.host;
    const wasSilent = this.isSilent;
    const isNew = this.#meter.add(samples);
    if (this.isSilent !== wasSilent) {
      if (this.isSilent) this.parts.status.say(this.words.silent);
      this.host.requestUpdate();
    }
    if (!isNew) return;
    const clock = renderRoot.querySelector('.mic-clock');
    const text = clockOf(this.session.seconds);
    if (clock !== null && clock.textContent !== text) clock.textContent = text;
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    drawLevels(renderRoot.querySelectorAll('.mic-level i'), this.#meter.levels, isCalm);
  }
}
