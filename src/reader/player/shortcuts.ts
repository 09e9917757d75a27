/** Keys that work while the focus is inside the reader, and only there (WCAG 2.1.4). */

export interface Shortcut {
  /** Each as `KeyboardEvent.key` has it, letters in lower case: `['k', ' ']`. The first is the one to learn. */
  readonly keys: readonly string[];
  /** What it does, for the list of shortcuts. */
  readonly label: string;
  readonly run: () => void;
  /** Whether holding the key does it again and again; false by default. */
  readonly repeats?: boolean;
}

export interface Shortcuts {
  dispose(): void;
}

/** Inputs that take no text: a letter means nothing to them. */
const TEXTLESS = new Set([
  'range',
  'checkbox',
  'radio',
  'button',
  'submit',
  'reset',
  'file',
  'color',
]);

const takesText = (target: Element): boolean =>
  (target instanceof HTMLInputElement && !TEXTLESS.has(target.type)) ||
  target instanceof HTMLTextAreaElement ||
  // A list of options is searched by typing.
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLElement && target.isContentEditable);

/** Space presses a button, and scrolls what scrolls. */
const takesSpace = (target: Element): boolean =>
  target.closest('button, summary, a[href], input, [role="button"], [tabindex="0"]') !== null;

/** On keyboards of another script a letter is known by its place. */
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

/** Listens on an element until disposed of; of two entries with the same key the first wins. */
export const createShortcuts = (element: HTMLElement, table: readonly Shortcut[]): Shortcuts => {
  const byKey = new Map(
    [...table]
      .reverse()
      .flatMap((shortcut) => shortcut.keys.map((key) => [key, shortcut] as const)),
  );
  const onKeydown = (event: KeyboardEvent): void => {
    const key = keyOf(event);
    const shortcut = byKey.get(key);
    if (!shortcut || !isFree(event, key)) return;
    event.preventDefault();
    if (!event.repeat || shortcut.repeats === true) shortcut.run();
  };
  element.addEventListener('keydown', onKeydown);
  return { dispose: () => element.removeEventListener('keydown', onKeydown) };
};
