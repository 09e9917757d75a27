import { html, nothing, type TemplateResult } from 'lit';
import { formatBytes, formatDuration } from '../format.js';
import { ICONS } from '../icons.js';
import type { Strings } from '../strings.js';
import type { Actions } from './actions.js';

export interface IdleView {
  readonly formats: readonly string[];
  /** Bytes. */
  readonly maxSize: number | null;
  /** Seconds. */
  readonly maxDuration: number | null;
  readonly disabled: boolean;
  readonly dragging: boolean;
  /** Name of a recording whose work was interrupted and can go on. */
  readonly offer: string | null;
  readonly locale: string | undefined;
  readonly strings: Strings;
  readonly actions: Actions;
}

const renderOffer = (
  title: string,
  { strings, actions, disabled }: IdleView,
): TemplateResult => html`
  <div class="offer" part="offer">
    <p>
      <strong>${strings.interrupted}</strong>
      <span class="title" dir="auto">${title === '' ? strings.untitled : title}</span>
    </p>
    <div class="buttons">
      <button
        class="button primary"
        part="accept-button"
        type="button"
        ?disabled=${disabled}
        @click=${actions.accept}
      >
        ${strings.goOn}
      </button>
      <button
        class="button quiet"
        part="decline-button"
        type="button"
        ?disabled=${disabled}
        @click=${actions.decline}
      >
        ${strings.forget}
      </button>
    </div>
  </div>
`;

export const renderIdle = (view: IdleView): TemplateResult => {
  const { strings, locale } = view;
  const limits = [
    view.maxSize === null ? null : strings.upTo(formatBytes(view.maxSize, locale)),
    view.maxDuration === null ? null : strings.upTo(formatDuration(view.maxDuration, locale)),
  ].filter((limit) => limit !== null);
  const formats = view.formats.map((format) => format.toUpperCase());
  return html`
    ${view.offer === null ? nothing : renderOffer(view.offer, view)}
    <div class="drop-zone ${view.dragging ? 'dragging' : ''}" part="drop-zone">
      <span class="drop-icon" part="drop-icon">${ICONS.upload}</span>
      <p class="drop-title" part="drop-title">${view.dragging ? strings.dropNow : strings.drop}</p>
      <p class="drop-or">${view.dragging ? nothing : strings.or}</p>
      <button
        class="button ${view.offer === null ? 'primary' : ''}"
        part="choose-button"
        type="button"
        aria-describedby="accepted"
        ?disabled=${view.disabled}
        @click=${view.actions.choose}
      >
        ${strings.choose}
      </button>
      <p class="hint" id="accepted" part="hint">${strings.accepted(formats, limits)}</p>
    </div>
  `;
};
