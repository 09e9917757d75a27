/** Opens the export dialog, which is loaded then. With its styles. */
import { css } from 'lit';
import { toClipboard } from '../../transcript/clipboard.js';
import type { SelectedText } from '../../transcript/passages.js';
import { factsOf } from '../header/header.js';
import { closePopover, isOpen } from '../popover.js';
import type { ReaderContext } from '../store.js';
import { make } from '../turns/rows.js';
import type { createExportDialog } from './export-dialog.js';
import { loadFiles } from './load-files.js';

/** `selected`: the selected texts; null for none. */
export const createExportActions = (
  context: ReaderContext,
  selected: () => readonly SelectedText[] | null,
  locale: string | undefined,
) => {
  const { store, strings, announce } = context;
  const element = make('div', 'menu export-dialog', 'dialog');
  element.setAttribute('role', 'dialog');
  element.popover = 'auto';
  let dialog: ReturnType<typeof createExportDialog> | null = null;

  const open = async (button: HTMLElement): Promise<void> => {
    store.dispatch({ type: 'settle' });
    // Some browsers drop the selection when the dialog takes the focus.
    const texts = selected();
    const files = await loadFiles().catch(() => null);
    if (files === null) {
      store.dispatch({ type: 'problem', problem: strings.downloadFailed });
      return announce(strings.downloadFailed);
    }
    dialog ??= files.createExportDialog(context, element, locale, {
      toClipboard,
      facts: () => factsOf(store.getState(), strings),
    });
    if (element.isConnected) dialog.open(button, texts);
  };

  element.addEventListener('beforetoggle', ({ newState }) => {
    const button = element.previousElementSibling;
    if (button) button.ariaExpanded = String(newState === 'open');
  });

  /** True if a press on the button has closed the dialog, so that the click does not open it again. */
  let wasOpen = false;

  const relabel = (): void => element.setAttribute('aria-label', strings.takeAway);
  relabel();

  return {
    /** Must be after the button, in the same element. */
    element,
    relabel,
    /** A pointer is pressed on the button, which closes an open dialog before the click arrives. */
    press: (): void => void (wasOpen = isOpen(element)),
    /** The button was clicked; `isClick` is false if it was pressed by keyboard. */
    toggle(button: HTMLElement, isClick: boolean): void {
      if (isOpen(element)) closePopover(element);
      else if (!wasOpen || !isClick) void open(button);
      wasOpen = false;
    },
  };
};

export const exportStyles = css`
  .export-dialog {
    inline-size: min(24rem, calc(100vi - 16px));
    max-inline-size: none;
    padding: 0;
  }

  .export-form {
    gap: 0.9rem;
    padding: 0.9rem 1rem 1rem;
  }

  .export-form .edit-fields {
    gap: 0.6rem;
  }

  .export-form .reach {
    max-block-size: 11rem;
    overflow: auto;
  }

  .tools .export-form .button {
    border-color: var(--_border-strong);
    padding-block: 0.3em;
    white-space: normal;
  }

  .export-speaker {
    display: inline-flex;
    align-items: center;
    gap: 0.4rem;
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
`;
