import { html, nothing, type TemplateResult } from 'lit';
import { ICONS } from '../../ui/icons.js';
import type { Strings } from '../../strings/element.js';
import type { Actions } from './actions.js';

export interface ReadyView {
  readonly title: string;
  readonly canChoose: boolean;
  /** Player and transcript. */
  readonly reader: TemplateResult | typeof nothing;
  readonly strings: Strings;
  readonly actions: Actions;
}

export const renderReady = ({
  title,
  canChoose,
  reader,
  strings,
  actions,
}: ReadyView): TemplateResult => html`
  <div class="ready-head">
    <h2 class="ready-title" part="title" dir="auto" tabindex="-1" data-focus>
      ${title === '' ? strings.untitled : title}
    </h2>
    ${
      canChoose
        ? html`<button class="button quiet" part="new-button" type="button" @click=${actions.reset}>
            ${ICONS.plus} ${strings.newRecording}
          </button>`
        : nothing
    }
  </div>
  ${reader}
`;
