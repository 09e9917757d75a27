/** Ctrl or Cmd with Z takes back; with Shift, or Ctrl with Y, it brings back. In a text field they mean its text. */

const isInText = (target: EventTarget | undefined): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, [contenteditable]');

export const undoRequest = (event: KeyboardEvent): 'undo' | 'redo' | null => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return null;
  if (isInText(event.composedPath()[0])) return null;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  return key === 'y' && !event.shiftKey ? 'redo' : null;
};
