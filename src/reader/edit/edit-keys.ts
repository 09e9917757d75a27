/** Function keys and Enter write nothing in any keyboard layout. Foot pedals send F7 to F9 too, or media keys. */
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
  save: 'Control+Enter',
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
    'save-next': editing.saveNext,
    'save-previous': editing.savePrevious,
    save,
    leave: editing.leave,
  };
  return labels[action];
};
