/** The list of keyboard shortcuts, in a dialog drawn from the same table that the keys are. */
import { html, render } from 'lit';
import { ICONS } from '../../ui/icons.js';
import type { ReaderStrings } from '../../strings/reader/index.js';
import type { Shortcut } from './shortcuts.js';

export interface ShortcutHelp {
  readonly element: HTMLDialogElement;
  open(): void;
}

const keyName = (key: string, strings: ReaderStrings): string =>
  key === ' ' ? strings.spaceKey : key.toUpperCase();

export const createShortcutHelp = (options: {
  readonly table: readonly Shortcut[];
  readonly strings: ReaderStrings;
}): ShortcutHelp => {
  const { table, strings } = options;
  const element = document.createElement('dialog');
  element.className = 'shortcuts';
  element.part.add('shortcuts');
  element.setAttribute('aria-label', strings.shortcuts);
  // A press beside the dialog lands on the dialog itself, as its backdrop is its own.
  element.addEventListener('click', ({ target }) => target === element && element.close());
  render(
    html`
      <div class="shortcuts-body">
        <div class="shortcuts-head">
          <h3 class="shortcuts-title" part="shortcuts-title">${strings.shortcuts}</h3>
          <button
            type="button"
            class="icon-button"
            part="shortcuts-close"
            aria-label=${strings.closeShortcuts}
            @click=${() => element.close()}
          >
            ${ICONS.close}
          </button>
        </div>
        <dl class="shortcut-list" part="shortcut-list">
          ${table.map(
            ({ keys, label }) => html`
              <div class="shortcut">
                <dt>
                  ${keys.map(
                    (key) => html`<kbd class="key" part="key">${keyName(key, strings)}</kbd>`,
                  )}
                </dt>
                <dd>${label}</dd>
              </div>
            `,
          )}
        </dl>
        <p class="shortcuts-hint">${strings.shortcutsHint}</p>
      </div>
    `,
    element,
  );
  return {
    element,
    open() {
      // Out of the page a dialog cannot be shown; twice is an error too.
      if (element.isConnected && !element.open) element.showModal();
    },
  };
};
