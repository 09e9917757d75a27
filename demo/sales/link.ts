/** The link to a moment, and the key that resets the presentation. */

/** The link of a page with the position of the player, in seconds; null removes it. */
export const linkOf = (address: string, seconds: number | null): string => {
  const url = new URL(address);
  url.hash = seconds === null ? '' : `t=${Math.floor(seconds * 10) / 10}`;
  return url.href;
};

/** No browser and no screen reader uses it without another key. */
export const RESET_KEY = 'F8';

type Key = Pick<
  KeyboardEvent,
  'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'repeat' | 'composedPath'
>;

const isTyping = (target: EventTarget | undefined): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');

/** False while the visitor types. */
export const isResetKey = (event: Key): boolean =>
  event.key === RESET_KEY &&
  !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.repeat) &&
  !isTyping(event.composedPath()[0]);
