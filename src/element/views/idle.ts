import { html, nothing, type TemplateResult } from 'lit';
import type { ResumeOffer } from '../../engine/resume/resumable-job.js';
import { renderFacts } from './facts.js';
import { ICONS } from '../../ui/icons.js';
import type { Formats } from '../../strings/formats.js';
import type { ElementStrings } from '../../strings/strings.js';
import type { Actions } from './actions.js';
import { renderOffer } from './resume-offer.js';

export interface IdleView {
  /** Accepted types of files, such as `mp3`. */
  readonly fileTypes: readonly string[];
  /** Bytes. */
  readonly maxSize: number | null;
  /** Seconds. */
  readonly maxDuration: number | null;
  readonly disabled: boolean;
  readonly dragging: boolean;
  /** A job that can be resumed here. */
  readonly offer: ResumeOffer | null;
  readonly formats: Formats;
  readonly strings: ElementStrings;
  readonly actions: Actions;
}

/** What is accepted, in short facts. */
export const limitsOf = ({
  fileTypes,
  maxSize,
  maxDuration,
  strings,
  formats,
}: IdleView): readonly string[] => {
  const limits = [
    maxSize === null ? null : strings.upTo(formats.bytes(maxSize)),
    maxDuration === null ? null : strings.upTo(formats.duration(maxDuration)),
  ].filter((limit) => limit !== null);
  return [fileTypes.map((type) => type.toUpperCase()).join(', '), ...limits];
};

export const renderIdle = (view: IdleView): TemplateResult => {
  const { strings, offer } = view;
  const facts = limitsOf(view);
  return html`
    ${offer === null ? nothing : renderOffer({ ...view, offer })}
    <div class="drop-zone ${view.dragging ? 'dragging' : ''}" part="drop-zone">
      <span class="drop-icon">${ICONS.upload}</span>
      <slot name="heading">
        <p class="drop-title" aria-hidden="true">
          <bdi>${view.dragging ? strings.dropNow : strings.drop}</bdi>
        </p>
        <p class="drop-or" aria-hidden="true">${view.dragging ? nothing : strings.or}</p>
      </slot>
      <button
        class="button ${offer?.job.kind === 'interrupted' ? '' : 'primary'}"
        part="choose-button"
        type="button"
        aria-description=${facts.join(', ')}
        data-focus
        ?disabled=${view.disabled}
        @click=${view.actions.choose}
      >
        ${strings.choose}
      </button>
      <slot name="hint">
        <p class="hint" part="hint" aria-hidden="true">${renderFacts(facts)}</p>
      </slot>
    </div>
  `;
};
