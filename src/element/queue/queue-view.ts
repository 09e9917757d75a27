/** The list of recordings. */
import { nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Entry } from '../../queue/entries.js';
import { countStates, describe, type QueueItem } from '../../queue/items.js';
import type { QueueStrings } from '../../strings/strings.js';
import { button } from '../../ui/button.js';
import { html } from '../../ui/html.js';
import { ICONS } from '../../ui/icons.js';
import { renderFacts } from '../views/view-parts.js';
import {
  forwardIcon,
  needsFile,
  renderItem,
  type ItemActions,
  type ItemView,
} from './item-view.js';

export interface QueueActions extends ItemActions {
  readonly choose: () => void;
  readonly start: () => void;
  readonly pause: () => void;
  readonly resume: () => void;
}

export interface QueueView extends ItemView {
  readonly entries: readonly Entry[];
  /** The entries, and what was removed and can be put back. */
  readonly rows: readonly Entry[];
  readonly isPaused: boolean;
  /** True if `start()` must be called first. */
  readonly canStart: boolean;
  /** A sentence about the last files that were added; empty for none. */
  readonly notice: string;
  /** False if a reload loses something. */
  readonly isKeeping: boolean;
  /** Accepted files, in short facts. */
  readonly limits: readonly string[];
  readonly actions: QueueActions;
}

/** How many are ready, and what the others are doing. */
export const summaryOf = (
  items: readonly QueueItem[],
  { readyOf, counts: words }: QueueStrings,
): readonly string[] => {
  const counts = countStates(items.map(({ state }) => state));
  const others = [
    [counts.uploading + counts.preparing, words.uploading],
    [counts.transcribing + counts.submitting, words.transcribing],
    [counts.waiting, words.waiting],
    [counts.interrupted + counts.paused, words.unfinished],
    [counts.failed, words.failed],
  ] as const;
  return [
    readyOf(counts.ready, items.length),
    ...others.filter(([count]) => count > 0).map(([count, word]) => word(count)),
  ];
};

const renderListButtons = (items: readonly QueueItem[], view: QueueView): TemplateResult => {
  const { strings, actions, isPaused, canStart, disabled } = view;
  const { start, resume, pause } = strings;
  const counts = countStates(items.map(({ state }) => state));
  const isActive = counts.uploading + counts.preparing + counts.waiting > 0;
  const canResume = isPaused && counts.waiting + counts.paused > 0;
  // A single upload has its own button.
  const canPause = isActive && items.length > 1 && !isPaused;
  if (canStart && counts.waiting > 0)
    return button({
      text: start,
      icon: ICONS.upload,
      kind: 'primary',
      disabled,
      onClick: actions.start,
    });
  return html`
    ${canResume ? button({ text: resume, icon: ICONS.play, onClick: actions.resume }) : nothing}
    ${canPause ? button({ text: pause, icon: ICONS.pause, onClick: actions.pause }) : nothing}
  `;
};

export const renderQueue = (view: QueueView): TemplateResult => {
  const { entries, strings, queue, actions } = view;
  const items = entries.map(describe);
  const [ready = '', ...others] = summaryOf(items, queue);
  const hints = [
    view.notice,
    ...(entries.filter(needsFile).length > 1 ? [queue.chooseAll] : []),
    ...(view.isKeeping ? [] : [strings.unkept]),
  ].filter((hint) => hint !== '');
  return html`
    ${view.microphone?.renderUnsent()}
    <div class="queue">
      <div class="queue-head">
        <div class="queue-summary">
          <p class="phase"><bdi>${items.length === 0 ? queue.recordings : ready}</bdi></p>
          <p class="details tabular" part="details">${renderFacts(others)}</p>
        </div>
        <div class="buttons">${renderListButtons(items, view)}</div>
      </div>
      <ul class="items" aria-label=${queue.recordings}>
        ${repeat(
          view.rows,
          ({ id }) => id,
          (entry) => renderItem(entry, view),
        )}
      </ul>
      ${hints.map((hint) => html`<p class="hint queue-hint" part="hint"><bdi>${hint}</bdi></p>`)}
      <div class="drop-zone queue-add ${view.dragging ? 'dragging' : ''}" part="drop-zone">
        ${button({
          text: queue.add,
          icon: ICONS.plus,
          description: view.limits.join(', '),
          takesFocus: true,
          disabled: view.disabled,
          onClick: actions.choose,
        })}
        ${view.microphone?.renderButton()}
        <p class="hint" part="hint" aria-hidden="true">
          ${view.dragging ? strings.dropNow : renderFacts(view.limits)}
        </p>
      </div>
    </div>
  `;
};

/** Leads from a transcript back to the list. */
export const renderBack = ({ back }: QueueStrings, close: () => void): TemplateResult => html`
  <div class="queue-back">
    ${button({ text: back, icon: forwardIcon, kind: 'quiet', takesFocus: true, onClick: close })}
  </div>
`;
