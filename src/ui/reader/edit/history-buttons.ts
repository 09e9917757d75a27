/** Takes corrections back, and brings them back. */
import { html, nothing, render } from 'lit';
import { redoIcon, undoIcon } from '../icons.js';
import type { ReaderStrings } from '../strings/index.js';

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
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}): HistoryButtons => {
  const { strings, onUndo, onRedo } = options;
  const element = document.createElement('div');
  element.className = 'history';
  element.part.add('history');

  const button = (
    name: 'undo' | 'redo',
    icon: typeof undoIcon,
    enabled: boolean,
    run: () => void,
  ) => html`
    <button
      type="button"
      class="tool"
      part="${name}-button"
      aria-label=${strings[name]}
      title=${strings[name]}
      aria-disabled=${enabled ? 'false' : 'true'}
      @click=${() => enabled && run()}
    >
      ${icon}
    </button>
  `;

  return {
    element,
    update({ canUndo, canRedo }) {
      render(
        canUndo || canRedo
          ? html`${button('undo', undoIcon, canUndo, onUndo)}
            ${button('redo', redoIcon, canRedo, onRedo)}`
          : nothing,
        element,
      );
    },
  };
};
