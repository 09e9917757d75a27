/** The list of recordings of `multiple`, as part of the element. Loaded when it is needed. */
import { html, type ReactiveController, type TemplateResult } from 'lit';
import { browserKeeping, editStore } from '../../browser/page-storage.js';
import type { SessionState, StateName, TranscribeProgress } from '../../engine/session/state.js';
import type { Listener } from '../../engine/session/session.js';
import {
  overallProgress,
  sessionStateOf,
  stateOf,
  transcriptionIdOf,
  type Entry,
  type QueueItem,
} from '../../queue/entries.js';
import { createQueue, type Queue } from '../../queue/queue.js';
import { queue as english } from '../../strings/en-queue.js';
import type { QueueStrings } from '../../strings/strings.js';
import { normaliseTranscript } from '../../transcript/transcript.js';
import { openFileDialog } from '../../ui/file-input.js';
import { whileConnected } from '../../ui/while-connected.js';
import type { LanguageController } from '../controllers/language.js';
import type { ReadyState } from '../controllers/transcript-controller.js';
import { eventsOf } from '../events.js';
import { formValueOf } from '../form.js';
import type { Controls, ElementParts } from '../job-controller.js';
import { fileLimits, transcriptionOptions } from '../settings.js';
import { limitsOf } from '../views/idle.js';
import { failureHeading, renderState } from '../views/render-state.js';
import type { StateView } from '../views/view-parts.js';
import { preloadReader } from '../work-loader.js';
import { droppedFiles } from './dropped-files.js';
import { isRevisited, keyOf } from './list-key.js';
import { queueStyles } from './queue.styles.js';
import { renderBack, renderQueue, summaryOf, type QueueActions } from './queue-view.js';

export type { QueueItem } from '../../queue/entries.js';

/** Without `multiple`: only this one of several files was taken. */
export const onlyOne = (language: LanguageController, name: string): string =>
  language.group('queue', english).onlyOne(name);

/** The states in which a task is still to come. */
const PENDING: readonly string[] = [
  ...['waiting', 'interrupted', 'preparing', 'uploading', 'paused', 'submitting'],
];

/** The task of an entry that exists and has not failed; empty for none. */
const valueOf = (entry: Entry): string =>
  entry.content.kind === 'finished'
    ? (transcriptionIdOf(entry) ?? '')
    : formValueOf(sessionStateOf(entry));

export class QueueController implements ReactiveController, Controls {
  readonly #queue: Queue;
  readonly #stop: () => void;
  #opened: string | null = null;
  /** The item whose transcript is shown as soon as it has come. */
  #opening: string | null = null;
  /** The item that the file dialog was opened for. */
  #pickingFor: string | null = null;
  #focused: string | null = null;
  #notice = '';
  #isStarted = false;
  /** The name of the form field that the values were sent under. */
  #name: string | null = null;
  /** Whose list it is. Undefined until a token tells. */
  #user: string | null | undefined;

  readonly #actions: QueueActions = {
    choose: () => this.#pick(null),
    chooseFor: (id) => this.#pick(id),
    open: (id) => this.open(id),
    continueItem: (id) => this.#queue.continue(id),
    pauseItem: (id) => this.#queue.pauseItem(id),
    remove: (id) => this.remove(id),
    start: () => this.start(),
    pause: () => this.pause(),
    resume: () => this.resume(),
  };

  constructor(private readonly host: ElementParts) {
    const { element, connections, ports, scope, work, log } = host;
    const listKey = keyOf(element);
    this.#queue = createQueue({
      ...browserKeeping,
      ports,
      scope,
      load: (session) => work.load(session),
      lists: editStore,
      listKey,
      isRevisited: listKey !== null && isRevisited(listKey),
      context: () => ({ ...connections, limits: fileLimits(element) }),
      transcription: () => transcriptionOptions(element),
      manualStart: () => element.manualStart,
      onUnavailable: () => log.addNoStorage(),
      onEvent: (...change) => this.#onSessionChange(...change),
      onChange: (when) => this.#changed(when),
    });
    host.styles.add([queueStyles]);
    element.addController(this);
    this.#stop = whileConnected(element, () => {
      this.#user = scope.now();
      const disconnect = this.#queue.connect();
      return () => {
        disconnect();
        work.keepAwake(false);
      };
    });
  }

  /** A setting or a new token can change the user. */
  hostUpdated(): void {
    const { element, form } = this.host;
    if (element.name !== this.#name) form.sendValue();
    this.#name = element.name;
    const user = this.host.scope.now();
    if (user === this.#user) return;
    this.#user = user;
    this.#queue.userChanged();
  }

  /** Ends the list: `multiple` was removed. What is stored can be resumed. */
  dispose(): void {
    const { element, form } = this.host;
    this.close();
    this.#stop();
    element.removeController(this);
    form.showState('idle');
    form.setValue([]);
  }

  /* ---- What a page reads ---- */

  get items(): readonly QueueItem[] {
    return this.#queue.items;
  }

  get state(): StateName {
    return this.#opened === null ? this.#queue.state : 'ready';
  }

  get progress(): TranscribeProgress {
    return overallProgress(this.#queue.entries, this.#queue.state);
  }

  /** The state of the opened item; null if none is open. */
  get opened(): ReadyState | null {
    const entry = this.#queue.entries.find(({ id }) => id === this.#opened);
    const state = entry && sessionStateOf(entry);
    return state?.name === 'ready' ? state : null;
  }

  /* ---- What a page and a person do ---- */

  /** Adds the files of the file dialog, which may have been opened for an item. */
  take(files: readonly File[]): void {
    const id = this.#pickingFor;
    const [file] = files;
    this.#pickingFor = null;
    if (id !== null && file !== undefined && files.length === 1) void this.#queue.provide(id, file);
    else this.add(files);
  }

  /** Adds dropped files, and those in dropped folders. Call it inside the drop event. */
  drop(files: readonly File[], transfer: DataTransfer): void {
    void droppedFiles(files, transfer).then((found) => this.add(found.files, found.skipped));
  }

  add(files: readonly File[], skipped = 0): void {
    const known = this.#queue.add(files);
    const { added, duplicate, duplicates, skipped: skippedText } = this.#strings;
    const count = files.length - known.length;
    const [name = ''] = known;
    this.#notice = [
      ...(known.length === 0
        ? []
        : [known.length === 1 ? duplicate(name) : duplicates(known.length)]),
      ...(skipped === 0 ? [] : [skippedText(skipped)]),
    ].join(' ');
    this.host.status.say([...(count === 0 ? [] : [added(count)]), this.#notice].join('. '));
    this.host.element.requestUpdate();
  }

  /** Shows the transcript of an item that is ready. */
  open(id: string): void {
    const entry = this.#queue.entries.find((one) => one.id === id);
    if (entry === undefined || stateOf(entry) !== 'ready') return;
    this.#opening = id;
    this.#focused = id;
    const state = sessionStateOf(entry);
    if (state.name === 'ready') this.#show(entry, state);
    else this.#queue.fetch(id);
  }

  /** Returns from a transcript to the list. */
  close(): void {
    this.#opening = null;
    if (this.#opened === null) return;
    this.#opened = null;
    this.host.transcript.clear();
    this.#changed('at-once');
  }

  remove(id: string): void {
    const { entries } = this.#queue;
    const at = entries.findIndex((entry) => entry.id === id);
    if (at === -1) return;
    if (this.#opened === id) this.close();
    this.#focused = (entries[at + 1] ?? entries[at - 1])?.id ?? null;
    this.#notice = '';
    this.#queue.remove(id);
  }

  start(): void {
    this.#isStarted = true;
    this.#queue.start();
  }

  readonly pause = (): void => this.#queue.pause();
  readonly resume = (): void => this.#queue.resume();

  /** Tries everything again that failed and can succeed. */
  retry(): void {
    for (const { id, error } of this.items)
      if (error?.recoverable === true) this.#queue.continue(id);
  }

  cancel(): void {
    this.#queue.cancel();
  }

  reset(): void {
    this.close();
    this.#isStarted = false;
    this.#notice = '';
    this.#queue.clear();
  }

  async forget(scope: string | null): Promise<void> {
    await this.#queue.forget(scope);
    if (this.opened === null) this.close();
  }

  atRisk(): boolean {
    return this.host.element.isConnected && this.#queue.atRisk();
  }

  /* ---- Rendering ---- */

  render(view: StateView): TemplateResult {
    const { opened } = this;
    const strings = this.#strings;
    if (opened !== null) {
      return html`${renderBack(strings, () => this.close())} ${view.reader(null)}`;
    }
    if (this.#queue.entries.length === 0) {
      const { drop, choose } = strings;
      return renderState({ name: 'idle' }, { ...view, strings: { ...view.strings, drop, choose } });
    }
    return renderQueue({
      ...view,
      entries: this.#queue.entries,
      isPaused: this.#queue.isPaused,
      canStart: this.host.element.manualStart && !this.#isStarted,
      opening: this.#opening,
      focused: this.#focused,
      notice: this.#notice,
      isKeeping: this.host.element.noStorage || this.#queue.isKeeping(),
      limits: limitsOf(view),
      queue: strings,
      actions: this.#actions,
    });
  }

  get #strings(): QueueStrings {
    return this.host.language.group('queue', english);
  }

  /* ---- Reactions to the list ---- */

  #pick(id: string | null): void {
    this.#pickingFor = id;
    openFileDialog(this.host.element.renderRoot);
  }

  #show({ id, name }: Entry, state: ReadyState): void {
    this.#opening = null;
    if (this.#opened !== null) this.host.transcript.clear();
    this.#opened = id;
    this.host.transcript.show(state, { id, name });
    this.host.status.say(this.host.language.element.labelReady(name));
    this.#changed('at-once');
  }

  #onSessionChange(entry: Entry, ...[state, previous, event]: Parameters<Listener>): void {
    const { element, log, work } = this.host;
    log.add(event);
    // Nobody should wait for the reader once a transcript is there.
    if (state.name === 'transcribing') preloadReader();
    if (state.name === 'ready' && this.#opening === entry.id) this.#show(entry, state);
    if (state.name === 'failed') void work.tell(state.error).catch(() => undefined);
    this.#sync();
    const transcript = state.name === 'ready' ? normaliseTranscript(state.data) : null;
    const { id, name, progress } = entry;
    for (const fired of eventsOf(state, previous, event, progress, transcript)) {
      fired.item = { id, name };
      element.dispatchEvent(fired);
    }
    if (state.name !== previous.name) this.#announce(entry, state);
  }

  #announce({ id, name }: Entry, state: SessionState): void {
    const { status, language } = this.host;
    const summary = summaryOf(this.items, this.#strings)[0] ?? '';
    if (state.name === 'ready' && this.#opened !== id) {
      status.say(`${this.#strings.itemReady(name)}. ${summary}`);
    }
    if (state.name === 'failed') {
      const { error } = state;
      if (this.#opening === id) this.#opening = null;
      status.say(
        `${name}: ${failureHeading(error, language.element)}. ${language.messageOf(error)}`,
      );
    }
  }

  #sync(): void {
    const { element, form } = this.host;
    // What the page itself sets has its own state and value.
    if (element.transcriptionId || element.fileUrl) return;
    const { entries } = this.#queue;
    const values = entries.map(valueOf).filter((value) => value !== '');
    form.showState(this.state);
    form.setValue(
      values,
      entries.some((entry) => entry.isOwn && PENDING.includes(stateOf(entry))),
    );
    const isSending = entries.some((entry) => stateOf(entry) === 'uploading');
    this.host.work.keepAwake(isSending && element.isConnected);
  }

  #changed(when: 'at-once' | 'paced'): void {
    this.#sync();
    this.host.pace.draw(when);
  }
}
