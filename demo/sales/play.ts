/** The big button that plays the example. It gives way to a hint as soon as the example plays. */
import type { AudioTranscribe } from '../../src/index.js';

/** The player is loaded after the transcript; it gets this long, in ms. */
const PLAYER_TIMEOUT_MS = 10_000;

/** The button of the element's own player, once it is there; null if it does not come. */
const ownButton = (element: AudioTranscribe): Promise<HTMLButtonElement | null> =>
  new Promise((resolve) => {
    const started = performance.now();
    const look = (): void => {
      // Without a shadow root, the element is not on the page yet.
      const found =
        element.shadowRoot?.querySelector<HTMLButtonElement>('[part~="play-button"]') ?? null;
      if (found !== null || performance.now() - started > PLAYER_TIMEOUT_MS) resolve(found);
      else requestAnimationFrame(look);
    };
    look();
  });

/** Null until the example is shown and its player is loaded. */
const audioOf = (element: AudioTranscribe): HTMLAudioElement | null =>
  element.shadowRoot?.querySelector('audio') ?? null;

/**
 * `showRecording` shows an example with a recording. Returns a function that pauses the example and offers the button
 * again, for when something else is shown.
 */
export const connectBigPlay = (
  root: HTMLElement,
  element: AudioTranscribe,
  showRecording: () => void,
): (() => void) => {
  const button = root.querySelector('button');
  const hint = root.querySelector('p');
  if (button === null || hint === null) throw new Error('the big button is missing');

  const giveWay = (isUsed: boolean): void => {
    button.hidden = isUsed;
    hint.hidden = !isUsed;
  };
  /** How often something else was shown. */
  let others = 0;
  const play = async (): Promise<void> => {
    showRecording();
    const before = others;
    const own = await ownButton(element);
    if (own === null || others !== before) return;
    // The focus must not be lost with this button.
    own.focus({ preventScroll: true });
    if (audioOf(element)?.paused !== false) own.click();
    element.scrollIntoView({ block: 'nearest' });
  };
  button.addEventListener('click', () => void play());
  // Media events do not leave the element; here they can be captured.
  // They come late: the sound may be paused again.
  void element.updateComplete.then(() =>
    element.renderRoot.addEventListener('play', () => giveWay(audioOf(element)?.paused === false), {
      capture: true,
    }),
  );
  return () => {
    others++;
    audioOf(element)?.pause();
    giveWay(false);
  };
};
