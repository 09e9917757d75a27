/** The notice about a draft: a text that was typed, and neither saved nor discarded. */
import { nothing, type TemplateResult } from 'lit';
import type { ReaderStrings } from '../../strings/strings.js';
import { rangeBetween } from '../../transcript/segment-ids.js';
import { formatClock } from '../../transcript/time.js';
import { html } from '../../ui/html.js';
import { pencilIcon } from '../../ui/icons.js';
import { smallButton } from '../buttons.js';
import type { ReaderCallbacks, ReaderContext, ReaderState } from '../store.js';

/** Offers the draft. `clock` is the time of the paragraph. */
const draftNotice = (
  { editing }: ReaderStrings,
  clock: string,
  { onContinue, onDiscard }: { readonly onContinue: () => void; readonly onDiscard: () => void },
): TemplateResult => html`
  <div class="name-hint draft-notice" part="hint" role="status">
    ${pencilIcon}
    <p class="name-hint-text"><bdi>${editing.draftAt(clock)}</bdi></p>
    ${smallButton(editing.continueDraft, onContinue)}
    ${smallButton(editing.discard, onDiscard, { isFinal: true })}
  </div>
`;

/** Renders the notice, or nothing. */
export const createDraftNotice =
  ({ store, strings }: ReaderContext, { onDrafts }: Pick<ReaderCallbacks, 'onDrafts'>) =>
  ({
    drafts,
    edited,
    editing,
    transcript: { segments },
  }: ReaderState): TemplateResult | typeof nothing => {
    const draft = drafts.find((one) => rangeBetween(segments, one) !== null);
    const range = draft && rangeBetween(segments, draft);
    if (!draft || !range || edited !== null || editing === null) return nothing;
    return draftNotice(strings, formatClock(segments[range.first]?.start_ms ?? 0), {
      onContinue: () => store.dispatch({ type: 'correct', segment: range.first }),
      onDiscard: () => onDrafts?.(drafts.filter(({ first }) => first !== draft.first)),
    });
  };
