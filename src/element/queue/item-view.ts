/** One recording in the list. */
import { nothing, svg, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { sessionStateOf, type Entry } from '../../queue/entries.js';
import { describe, type QueueItem } from '../../queue/items.js';
import type { QueueStrings } from '../../strings/strings.js';
import { html } from '../../ui/html.js';
import { icon, ICONS } from '../../ui/icons.js';
import { middleEllipsis } from '../../ui/middle-ellipsis.js';
import { styleProperties } from '../../ui/style-properties.js';
import { resumeHint, resumeProblem } from '../views/idle.js';
import { failureHeading, retryLabel } from '../views/render-state.js';
import { interruptionHint, phaseOf, renderFacts, type StateView } from '../views/view-parts.js';

/** Leads on; in a language from right to left, the styles turn it around. */
export const forwardIcon = icon(svg`<path d="m9 6 6 6-6 6" />`);

export interface ItemActions {
  /** Asks for the file of an interrupted item. */
  readonly chooseFor: (id: string) => void;
  readonly open: (id: string) => void;
  readonly continueItem: (id: string) => void;
  readonly pauseItem: (id: string) => void;
  readonly remove: (id: string) => void;
  /** Undoes `remove`. */
  readonly putBack: (id: string) => void;
}

/** What all rows have in common. */
export interface ItemView extends Omit<StateView, 'actions'> {
  /** The item whose transcript is being fetched. */
  readonly opening: string | null;
  /** The item whose first button gets the focus if the focused one disappears. */
  readonly focused: string | null;
  readonly queue: QueueStrings;
  readonly actions: ItemActions;
}

/** True if the recording must be chosen again. */
export const needsFile = ({ content }: Entry): boolean =>
  content.kind === 'lost' ||
  (content.kind === 'stored' &&
    (content.problem !== null || (content.job.needs === 'recording' && content.file === null)));

/** What the item is doing, in a few words. */
const stateText = (entry: Entry, item: QueueItem, view: ItemView): string => {
  const { strings, queue } = view;
  const session = sessionStateOf(entry);
  if (view.opening === entry.id) return strings.readerLoading;
  switch (item.state) {
    case 'waiting':
      return queue.waiting;
    case 'interrupted':
      return queue.unfinished;
    case 'in-other-tab':
      return queue.inOtherTab;
    case 'ready':
      return queue.ready;
    case 'failed':
      return item.error === null ? strings.failed : failureHeading(item.error, strings);
    case 'paused':
      return strings.paused;
    default:
      return session.name === item.state ? phaseOf(session, strings) : strings.checking;
  }
};

const factsOf = (entry: Entry, item: QueueItem, view: ItemView): readonly string[] => {
  const { strings, formats } = view;
  const { bytesPerSecond, secondsLeft, interruption } = entry.progress;
  const facts = [stateText(entry, item, view)];
  const isMoving = item.state === 'uploading' && interruption === null;
  if (item.size !== null) {
    const size = formats.bytes(item.size);
    const isPartly = item.progress > 0 && item.progress < 1;
    if (isPartly) facts.push(formats.percent(item.progress));
    facts.push(size);
  }
  if (isMoving && bytesPerSecond !== null) facts.push(strings.speed(formats.bytes(bytesPerSecond)));
  if (isMoving && secondsLeft !== null) facts.push(strings.left(formats.duration(secondsLeft)));
  return facts;
};

/** What the user must do, or why the work is interrupted; empty for nothing. */
const hintOf = (entry: Entry, view: ItemView): string => {
  const { strings } = view;
  const { content, progress } = entry;
  if (progress.interruption !== null)
    return interruptionHint(sessionStateOf(entry), progress.interruption, strings);
  if (content.kind === 'lost') return strings.offer.interrupted.sentAgain;
  if (content.kind !== 'stored' || content.isResuming || entry.startUpload !== null) return '';
  return resumeProblem(content, entry.name, view) || resumeHint(content.job, strings);
};

const renderIcon = ({ state }: QueueItem): TemplateResult => {
  switch (state) {
    case 'ready':
      return ICONS.check;
    case 'failed':
      return ICONS.warning;
    case 'paused':
    case 'interrupted':
      return ICONS.pause;
    case 'uploading':
      return ICONS.upload;
    default:
      return html`<span class="item-dot"></span>`;
  }
};

const renderBar = (entry: Entry, item: QueueItem, view: ItemView) => {
  if (item.state !== 'uploading' && item.state !== 'paused') return nothing;
  const { strings, formats } = view;
  return html`
    <div
      class="bar ${item.state === 'paused' || entry.progress.interruption ? 'still' : ''}"
      part="progress-bar"
      role="progressbar"
      aria-label="${strings.uploadProgress}: ${item.name}"
      aria-valuemin="0"
      aria-valuemax="100"
      aria-valuenow=${Math.floor(item.progress * 100)}
      aria-valuetext=${formats.percent(item.progress)}
    >
      <div
        class="bar-fill"
        part="progress-fill"
        ${styleProperties({ '--_filled': `${item.progress * 100}%` })}
      ></div>
    </div>
  `;
};

interface ItemButton {
  readonly label: string;
  readonly icon?: TemplateResult;
  readonly isPrimary?: boolean;
  readonly press: () => void;
}

/** The button that leads on; null if there is nothing to do. */
const mainButton = (entry: Entry, item: QueueItem, view: ItemView): ItemButton | null => {
  const { strings, queue, actions } = view;
  const { id } = entry;
  const go = (): void => actions.continueItem(id);
  if (needsFile(entry) && (item.state === 'interrupted' || item.state === 'in-other-tab')) {
    const words = strings.offer[item.state === 'in-other-tab' ? 'in-other-tab' : 'interrupted'];
    return { label: words.pick, press: () => actions.chooseFor(id) };
  }
  switch (item.state) {
    case 'ready':
      return {
        label: queue.open,
        icon: forwardIcon,
        isPrimary: true,
        press: () => actions.open(id),
      };
    case 'uploading':
    case 'preparing':
      return { label: strings.pause, icon: ICONS.pause, press: () => actions.pauseItem(id) };
    case 'paused':
      return { label: strings.resume, icon: ICONS.play, press: go };
    case 'interrupted':
    case 'in-other-tab': {
      const words = strings.offer[item.state];
      const label = item.progress === 1 ? words.acceptUploaded : words.accept;
      return { label, icon: ICONS.play, press: go };
    }
    case 'failed':
      // The page can't read a changed file again.
      if (item.error?.code === 'file-changed')
        return { label: strings.chooseAgain, press: () => actions.chooseFor(id) };
      return item.error?.recoverable === true
        ? { label: retryLabel(item.error, strings), icon: ICONS.retry, press: go }
        : null;
    default:
      return null;
  }
};

const renderButton = (
  { label, icon, isPrimary = false, press }: ItemButton,
  entry: Entry,
  view: ItemView,
): TemplateResult => html`
  <button
    class="button item-button ${isPrimary ? 'primary' : ''}"
    part="button ${isPrimary ? 'primary-button' : ''}"
    type="button"
    id="main-${entry.id}"
    aria-labelledby="main-${entry.id} name-${entry.id}"
    ?data-focus=${view.focused === entry.id}
    ?disabled=${view.disabled}
    @click=${press}
  >
    ${isPrimary ? nothing : icon} ${label} ${isPrimary ? icon : nothing}
  </button>
`;

/** A row that was removed. */
const renderRemoved = ({ id, name }: Entry, { queue, strings, focused, actions }: ItemView) => html`
  <li class="item" part="item">
    <span class="item-icon" aria-hidden="true">${ICONS.close}</span>
    <p class="item-words details" id="name-${id}">
      <bdi>${queue.removed(name === '' ? strings.untitled : name)}</bdi>
    </p>
    <div class="item-buttons">
      <button
        class="button item-button"
        part="button"
        type="button"
        id="undo-${id}"
        aria-describedby="name-${id}"
        ?data-focus=${focused === id}
        data-final
        @click=${() => actions.putBack(id)}
      >
        ${queue.undo}
      </button>
    </div>
  </li>
`;

const renderRow = (entry: Entry, view: ItemView): TemplateResult => {
  if (entry.removed !== null) return renderRemoved(entry, view);
  const item = describe(entry);
  const { queue, actions } = view;
  const { id, name } = entry;
  const main = mainButton(entry, item, view);
  const hint = hintOf(entry, view);
  return html`
    <li class="item" data-state=${item.state} part="item">
      <span class="item-icon" aria-hidden="true">${renderIcon(item)}</span>
      <div class="item-words">
        <p class="title" part="title" id="name-${id}">
          ${middleEllipsis(name === '' ? view.strings.untitled : name)}
        </p>
        <p class="details tabular" part="details">${renderFacts(factsOf(entry, item, view))}</p>
        ${
          item.error === null
            ? nothing
            : html`<p class="error-message" part="error-message">
                <bdi>${view.messageOf(item.error)}</bdi>
              </p>`
        }
        ${hint === '' ? nothing : html`<p class="hint" part="hint"><bdi>${hint}</bdi></p>`}
      </div>
      <div class="item-buttons">
        ${main === null ? nothing : renderButton(main, entry, view)}
        <button
          class="button quiet item-remove"
          type="button"
          id="remove-${id}"
          title=${queue.remove}
          aria-label="${queue.remove} ${name}"
          ?data-focus=${main === null && view.focused === id}
          data-final
          ?disabled=${view.disabled}
          @click=${() => actions.remove(id)}
        >
          ${ICONS.close}
        </button>
      </div>
      ${renderBar(entry, item, view)}
    </li>
  `;
};

/**
 * Renders a row only if it has changed: a list can have hundreds, and most events concern one of them. `strings` is a
 * new object whenever a text changes.
 */
export const renderItem = (entry: Entry, view: ItemView) => {
  const { strings, disabled, opening, focused } = view;
  const drawnFrom = [
    ...[entry, sessionStateOf(entry), strings, disabled],
    ...[opening === entry.id, focused === entry.id],
  ];
  return guard(drawnFrom, () => renderRow(entry, view));
};
