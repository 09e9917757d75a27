/** “Copy link to this moment”, and the reset of the presentation. */
import { html, render } from 'lit';
import type { AudioTranscribe } from '../../src/index.js';
import { isResetKey, linkOf, RESET_KEY } from './link.js';
import { resetPresentation } from './reset.js';

export interface Shared {
  /** The element whose position belongs to the link; null for a link without one. */
  readonly element: AudioTranscribe | null;
}

/** Seconds from the start of the recording; null if there is no player. */
const positionOf = (element: AudioTranscribe | null): number | null =>
  element?.renderRoot.querySelector('audio')?.currentTime ?? null;

/** Copies the link; returns what the button says then. */
const copy = async (element: AudioTranscribe | null): Promise<string> => {
  const link = linkOf(location.href, positionOf(element));
  try {
    await navigator.clipboard.writeText(link);
    return 'Copied';
  } catch {
    // Without the permission to copy, the address bar has the link.
    history.replaceState(null, '', link);
    return 'Copy it from the address bar';
  }
};

const confirmReset = (dialog: HTMLDialogElement): void => {
  const reset = async (button: HTMLButtonElement): Promise<void> => {
    button.disabled = true;
    const problem = await resetPresentation();
    if (problem === null) return location.assign(location.pathname);
    button.disabled = false;
    draw(problem);
  };
  const draw = (problem: string): void => {
    render(
      html`
        <h2 id="reset-title">Reset the presentation?</h2>
        <p>
          This removes your choices, unfinished uploads and corrections from this browser, and turns
          off the faults that you have set.
        </p>
        <p role="alert">${problem}</p>
        <div class="share-buttons">
          <button type="button" @click=${() => dialog.close()}>Cancel</button>
          <button
            type="button"
            class="strong"
            @click=${(event: Event) => void reset(event.currentTarget as HTMLButtonElement)}
          >
            Reset
          </button>
        </div>
      `,
      dialog,
    );
  };
  draw('');
  if (!dialog.open) dialog.showModal();
};

/** Draws the row below the element, and listens for the key. Call it again when something else is shown. */
export const createShare = (root: HTMLElement): ((shared: Shared) => void) => {
  const dialog = document.createElement('dialog');
  dialog.className = 'share-dialog';
  dialog.setAttribute('aria-labelledby', 'reset-title');
  document.body.append(dialog);
  document.addEventListener('keydown', (event) => {
    if (!isResetKey(event)) return;
    event.preventDefault();
    confirmReset(dialog);
  });
  let element: AudioTranscribe | null = null;
  /** What became of the copy, until the focus moves on. */
  let result = '';
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
        <button type="button" aria-keyshortcuts=${RESET_KEY} @click=${() => confirmReset(dialog)}>
          Reset <kbd>${RESET_KEY}</kbd>
        </button>
      `,
      root,
    );
  };
  return (shared) => {
    element = shared.element;
    draw();
  };
};
