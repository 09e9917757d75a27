/** Keyboard shortcuts: the player's table, the listener, and the dialog that lists them, with its styles. */
import { css, html, nothing, type TemplateResult } from 'lit';
import type { ReaderStrings } from '../../strings/strings.js';
import { ICONS } from '../../ui/icons.js';
import type { ReaderContext } from '../store.js';
import { ACTIONS, editKeyName, editLabel } from '../edit/edit-keys.js';
import type { Audio } from './audio.js';
import { SKIP } from './steps.js';

export interface Shortcut {
  /** `KeyboardEvent.key` values, in lower case. The list of shortcuts shows the first one. */
  readonly keys: readonly string[];
  readonly label: string;
  readonly run: () => void;
  /** If true, holding the key repeats the shortcut. Default false. */
  readonly repeats?: boolean;
}

/** Input types that don't take text, so that letters can be shortcuts. */
const TEXTLESS = /^(?:range|checkbox|radio|button|submit|reset|file|color)$/;

export const takesText = (target: Element): boolean =>
  (target instanceof HTMLInputElement && !TEXTLESS.test(target.type)) ||
  target instanceof HTMLTextAreaElement ||
  // Typing in a select searches its options.
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLElement && target.isContentEditable);

/** True for elements where Space presses or scrolls. */
const takesSpace = (target: Element): boolean =>
  target.closest('button, summary, a[href], input, [role="button"], [tabindex="0"]') !== null;

/** On keyboards for other scripts, the letter is taken from the position of the key. */
const keyOf = ({ key, code }: KeyboardEvent): string => {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  const foreign = letter !== undefined && key.length === 1 && key > '\u024f';
  return (foreign ? letter : key).toLowerCase();
};

const isFree = (event: KeyboardEvent, key: string): boolean => {
  const target = event.composedPath()[0];
  if (event.defaultPrevented || event.isComposing) return false;
  if (event.ctrlKey || event.altKey || event.metaKey || (key === ' ' && event.shiftKey))
    return false;
  if (!(target instanceof Element) || target.closest('dialog') !== null) return false;
  return !takesText(target) && (key !== ' ' || !takesSpace(target));
};

/** Runs the shortcut of a key press. If two entries have the same key, the first one is used. */
export const runShortcut = (table: readonly Shortcut[], event: KeyboardEvent): void => {
  const key = keyOf(event);
  const shortcut = table.find(({ keys }) => keys.includes(key));
  if (!shortcut || !isFree(event, key)) return;
  event.preventDefault();
  if (!event.repeat || shortcut.repeats === true) shortcut.run();
};

/** They announce what they change, because the focus may be far from the changed control. */
export const playerShortcuts = (
  { store, strings, announce }: ReaderContext,
  commands: Audio,
  showShortcuts: () => void,
): readonly Shortcut[] => {
  const words = strings.shortcut;

  const toggleMuted = (): void => {
    commands.toggleMuted();
    announce(store.getState().playback.muted ? strings.muted : strings.unmuted);
  };

  const toggleSkipSilence = (): void => {
    commands.toggleSkipSilence();
    announce(
      store.getState().preferences.skipSilence ? strings.skipSilenceOn : strings.skipSilenceOff,
    );
  };

  const skip = (seconds: number): void => commands.skip(seconds * 1000);

  return [
    { keys: ['k', ' '], label: words.toggle, run: commands.toggle },
    { keys: ['j'], label: words.back(SKIP), run: () => skip(-SKIP), repeats: true },
    { keys: ['l'], label: words.forward(SKIP), run: () => skip(SKIP), repeats: true },
    { keys: ['p'], label: words.previous, run: commands.previous, repeats: true },
    { keys: ['n'], label: words.next, run: commands.next, repeats: true },
    { keys: ['r'], label: words.repeat, run: commands.toggleRepeat },
    { keys: ['<'], label: words.slower, run: () => commands.changeRate(-1) },
    { keys: ['>'], label: words.faster, run: () => commands.changeRate(1) },
    { keys: ['m'], label: words.mute, run: toggleMuted },
    { keys: ['s'], label: words.skipSilence, run: toggleSkipSilence },
    { keys: ['?'], label: words.help, run: showShortcuts },
  ];
};

const keyName = (key: string, strings: ReaderStrings): string =>
  key === ' ' ? strings.spaceKey : key.toUpperCase();

/** The dialog that lists the shortcuts. `showModal` opens it. */
export const renderShortcutHelp = (
  table: readonly Shortcut[],
  canEdit: boolean,
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
        <dl class="shortcut-list">
          ${table.map(({ keys, label }) =>
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
  /* Not in the tab order. Focused after a click inside, so that shortcuts work. */
  .reader:focus {
    outline: none;
  }

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
    border-radius: 6px;
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
