/** Takes corrections back, and brings them back. */
import { html, nothing, render, type TemplateResult } from 'lit';
import { redoIcon, undoIcon } from '../../ui/icons.js';
import type { ReaderStrings } from '../../strings/reader/index.js';

export interface HistoryState {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

export interface HistoryButtons {
  readonly element: HTMLElement;
  /** Nothing is shown before there is something to take back. */
  update(state: HistoryState): void;
}

export const createHistoryButtons = (options: {
  readonly strings: ReaderStrings;
  /** Also called where there is nothing to take back: a button that has the focus is never switched off. */
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}): HistoryButtons => {
  const { strings, onUndo, onRedo } = options;
  const element = document.createElement('div');
  element.className = 'history';
  element.part.add('history');

  const undoButton = (enabled: boolean): TemplateResult =>
    html`<button
      type="button"
      class="tool"
      part="undo-button"
      aria-label=${strings.undo}
      title=${strings.undo}
      aria-disabled=${enabled ? 'false' : 'true'}
      @click=${onUndo}
    >
      ${undoIcon}
    </button>`;

  const redoButton = (enabled: boolean): TemplateResult =>
    html`<button
      type="button"
      class="tool"
      part="redo-button"
      aria-label=${strings.redo}
      title=${strings.redo}
      aria-disabled=${enabled ? 'false' : 'true'}
      @click=${onRedo}
    >
      ${redoIcon}
    </button>`;

  return {
    element,
    update({ canUndo, canRedo }) {
      render(
        canUndo || canRedo ? html`${undoButton(canUndo)} ${redoButton(canRedo)}` : nothing,
        element,
      );
    },
  };
};
