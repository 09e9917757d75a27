/** Offers a text that was typed, and neither saved nor discarded. */
import { html, type TemplateResult } from 'lit';
import type { ReaderStrings } from '../../strings/strings.js';
import { pencilIcon } from '../../ui/icons.js';

export const draftNotice = (options: {
  readonly strings: ReaderStrings;
  /** Time of the paragraph. */
  readonly clock: string;
  readonly onContinue: () => void;
  readonly onDiscard: () => void;
}): TemplateResult => {
  const { strings, clock, onContinue, onDiscard } = options;
  return html`
    <div class="name-hint draft-notice" part="hint" role="status">
      ${pencilIcon}
      <p class="name-hint-text"><bdi>${strings.editing.draftAt(clock)}</bdi></p>
      <button type="button" part="button" class="button small quiet" @click=${onContinue}>
        ${strings.editing.continueDraft}
      </button>
      <button type="button" part="button" class="button small quiet" @click=${onDiscard}>
        ${strings.editing.discard}
      </button>
    </div>
  `;
};
