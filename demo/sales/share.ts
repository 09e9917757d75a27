/** “Copy link to this moment”, and the reset of the presentation with its undo. */
import { html, nothing, render } from 'lit';
import type { AudioTranscribe } from '../../src/index.js';
import { copyText } from './copy-block.js';
import { isResetKey, linkOf, RESET_KEY } from './link.js';
import { canUndo, resetPresentation, undoReset } from './reset.js';

const RESET = 'Everything was reset.';

/** Seconds from the start of the recording; null if there is no player. */
const positionOf = (element: AudioTranscribe | null): number | null =>
  element?.renderRoot.querySelector('audio')?.currentTime ?? null;

/** Copies the link; returns what the button says then. */
const copy = async (element: AudioTranscribe | null): Promise<string> => {
  const link = linkOf(location.href, positionOf(element));
  if (await copyText(link)) return 'Copied';
  // Without the permission to copy, the address bar has the link.
  history.replaceState(null, '', link);
  return 'Copy it from the address bar';
};

/**
 * Draws the row below the element, and listens for the key. Call the returned function when something else is shown: with
 * the element whose position belongs to the link, or null for a link without one.
 */
export const createShare = (root: HTMLElement): ((shown: AudioTranscribe | null) => void) => {
  let element: AudioTranscribe | null = null;
  /** What became of the copy, until the focus moves on. */
  let result = '';
  /** What the line below the buttons says. */
  let message = '';

  const say = (text: string): void => {
    message = text;
    draw();
  };
  const reset = (): void => {
    resetPresentation().catch((error: unknown) => say((error as Error).message));
  };
  const undo = (): void => {
    undoReset().catch(() => say('The sandbox did not answer. Check that “npm start” runs.'));
  };
  const draw = (): void => {
    const label = element === null ? 'Copy link to this page' : 'Copy link to this moment';
    const show = (text: string): void => {
      result = text;
      draw();
    };
    render(
      html`
        <button type="button" @click=${() => void copy(element).then(show)} @blur=${() => show('')}>
          ${result === '' ? label : result}
        </button>
        <button type="button" aria-keyshortcuts=${RESET_KEY} @click=${reset}>
          Reset <kbd>${RESET_KEY}</kbd>
        </button>
        <p role="status">
          ${message}
          ${canUndo() ? html`<button type="button" @click=${undo}>Undo</button>` : nothing}
        </p>
      `,
      root,
    );
  };

  document.addEventListener('keydown', (event) => {
    if (!isResetKey(event)) return;
    event.preventDefault();
    reset();
  });
  if (canUndo()) message = RESET;
  return (shown) => {
    element = shown;
    if (message === RESET && !canUndo()) message = '';
    draw();
  };
};
