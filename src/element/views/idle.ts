import { html, nothing, type TemplateResult } from 'lit';
import type { Microphone } from '../../intake/microphone/microphone.js';
import type { ResumeOffer } from '../../engine/resume/stored-job.js';
import { button } from '../../ui/button.js';
import { ICONS } from '../../ui/icons.js';
import { renderOffer } from './offer-view.js';
import { renderFacts, type ViewParts } from './view-parts.js';

export interface IdleView extends ViewParts {
  /** Accepted types of files, such as `mp3`. */
  readonly fileTypes: readonly string[];
  /** True if other files are converted. */
  readonly takesOthers: boolean;
  /** Bytes. */
  readonly maxSize: number | null;
  /** Seconds. */
  readonly maxDuration: number | null;
  readonly disabled: boolean;
  readonly dragging: boolean;
  /** False if the microphone is the only source. */
  readonly takesFiles: boolean;
  /** Null if the page does not offer it, or until it is loaded. */
  readonly microphone: Microphone | null;
  /** A job that can be resumed here. */
  readonly offer: ResumeOffer | null;
}

/** What is accepted, in short facts. */
export const limitsOf = (view: IdleView): readonly string[] => {
  const { fileTypes, formats, maxDuration, maxSize, strings, takesFiles, takesOthers } = view;
  return [
    takesFiles ? fileTypes.map((type) => type.toUpperCase()).join(', ') : null,
    takesFiles && takesOthers ? strings.otherFiles : null,
    maxSize === null ? null : strings.upTo(formats.bytes(maxSize)),
    maxDuration === null ? null : strings.upTo(formats.duration(maxDuration)),
  ].filter((fact) => fact !== null);
};

export const renderIdle = (view: IdleView): TemplateResult => {
  const { strings, offer, takesFiles } = view;
  const facts = limitsOf(view);
  return html`
    ${offer === null ? nothing : renderOffer({ ...view, offer })} ${view.microphone?.renderUnsent()}
    <div
      class="drop-zone ${view.dragging ? 'dragging' : ''} ${takesFiles ? '' : 'no-files'}"
      part="drop-zone"
    >
      <span class="drop-icon">${ICONS.upload}</span>
      <slot name="heading">
        <p class="drop-title" aria-hidden="true">
          <bdi>${view.dragging ? strings.dropNow : strings.drop}</bdi>
        </p>
        <p class="drop-or" aria-hidden="true">${view.dragging ? nothing : strings.or}</p>
      </slot>
      <div class="choices">
        ${
          takesFiles
            ? button({
                text: strings.choose,
                kind: offer?.job.kind === 'interrupted' ? '' : 'primary',
                description: facts.join(', '),
                takesFocus: true,
                disabled: view.disabled,
                onClick: view.actions.choose,
              })
            : nothing
        }
        ${view.microphone?.renderButton()}
      </div>
      <slot name="hint">
        <p class="hint" part="hint" aria-hidden="true">${renderFacts(facts)}</p>
      </slot>
    </div>
  `;
};
