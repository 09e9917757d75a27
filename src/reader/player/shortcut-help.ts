/** The dialog that lists the keyboard shortcuts, with its styles. */
import { css, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { ReaderStrings } from '../../strings/strings.js';
import { html } from '../../ui/html.js';
import { ICONS } from '../../ui/icons.js';
import { ACTIONS, editKeyName, editLabel } from '../edit/edit-keys.js';
import type { Shortcut } from './shortcuts.js';

const keyName = (key: string, strings: ReaderStrings): string =>
  key === ' ' ? strings.spaceKey : key.toUpperCase();

/** The person's choice whether shortcuts that are a single character work. */
export interface CharacterKeys {
  readonly areOn: boolean;
  readonly set: (on: boolean) => void;
}

const characterChoice = (
  { areOn, set }: CharacterKeys,
  strings: ReaderStrings,
): TemplateResult => html`
  <label class="choice shortcuts-choice">
    <input
      type="checkbox"
      .checked=${live(areOn)}
      @change=${({ target }: Event) => set((target as HTMLInputElement).checked)}
    />
    <bdi>${strings.characterKeys}</bdi>
  </label>
`;

interface Listed {
  /** Those that work now. */
  readonly shortcuts: readonly Shortcut[];
  readonly canEdit: boolean;
  /** Null if the page has switched them off. */
  readonly characterKeys: CharacterKeys | null;
}

/** The dialog that lists the shortcuts. `showModal` opens it. */
export const renderShortcutHelp = (
  { shortcuts, canEdit, characterKeys }: Listed,
  strings: ReaderStrings,
): TemplateResult => {
  const row = (keys: readonly string[], label: string): TemplateResult => html`
    <div class="shortcut">
      <dt>${keys.map((key) => html`<kbd class="key">${key}</kbd>`)}</dt>
      <dd><bdi>${label}</bdi></dd>
    </div>
  `;
  const close = ({ currentTarget }: Event): void =>
    (currentTarget as HTMLElement).closest('dialog')?.close();
  // A click on the backdrop targets the dialog element itself.
  const onClick = (event: Event): void => {
    if (event.target === event.currentTarget) close(event);
  };
  /* eslint-disable lit-a11y/click-events-have-key-events -- the Escape key closes a dialog too */
  return html`
    <dialog class="shortcuts" part="dialog" aria-label=${strings.shortcuts} @click=${onClick}>
      <div class="shortcuts-body">
        <div class="shortcuts-head">
          <h3 class="shortcuts-title">${strings.shortcuts}</h3>
          <button
            type="button"
            class="icon-button"
            aria-label=${strings.closeShortcuts}
            @click=${close}
          >
            ${ICONS.close}
          </button>
        </div>
        ${characterKeys === null ? nothing : characterChoice(characterKeys, strings)}
        <dl class="shortcut-list">
          ${shortcuts.map(({ keys, label }) =>
            row(
              keys.map((key) => keyName(key, strings)),
              label,
            ),
          )}
        </dl>
        ${
          canEdit
            ? html`<h4 class="shortcuts-title">${strings.editing.whileTyping}</h4>
                <dl class="shortcut-list">
                  ${ACTIONS.map((action) => row([editKeyName(action)], editLabel(action, strings)))}
                </dl>`
            : nothing
        }
        <p class="shortcuts-hint"><bdi>${strings.shortcutsHint}</bdi></p>
      </div>
    </dialog>
  `;
};

export const shortcutStyles = css`
  .shortcuts {
    inline-size: min(26rem, calc(100vi - min(2rem, 8vi)));
    max-block-size: calc(100vb - 2rem);
    padding: 0;
    border: 1px solid var(--_border-strong);
    border-radius: var(--_radius);
    background: var(--_surface);
    box-shadow: var(--_shadow);
    color: var(--_text);
    font-family: var(--_font);
  }

  .shortcuts::backdrop {
    background: rgb(0 0 0 / 45%);
  }

  .shortcuts-body {
    padding: 0.75rem min(1.25rem, 6vi) 1.25rem;
  }

  .shortcuts-head {
    display: flex;
    align-items: center;
    justify-content: space-between;
    margin-inline-end: calc(-1 * min(0.6rem, 3vi));
  }

  .shortcuts-title {
    overflow-wrap: anywhere;
    font-size: 1.1em;
    font-weight: 650;
  }

  .shortcuts-choice {
    padding-block: 0.4rem;
  }

  .shortcut-list {
    margin: 0;
  }

  .shortcut {
    display: flex;
    align-items: baseline;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0.25rem 1rem;
    padding-block: 0.4rem;
    border-block-start: 1px solid var(--_border);
  }

  .shortcut dt {
    order: 2;
    display: flex;
    flex-wrap: wrap;
    gap: 0.35rem;
  }

  .shortcut dd {
    flex: 1 8em;
    margin: 0;
  }

  .key,
  .edit-key::after {
    min-inline-size: 1.9em;
    padding: 0.05em 0.5em;
    border: 1px solid var(--_border-strong);
    border-block-end-width: 2px;
    border-radius: min(6px, var(--_radius));
    background: var(--_surface-sunken);
    font: inherit;
    font-size: 0.875em;
    font-weight: 600;
    text-align: center;
  }

  .shortcuts-hint {
    padding-block-start: 0.75rem;
    border-block-start: 1px solid var(--_border);
    color: var(--_text-muted);
    font-size: 0.875em;
  }
`;
