/** The list of recordings of `multiple`, as part of the element. Loaded when it is needed. */
import type { ReactiveController, TemplateResult } from 'lit';
import { browserKeeping, editStore } from '../../browser/page-storage.js';
import { isReloaded, pageSession } from '../../browser/tab-session.js';
import type { SessionState, StateName, TranscribeProgress } from '../../engine/session/state.js';
import type { Listener } from '../../engine/session/session.js';
import { sessionStateOf, type Entry } from '../../queue/entries.js';
import { overallProgress, stateOf, transcriptionIdOf, type QueueItem } from '../../queue/items.js';
import { createList, type List } from '../../queue/list.js';
import { createListStore } from '../../queue/stored-list.js';
import { queue as english } from '../../strings/en-queue.js';
import type { QueueStrings } from '../../strings/strings.js';
import { html } from '../../ui/html.js';
import type { ReadyState } from '../controllers/transcript-controller.js';
import { eventsOf } from '../events.js';
import { formValueOf } from '../form.js';
import type { ElementParts, RecordingsController, ShownList } from '../recordings-controller.js';
import { limitsOf } from '../views/idle.js';
import { failureHeading, renderState } from '../views/render-state.js';
import type { StateView } from '../views/view-parts.js';
import { preloadReader } from '../work-loader.js';
import { queueStyles } from './queue.styles.js';
import { renderBack, renderQueue, summaryOf, type QueueActions } from './queue-view.js';

export type { QueueItem } from '../../queue/items.js';
export { openDrop } from '../dropped-files.js';

/** The lists that this document has shown. An element that was removed may come back for its list. */
const shownLists = new Set<string>();

/** The lists by the names that version 1.0.0 gave them: it had one for all elements without an id. */
const formerLists = new Map<string, QueueController>();

/** True if the page was reloaded, shown again from the history, or has shown this list before. */
const isRevisited = (listKey: string): boolean => {
  const isBack = shownLists.has(listKey);
  shownLists.add(listKey);
  return isBack || isReloaded();
};

/** The states in which a task is still to come. */
const PENDING: readonly string[] = [
  ...['waiting', 'interrupted', 'preparing', 'uploading', 'paused', 'submitting'],
];

/** The task of an entry that exists and has not failed; empty for none. */
const valueOf = (entry: Entry): string =>
  entry.content.kind === 'finished'
    ? (transcriptionIdOf(entry) ?? '')
    : formValueOf(sessionStateOf(entry));

export class QueueController implements ReactiveController, ShownList {
  readonly #items: List;
  #opened: string | null = null;
  /** The item whose transcript is shown as soon as it has come. */
  #opening: string | null = null;
  #focused: string | null = null;
  #notice = '';
  #isStarted = false;
  /** The name of the form field that the values were sent under. */
  #name: string | null = null;

  readonly #actions: QueueActions = {
    choose: () => this.pick(null),
    chooseFor: (id) => this.pick(id),
    open: (id) => this.open(id),
    continueItem: (id) => this.#items.continue(id),
    pauseItem: (id) => this.#items.pauseItem(id),
    remove: (id) => this.#hold(id),
    putBack: (id) => this.#items.removal.putBack(id),
    start: () => this.start(),
    pause: () => this.#items.pause(),
    resume: () => this.#items.resume(),
  };

  constructor(
    private readonly host: ElementParts,
    private readonly recordings: RecordingsController,
    /** Opens the file dialog for an item. */
    private readonly pick: (id: string | null) => void,
  ) {
    const { element, scope, origin, log } = host;
    const { queue } = recordings;
    const kept = createListStore({
      ...{ clock: browserKeeping.clock, lists: editStore, scope, isRevisited },
      listKey: () => {
        const tab = element.noStorage ? null : pageSession.scope();
        return tab && JSON.stringify([tab, origin()]);
      },
      copied: () => {
        const session = pageSession.copied();
        return session === null ? null : { session, listKey: JSON.stringify([session, origin()]) };
      },
      formerKey: () => {
        const tab = element.noStorage ? null : pageSession.existing();
        if (tab === null) return null;
        const former = `${tab} ${origin().page}#${element.id}`;
        if (!formerLists.has(former)) formerLists.set(former, this);
        return formerLists.get(former) === this ? former : null;
      },
      onUnavailable: () => log.addNoStorage(),
    });
    this.#items = createList(queue, kept);
    host.styles.add([queueStyles]);
    element.addController(this);
    const isSetByPage = Boolean(element.transcriptionId || element.fileUrl);
    queue.setList(this.#items, isSetByPage ? (queue.front.entry()?.id ?? null) : null);
    recordings.setList(this);
    this.changed('at-once');
  }

  hostConnected(): void {
    addEventListener('pagehide', this.#settle);
  }

  hostDisconnected(): void {
    this.#settle();
    removeEventListener('pagehide', this.#settle);
  }

  /** Who leaves the page does not put back what was removed. */
  readonly #settle = (): void => this.#items.removal.settle();

  hostUpdated(): void {
    const { element, form } = this.host;
    if (element.name !== this.#name) form.sendValue();
    this.#name = element.name;
  }

  /** Ends the list: `multiple` was removed. The element shows the first item as itself. */
  dispose(): void {
    const { element } = this.host;
    this.close();
    this.hostDisconnected();
    element.removeController(this);
    const { queue } = this.recordings;
    queue.setList(null, queue.front.entry()?.id ?? this.#items.first());
    this.recordings.setList(null);
  }

  /* ---- What a page reads ---- */

  get items(): readonly QueueItem[] {
    return this.#items.items;
  }

  get state(): StateName {
    return this.#opened === null ? this.#items.state : 'ready';
  }

  get progress(): TranscribeProgress {
    return overallProgress(this.#items.entries, this.#items.state);
  }

  /** The state of the opened item; null if none is open. */
  get opened(): ReadyState | null {
    const entry = this.#items.entries.find(({ id }) => id === this.#opened);
    const state = entry && sessionStateOf(entry);
    return state?.name === 'ready' ? state : null;
  }

  /* ---- What a page and a person do ---- */

  /** `skipped`: the number of files in dropped folders that are no recordings. */
  add(files: readonly File[], skipped = 0): void {
    const known = this.#items.add(files);
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
    const entry = this.#items.entries.find((one) => one.id === id);
    if (entry === undefined || stateOf(entry) !== 'ready') return;
    this.#opening = id;
    this.#focused = id;
    const state = sessionStateOf(entry);
    if (state.name === 'ready') this.#show(entry, state);
    else this.#items.fetch(id);
  }

  /** Returns from a transcript to the list. */
  close(): void {
    this.#opening = null;
    if (this.#opened === null) return;
    this.#opened = null;
    this.host.transcript.clear();
    this.changed('at-once');
  }

  /** Continues an item with the file that the user has chosen for it. */
  provide(id: string, file: File): void {
    void this.#items.provide(id, file);
  }

  /** The person has removed an item. Its button puts it back. */
  #hold(id: string): void {
    const entry = this.#items.entries.find((one) => one.id === id);
    if (entry === undefined) return;
    this.#focused = id;
    this.#notice = '';
    this.#items.removal.hold(id);
    this.host.status.say(this.#strings.removed(entry.name));
  }

  /** Removes an item for good. */
  remove(id: string): void {
    const { entries } = this.#items;
    const at = entries.findIndex((entry) => entry.id === id);
    if (at === -1) return;
    if (this.#opened === id) this.close();
    this.#focused = (entries[at + 1] ?? entries[at - 1])?.id ?? null;
    this.#notice = '';
    this.#items.remove(id);
  }

  start(): void {
    this.#settle();
    this.#isStarted = true;
    this.#items.start();
  }

  /** Continues what failed because a setting was missing or wrong. */
  retryMisconfigured(): void {
    for (const { id, error } of this.items)
      if (error?.code === 'configuration') this.#items.continue(id);
  }

  /** Returns to the list, which the queue then empties. */
  reset(): void {
    this.close();
    this.#isStarted = false;
    this.#notice = '';
  }

  /* ---- Rendering ---- */

  render(view: StateView): TemplateResult {
    const { opened } = this;
    const strings = this.#strings;
    if (opened !== null) {
      return html`${renderBack(strings, () => this.close())} ${view.reader(null)}`;
    }
    if (this.#items.rows.length === 0) {
      const { drop, choose } = strings;
      return renderState({ name: 'idle' }, { ...view, strings: { ...view.strings, drop, choose } });
    }
    return renderQueue({
      ...view,
      entries: this.#items.entries,
      rows: this.#items.rows,
      isPaused: this.#items.isPaused,
      canStart: this.host.element.manualStart && !this.#isStarted,
      opening: this.#opening,
      focused: this.#focused,
      notice: this.#notice,
      isKeeping: this.host.element.noStorage || this.#items.isKeeping(),
      limits: limitsOf(view),
      queue: strings,
      actions: this.#actions,
    });
  }

  get #strings(): QueueStrings {
    return this.host.language.group('queue', english);
  }

  /* ---- Reactions to the list ---- */

  #show({ id, name }: Entry, state: ReadyState): void {
    this.#opening = null;
    if (this.#opened !== null) this.host.transcript.clear();
    this.#opened = id;
    this.host.transcript.show(state, { id, name });
    this.host.status.say(this.host.language.element.labelReady(name));
    this.changed('at-once');
  }

  itemChanged(entry: Entry, ...[state, previous, event]: Parameters<Listener>): void {
    const { element, log, work } = this.host;
    log.add(event);
    // Nobody should wait for the reader once a transcript is there.
    if (state.name === 'transcribing') preloadReader();
    if (state.name === 'ready' && this.#opening === entry.id) this.#show(entry, state);
    if (state.name === 'failed') void work.tell(state.error).catch(() => undefined);
    this.#sync();
    const transcript = state.name === 'ready' ? work.shows.normalise(state.data) : null;
    const { id, name, progress } = entry;
    for (const fired of eventsOf(state, previous, event, progress, transcript, name)) {
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
    // A transcript that the page sets has its own state and value.
    if (element.transcriptionId || element.fileUrl) return;
    const { entries } = this.#items;
    const values = entries.map(valueOf).filter((value) => value !== '');
    form.showState(this.state);
    form.setValue(
      values,
      entries.some((entry) => entry.isOwn && PENDING.includes(stateOf(entry))),
    );
    const isSending = entries.some((entry) => stateOf(entry) === 'uploading');
    this.host.work.keepAwake(isSending && element.isConnected);
  }

  changed(when: 'at-once' | 'paced'): void {
    // The opened item was removed, or belongs to another user.
    if (this.#opened !== null && this.opened === null) this.close();
    this.#sync();
    this.host.pace.draw(when);
  }
}
