/** Function keys and Enter write nothing in any keyboard layout, and letters with Control do not either. Foot pedals send F7 to F9 too, or media keys. */
import type { ReaderStrings } from '../../strings/strings.js';
import { TYPING_SKIP } from '../player/steps.js';

/** As `aria-keyshortcuts` names them. Control is also Command on a Mac. */
export const EDIT_KEYS = {
  toggle: 'F8',
  back: 'F7',
  forward: 'F9',
  slower: 'F3',
  faster: 'F4',
  repeat: 'Shift+F8',
  speaker: 'F2',
  'save-next': 'Enter',
  'save-previous': 'Shift+Enter',
  'from-here': 'Control+Enter',
  save: 'Control+S',
  leave: 'Escape',
} as const;

export type EditAction = keyof typeof EDIT_KEYS;

export const ACTIONS = Object.keys(EDIT_KEYS) as readonly EditAction[];

/** The key as it is shown, such as `Shift+F8`. */
export const editKeyName = (action: EditAction): string =>
  EDIT_KEYS[action].replace('Control', 'Ctrl').replace('Escape', 'Esc');

export const editLabel = (
  action: EditAction,
  { shortcut, editing, changeSpeaker, save }: ReaderStrings,
): string => {
  const labels: Readonly<Record<EditAction, string>> = {
    toggle: shortcut.toggle,
    back: shortcut.back(TYPING_SKIP),
    forward: shortcut.forward(TYPING_SKIP),
    slower: shortcut.slower,
    faster: shortcut.faster,
    repeat: editing.repeat,
    speaker: changeSpeaker,
    'from-here': editing.fromHere,
    'save-next': editing.saveNext,
    'save-previous': editing.savePrevious,
    save,
    leave: editing.leave,
  };
  return labels[action];
};

/** On keyboards for other scripts, a letter is that of the position of the key. Signs stay what they are. */
export const keyOf = ({ key, code }: KeyboardEvent): string => {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  const foreign = letter !== undefined && /^\p{L}$/u.test(key) && key > '\u024f';
  return (foreign ? letter : key).toLowerCase();
};

/** The key of the button in a toast that does more of the same, as `aria-keyshortcuts` names it. */
export const MORE_KEY = 'Shift+F2';

export const isMoreKey = ({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  key === 'F2' && shiftKey && !(ctrlKey || altKey || metaKey);
