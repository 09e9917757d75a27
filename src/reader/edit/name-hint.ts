/** The hint “Who is speaking? Name them.”, shown once per browser, and the styles of notices. */
import { css, nothing, type TemplateResult } from 'lit';
import type { ReaderStrings } from '../../strings/strings.js';
import { html } from '../../ui/html.js';
import { ICONS, personIcon } from '../../ui/icons.js';
import { smallButton } from '../buttons.js';
import type { ReaderContext, ReaderState } from '../store.js';
import type { TurnList } from '../turns/turn-list.js';

/** The key in `localStorage`. Its value is `1` once the hint has been shown. */
export const NAME_HINT_KEY = 'audio-transcribe-name-hint';

export const nameHint = (
  strings: ReaderStrings,
  { onName, onDismiss }: { readonly onName: () => void; readonly onDismiss: () => void },
): TemplateResult => html`
  <div class="name-hint" part="hint">
    ${personIcon}
    <p class="name-hint-text"><bdi>${strings.nameHint}</bdi></p>
    ${smallButton(strings.nameSpeakers, onName)}
    <button
      type="button"
      class="name-hint-close"
      aria-label=${strings.dismissHint}
      title=${strings.dismissHint}
      @click=${onDismiss}
    >
      ${ICONS.close}
    </button>
  </div>
`;

/** The first turn whose speaker has no name, if it can be named and the hint was not dismissed; null otherwise. */
export const turnToName = ({ turns, editing, hint }: ReaderState): number | null => {
  const turn = turns.findIndex(({ speaker }) => speaker.number !== null);
  return turn === -1 || editing === null || !hint ? null : turn;
};

/** Renders the hint, or nothing. */
export const createNameHint =
  ({ store, strings }: ReaderContext, list: Pick<TurnList, 'elementOf'>) =>
  (state: ReaderState): TemplateResult | typeof nothing => {
    const turn = turnToName(state);
    if (turn === null) return nothing;
    const { dispatch } = store;
    const onDismiss = (): void => dispatch({ type: 'hint-dismissed' });
    return nameHint(strings, {
      onDismiss,
      onName() {
        onDismiss();
        const anchor = list.elementOf(state.turns[turn]?.first ?? 0);
        if (anchor) dispatch({ type: 'name-speaker', turn, anchor });
      },
    });
  };

export const nameHintStyles = css`
  .button.small {
    min-block-size: 36px;
    padding: 0.3em 0.9em;
    font-size: 0.925em;
  }

  .button.small.quiet {
    padding-inline: 0.5em;
  }

  .name-hint {
    --_close: max(32px, var(--_touch));
    position: relative;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    column-gap: 0.4rem;
    padding-inline: 0.6rem var(--_close);
    border-radius: var(--_radius-small);
    background: var(--_accent-soft);
    font-size: 0.925em;
  }

  .name-hint .button {
    min-block-size: var(--_close);
    padding-block: 0;
    color: var(--_accent-text);
  }

  .name-hint > .icon {
    color: var(--_text-muted);
  }

  @container reader (inline-size < 18rem) {
    .name-hint > .icon {
      display: none;
    }

    .name-hint .button {
      padding-inline: 0.2em;
    }
  }

  .name-hint-text {
    margin: 0;
    padding-block: 0.25em;
  }

  .name-hint-close {
    position: absolute;
    inset-block: 0;
    inset-inline-end: 0;
    display: grid;
    place-items: center;
    inline-size: var(--_close);
    color: var(--_text-muted);
  }

  .name-hint-close:hover {
    background: color-mix(in oklab, var(--_text) 9%, transparent);
    color: var(--_text);
  }

  @media (prefers-contrast: more), (forced-colors: active) {
    .name-hint {
      border: 1px solid var(--_text);
    }
  }
`;
