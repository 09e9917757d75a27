/** The recordings, as part of the element: the one that it shows as itself, and those of the list of `multiple`. */
import type { LitElement, PropertyValues, ReactiveController } from 'lit';
import { browserKeeping } from '../browser/page-storage.js';
import { ongoingJobs } from '../browser/tab-session.js';
import type { Ports, Origin } from '../engine/ports.js';
import type { OwnScope } from '../engine/resume/scope.js';
import { drawnWhen } from '../engine/session/session-events.js';
import type { DiagnosticLog, Listener } from '../engine/session/session.js';
import {
  IDLE,
  jobOf,
  type SessionState,
  type TranscribeProgress,
} from '../engine/session/state.js';
import { NO_PROGRESS, type Entry } from '../queue/entries.js';
import { createQueue, type Queue } from '../queue/queue.js';
import type { LateStylesController } from '../shown/late-styles.js';
import { whileConnected } from '../ui/while-connected.js';
import type { LanguageController } from './controllers/language.js';
import type { DrawPaceController } from './controllers/rendering.js';
import type { StatusLineController } from './controllers/status-line.js';
import type { TranscriptController } from './controllers/transcript-controller.js';
import { eventsOf } from './events.js';
import { formValueOf, type FormPart } from './form.js';
import {
  changesConnection,
  fileLimits,
  transcriptionOptions,
  type ElementSettings,
} from './settings.js';
import type { StateView } from './views/view-parts.js';
import { preloadReader, type Connections, type WorkLoader } from './work-loader.js';

/** The parts of the element that its recordings use. */
export interface ElementParts {
  readonly element: LitElement & ElementSettings;
  /** What transcribes, and where. */
  readonly ports: Ports;
  readonly connections: Connections;
  readonly scope: OwnScope;
  /** Where the element is, and where its work is sent. */
  readonly origin: () => Origin;
  readonly work: WorkLoader;
  /** What shows it. */
  readonly language: LanguageController;
  readonly styles: LateStylesController;
  readonly pace: DrawPaceController;
  readonly status: StatusLineController;
  readonly transcript: TranscriptController;
  readonly form: FormPart;
  readonly log: DiagnosticLog;
}

/** The list of `multiple`, which is loaded when it is needed. */
export interface ShownList {
  /** The session of an item has changed. */
  itemChanged(entry: Entry, ...change: Parameters<Listener>): void;
  changed(when: 'at-once' | 'paced'): void;
}

export class RecordingsController implements ReactiveController {
  readonly queue: Queue;
  /** The progress of what the element shows as itself. */
  progress: TranscribeProgress = NO_PROGRESS;
  #list: ShownList | null = null;
  /** The last state of what the element shows as itself. */
  #shown: SessionState = IDLE;
  /** Whose stored work was looked up last, and where it was sent. */
  #owner = '';
  /** The page has named a task or an address. It is opened as soon as there is a backend: settings come in any order. */
  #isAwaited = false;
  /** The task that the browser has restored as the form value, until it is shown. */
  #restoredTask: string | null = null;

  /** True while the work that the page asks for waits for a setting. */
  get isAwaited(): boolean {
    return this.#isAwaited && this.#isIdle;
  }

  constructor(private readonly parts: ElementParts) {
    const { element, ports, connections, scope, origin, work, form, log } = parts;
    const signed = { ...connections, userKey: () => element.userKey };
    this.queue = createQueue({
      ...browserKeeping,
      ...{ ports, scope, origin, ongoing: ongoingJobs },
      context: () => ({
        ...signed,
        limits: fileLimits(element),
      }),
      isOfAnother: (owner) => work.isOfAnother(signed, owner),
      load: (session) => work.load(session),
      transcription: () => transcriptionOptions(element),
      manualStart: () => element.manualStart,
      isDisabled: () => form.isDisabled,
      onUnavailable: () => log.addNoStorage(),
      onEvent: (...change) => this.#changed(...change),
      onChange: (when) => (this.#list === null ? parts.pace.draw(when) : this.#list.changed(when)),
    });
    whileConnected(element, () => {
      const disconnect = this.queue.connect();
      return () => {
        disconnect();
        work.keepAwake(false);
      };
    });
    element.addController(this);
  }

  hostUpdate(): void {
    const { element, language, ports, status } = this.parts;
    const { backend, backendUrl, transcriptionId, fileUrl } = element;
    const restored = this.#restoredTask;
    // A page may set its backend after it has added the element.
    if (restored !== null && (backend ?? backendUrl) !== null) {
      this.#restoredTask = null;
      if (this.#isIdle && !transcriptionId && !fileUrl) void this.queue.front.openTask(restored);
    }
    status.announce(this.state, { ...language.view, ...this.view }, ports.clock.now());
  }

  /** A setting or a new token can change the owner. */
  hostUpdated(): void {
    const owner = this.#ownerNow;
    // The list looks itself, once it is loaded.
    if (owner === this.#owner || (this.parts.element.multiple && this.#list === null)) return;
    this.#owner = owner;
    this.queue.ownerChanged();
  }

  get #ownerNow(): string {
    const { element, scope, origin } = this.parts;
    const { service, backend, ...place } = origin();
    // A list stays although its page gets another address.
    return JSON.stringify([
      scope.now(),
      element.userKey,
      service,
      backend,
      this.#list === null && place,
    ]);
  }

  /** The state of what the element shows as itself. */
  get state(): SessionState {
    return this.queue.shown;
  }

  /** What the views show of it. */
  get view(): Pick<StateView, 'progress' | 'offer' | 'notPersisted'> {
    const { front, isKeeping } = this.queue;
    return {
      progress: this.progress,
      offer: front.offer,
      notPersisted: this.parts.scope.now() !== null && !isKeeping(),
    };
  }

  /**
   * Sets what shows the list, once the queue has one; null if `multiple` was removed. What the element shows as itself becomes an
   * item of the list, or the other way round.
   */
  setList(list: ShownList | null): void {
    const { element, form, transcript } = this.parts;
    this.#list = list;
    this.#owner = this.#ownerNow;
    const { state } = this;
    const isNew = state !== this.#shown;
    if (isNew && this.#shown.name === 'ready') transcript.clear();
    this.#shown = state;
    this.progress = this.queue.front.entry()?.progress ?? NO_PROGRESS;
    if (isNew && state.name === 'ready') transcript.show(state);
    if (list === null) {
      form.showState(state.name);
      form.setValue([formValueOf(state)]);
    }
    element.requestUpdate();
  }

  get #isIdle(): boolean {
    return this.state.name === 'idle';
  }

  /** True if the element shows this task, or waits for it. */
  #shows(transcriptionId: string): boolean {
    return jobOf(this.state)?.transcriptionId === transcriptionId;
  }

  /** The page may have set what is transcribed or shown. */
  settingsChanged(changed: PropertyValues<ElementSettings>): void {
    const { element, work } = this.parts;
    const { front } = this.queue;
    const { transcriptionId: id, fileUrl, manualStart, backend, backendUrl } = element;
    const previousId = changed.get('transcriptionId');
    if (previousId && !id && this.#shows(previousId)) void front.reset();
    const isNew = id ? changed.has('transcriptionId') : changed.has('fileUrl') && !manualStart;
    this.#isAwaited = Boolean(id || fileUrl) && (isNew || this.isAwaited);
    if (this.#isAwaited && (backend !== null || backendUrl || !this.#isIdle)) {
      this.#isAwaited = false;
      // A page may set the id of a task that the element itself has created.
      if (!id) void front.openAddress(fileUrl ?? '', true);
      else if (!this.#shows(id)) front.select({ kind: 'task', transcriptionId: id });
    } else if (this.#isAwaited) {
      work.tell(null).catch(() => undefined);
    } else if (changesConnection(changed)) {
      const { state } = this;
      if (state.name === 'failed' && state.job && state.error.code === 'configuration')
        front.retry();
    }
  }

  /** Shows the task of a restored form value, unless the page or the user chooses another source. */
  restore(transcriptionId: string): void {
    this.#restoredTask = transcriptionId;
    this.parts.element.requestUpdate();
  }

  start(): void {
    const { fileUrl, transcriptionId: id } = this.parts.element;
    const { front } = this.queue;
    if (this.isAwaited && id) front.select({ kind: 'task', transcriptionId: id });
    else if (this.#isIdle && fileUrl) void front.openAddress(fileUrl, false);
    else this.queue.controlled.start();
  }

  /** Stops unfinished work and deletes what is stored of it. */
  cancel(): void {
    this.#restoredTask = null;
    this.queue.cancel();
  }

  /** A script has reset the form: offers what is shown. A list stays. */
  setAside(): void {
    this.#restoredTask = null;
    void this.queue.front.setAside();
  }

  /** Like `cancel()`, and removes what is finished. */
  reset(): void {
    this.#restoredTask = null;
    this.queue.clear();
  }

  /** The only reaction to the session: updates the element's attribute and form value, and fires events. */
  #changed(entry: Entry, ...[state, before, event]: Parameters<Listener>): void {
    const { element, form, log, pace, status, transcript, work } = this.parts;
    log.add(event);
    if (!this.queue.isShown(entry)) {
      this.#list?.itemChanged(entry, state, before, event);
      return;
    }
    if (event.type === 'selected') this.#restoredTask = null;
    // It may have taken the place of something else.
    const previous = this.#shown;
    this.#shown = state;
    this.progress = entry.progress;
    if (previous.name === 'ready') transcript.clear();
    if (event.type === 'cleared' || state.name === 'ready') status.notice = '';
    work.keepAwake(state.name === 'uploading' && state.step === 'sending');
    // Nobody should wait for the reader once the transcript is there.
    if (['uploading', 'submitting', 'transcribing'].includes(state.name)) preloadReader();
    const shown = state.name === 'ready' ? transcript.show(state) : null;
    if (state.name === 'failed') void work.tell(state.error).catch(() => undefined);
    if (state.name !== previous.name) form.showState(state.name);
    form.setValue([formValueOf(state)]);
    pace.draw(drawnWhen(state, previous, event));
    const { recordingName } = element;
    for (const fired of eventsOf(state, previous, event, this.progress, shown, recordingName)) {
      element.dispatchEvent(fired);
    }
  }
}
