/* eslint-disable max-lines -- its parts share one state */
/** The microphone of an element. The element loads it when `sources` names it. */
import type { CSSResult, LitElement, nothing, ReactiveController, TemplateResult } from 'lit';
import type { Clock, JobStore, Locks } from '../../engine/ports.js';
import type { OwnScope } from '../../engine/resume/scope.js';
import { titleOf } from '../../engine/session/job.js';
import type { SessionState } from '../../engine/session/state.js';
import type { RecordingStore } from '../../browser/recording-store.js';

import { microphone as english } from '../../strings/en-microphone.js';
import type { Formats } from '../../strings/number-formats.js';
import type { ElementStrings, Language, MicrophoneStrings } from '../../strings/strings.js';
import { whenRemoved } from '../../ui/when-removed.js';
import { listDevices, type Device } from './capture.js';
import { TranscribeRecordingEvent } from './event.js';
import { createMeter, drawLevels } from './meter.js';
import { audioLimit, secondsOf } from './pcm-recording.js';
import type { UnsentRecording } from './recordings.js';
import { createMicrophoneSession, type MicrophoneState } from './recording-session.js';
import {
  announceUnsent,
  renderRecordButton,
  renderUnsent,
  clockOf,
  type MicrophoneActions,
  type MicrophoneView,
} from './recorder-parts.js';
import { renderRecorder } from './recorder-view.js';
import { microphoneStyles } from './recorder-view.styles.js';

/** Keeps the screen on. */
interface WakeLock {
  set(wanted: boolean): void;
}

/** The element, as far as the microphone needs it. */
export interface MicrophoneHost extends LitElement {
  readonly maxSize: number | null;
  readonly maxDuration: number | null;
  readonly noStorage: boolean;
  readonly sources: string | null;
  /** Starts the upload of a file, or adds it to the list of `multiple`. */
  selectFile(file: File): void;
}

/** The parts of the element that the microphone uses. */
export interface MicrophoneParts {
  readonly keeping: {
    /** The stored jobs. */
    readonly store: Pick<JobStore, 'list'>;
    readonly locks: Locks;
    readonly clock: Clock;
    readonly newId: () => string;
  };
  readonly recordings: RecordingStore;
  /** The scope of the page's session; null if the browser forbids `sessionStorage`. */
  readonly page: { scope(): string | null; existing(): string | null };
  readonly scope: Pick<OwnScope, 'now' | 'requestFromToken' | 'resolve'>;
  readonly session: { getState(): SessionState };
  readonly language: {
    readonly element: ElementStrings;
    readonly formats: Formats;
    microphone(inEnglish: NonNullable<Language['microphone']>): MicrophoneStrings;
  };
  readonly styles: { add(styles: readonly CSSResult[]): void };
  /** What screen readers announce. */
  readonly status: { say(sentence: string): void };
  readonly form: { readonly isDisabled: boolean };
  readonly loadWork: () => Promise<{ createWakeLock(): WakeLock }>;
}

export interface Microphone {
  /** True from the explanation to the review. */
  readonly isBusy: boolean;
  /** True if leaving the page would interrupt or lose a recording. */
  readonly isAtRisk: boolean;
  /** Null while the drop zone is shown. */
  renderPanel(): TemplateResult | null;
  renderButton(): TemplateResult;
  renderUnsent(): TemplateResult | typeof nothing;
  /** Closes the microphone and keeps the recording. */
  suspend(): void;
  /** Stored recordings may have been deleted. */
  forget(): Promise<void>;
}

/** An event of the element. With `multiple`, `item` is the recording in the list. */
type ItemEvent = Event & {
  readonly item?: { readonly name: string } | null;
  readonly error?: { readonly code: string };
};

const RECORDING: readonly MicrophoneState['name'][] = ['recording', 'paused', 'saving'];

const pad = (value: number): string => String(value).padStart(2, '0');

/** `2026-11-22 14.03.07`. File systems do not allow colons. */
const stampOf = (ms: number): string => {
  const date = new Date(ms);
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(pad).join('-');
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(pad).join('.');
  return `${day} ${time}`;
};

export const createMicrophone = (host: MicrophoneHost, parts: MicrophoneParts): Microphone => {
  const { form, keeping, language, scope, status } = parts;
  const takesFiles = (): boolean => (host.sources ?? 'file').includes('file');
  /** The state of the element, and the name of its recording; empty for none. */
  const jobNow = (): { readonly state: string; readonly title: string } => {
    const now = parts.session.getState();
    return { state: now.name, title: 'job' in now && now.job !== null ? titleOf(now.job) : '' };
  };
  const meter = createMeter();
  let wakeLock: WakeLock | null = null;
  let devices: readonly Device[] = [];
  let unsent: UnsentRecording | null = null;
  let isConfirming = false;
  let isPlayable = true;
  let audio: { readonly file: File; readonly url: string } | null = null;
  let shownScope: string | null | undefined;
  let job = jobNow();
  let connection = new AbortController();
  const words = (): MicrophoneStrings => language.microphone(english);

  const keepAwake = async (wanted: boolean): Promise<void> => {
    if (wanted) wakeLock ??= (await parts.loadWork()).createWakeLock();
    wakeLock?.set(session.state.name === 'recording');
  };

  const findDevices = async (): Promise<void> => {
    devices = await listDevices();
    host.requestUpdate();
  };
  const onDeviceChange = (): void => void findDevices();

  /** Looks up which recordings were not sent. Requests a user token only if one may belong to its user. */
  const refresh = async (): Promise<void> => {
    if (session.state.name !== 'off') return;
    const own = await scope.resolve().catch(() => null);
    shownScope = scope.now();
    const [newest = null] = own === null ? [] : await session.unsent(own);
    const isNew = newest !== null && newest.id !== unsent?.id;
    unsent = newest;
    if (isNew && jobNow().state === 'idle') {
      status.say(announceUnsent(newest, words(), language.formats));
    }
    host.requestUpdate();
  };

  /** The sentence that a screen reader says about a new state. */
  const sentenceFor = (state: MicrophoneState): string => {
    switch (state.name) {
      case 'recording':
        return words().recording;
      case 'paused':
        if (state.problem !== null) return words().problems[state.problem];
        return state.because === null
          ? language.element.paused
          : words().interrupted[state.because];
      case 'failed':
        return `${words().failed}. ${words().problems[state.problem]}`;
      case 'asking':
        return words().askingHint;
      case 'review': {
        const length = words().finished(language.formats.duration(state.seconds));
        return state.endedBy === 'user' ? length : `${words().endedBy[state.endedBy]} ${length}`;
      }
      default:
        return '';
    }
  };

  /** Makes the address for the player, and frees the last one. */
  const prepareAudio = (state: MicrophoneState): void => {
    const file = state.name === 'review' ? state.file : null;
    if (file === (audio?.file ?? null)) return;
    if (audio !== null) URL.revokeObjectURL(audio.url);
    audio = file === null ? null : { file, url: URL.createObjectURL(file) };
    isPlayable = true;
  };

  /** After the recorder is closed, the focus returns to the button that has opened it. */
  const returnFocus = async (): Promise<void> => {
    if ((host.shadowRoot?.activeElement ?? null) === null) return;
    await host.updateComplete;
    host.renderRoot.querySelector<HTMLElement>('#record')?.focus();
  };

  const onChange = (state: MicrophoneState, previous: MicrophoneState): void => {
    host.requestUpdate();
    void keepAwake(state.name === 'recording').catch(() => undefined);
    if (state.name === 'recording') void findDevices();
    if (state.name === previous.name) {
      void refresh();
      return;
    }
    isConfirming = false;
    prepareAudio(state);
    if (state.name === 'recording') meter.reset();
    const sentence = sentenceFor(state);
    if (sentence !== '') status.say(sentence);
    if (state.name === 'off') {
      void refresh();
      void returnFocus();
    }
    host.dispatchEvent(new TranscribeRecordingEvent(state.name, previous.name));
  };

  /** Drawn without rendering: it happens twenty times a second. */
  const onSamples = (samples: Int16Array): void => {
    const wasSilent = meter.isSilent;
    const isNew = meter.add(samples);
    if (meter.isSilent !== wasSilent) {
      if (meter.isSilent) status.say(words().silent);
      host.requestUpdate();
    }
    if (!isNew) return;
    const clock = host.renderRoot.querySelector('.mic-clock');
    const text = clockOf(session.seconds);
    if (clock !== null && clock.textContent !== text) clock.textContent = text;
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    drawLevels(host.renderRoot.querySelectorAll('.mic-level i'), meter.levels, isCalm);
  };

  const session = createMicrophoneSession({
    ...keeping,
    store: parts.recordings,
    unfinished: async (own) => (await keeping.store.list(own)).map(({ title }) => title),
    async scope() {
      if (host.noStorage) return null;
      // Without a connection there is no token. The recording is kept for this session of the page then.
      const own = await scope.requestFromToken(AbortSignal.timeout(5_000)).catch(() => null);
      return own ?? parts.page.scope();
    },
    sessionScope: () => parts.page.existing(),
    connected: () => connection.signal,
    onFree: () => void refresh(),
    limits: () => host,
    fileName: (startedAtMs) => `${words().fileName} ${stampOf(startedAtMs)}.wav`,
    onChange,
    onSamples,
    send: (file) => host.selectFile(file),
  });

  const confirm = (wanted: boolean): void => {
    isConfirming = wanted;
    host.requestUpdate();
  };

  const actions: MicrophoneActions = {
    record: () => void session.record(),
    begin: () => void session.begin(),
    leave: () => session.leave(),
    pause: () => session.pause(),
    resume: () => void session.resume(),
    finish: () => void session.finish(),
    askDiscard: () => confirm(true),
    discard: () => void session.discard(),
    keep: () => confirm(false),
    send: () => void session.send(),
    useDevice: (id) => void session.useDevice(id),
    playbackFailed() {
      isPlayable = false;
      host.requestUpdate();
    },
    openUnsent: ({ id }) => void session.open(id).catch(() => refresh()),
    // It can't be recorded again, so it is shown together with the question.
    discardUnsent: ({ id }) =>
      void session
        .open(id)
        .then(() => confirm(session.state.name === 'review'))
        .catch(() => refresh()),
  };

  const view = (): MicrophoneView => ({
    state: session.state,
    disabled: form.isDisabled,
    seconds: session.seconds,
    isSilent: meter.isSilent,
    isKept: session.isKept,
    isConfirming,
    isPlayable,
    audioUrl: audio?.url ?? '',
    devices,
    deviceId: session.deviceId,
    maxDuration:
      host.maxDuration === null && host.maxSize === null
        ? null
        : secondsOf(audioLimit(host.maxSize, host.maxDuration)),
    unsent,
    isOnlySource: !takesFiles(),
    words: words(),
    strings: language.element,
    formats: language.formats,
    actions,
  });

  const suspend = (): void => void session.suspend();

  /** Follows the job that the element shows. */
  const followJob = (): void => {
    const { state, title } = job;
    job = jobNow();
    if (job.state === 'ready' && state !== 'ready') void session.transcribed(job.title);
    if (title !== '' && job.title !== title) void session.over(title);
    const isOffered = (host.sources ?? '').includes('microphone');
    if (job.state !== 'idle' || form.isDisabled || !isOffered) suspend();
  };

  /** With `multiple`, the recording is an item of the list. */
  const onReady = ({ item }: ItemEvent): void => {
    if (item) void session.transcribed(item.name);
  };

  const nameOf = ({ item }: ItemEvent): string => item?.name ?? jobNow().title;
  const onSubmitted = (event: ItemEvent): void => void session.submitted(nameOf(event), true);
  const onError = (event: ItemEvent): void => {
    if (event.error?.code.startsWith('task-') === true)
      void session.submitted(nameOf(event), false);
  };

  const controller: ReactiveController = {
    hostConnected() {
      connection = new AbortController();
      host.addEventListener('transcribe-submitted', onSubmitted);
      host.addEventListener('transcribe-error', onError);
      host.addEventListener('transcribe-ready', onReady);
      navigator.mediaDevices?.addEventListener('devicechange', onDeviceChange);
      void refresh();
    },
    hostDisconnected() {
      connection.abort(new Error('the element was disconnected'));
      host.removeEventListener('transcribe-submitted', onSubmitted);
      host.removeEventListener('transcribe-error', onError);
      host.removeEventListener('transcribe-ready', onReady);
      navigator.mediaDevices?.removeEventListener('devicechange', onDeviceChange);
      whenRemoved(host, suspend);
    },
    hostUpdate() {
      followJob();
      // A user token has come, or the page has changed `user-key`.
      if (scope.now() !== shownScope) {
        shownScope = scope.now();
        void refresh();
      }
    },
  };
  parts.styles.add([microphoneStyles]);
  host.addController(controller);

  return {
    get isBusy() {
      return session.state.name !== 'off';
    },
    get isAtRisk() {
      const { name } = session.state;
      if (!host.isConnected) return false;
      return RECORDING.includes(name) || (name === 'review' && !session.isKept);
    },
    renderPanel: () => (session.state.name === 'off' ? null : renderRecorder(view())),
    renderButton: () => renderRecordButton(view()),
    renderUnsent: () => renderUnsent(view()),
    suspend,
    async forget() {
      await session.checkDeleted();
      await refresh();
    },
  };
};
