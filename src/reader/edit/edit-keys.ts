/**
 * The keys that work while a text is typed. Function keys and Enter write no character in any keyboard layout, and
 * F7 to F9 are the keys with rewind, play and forward on many keyboards. Foot pedals send them, or media keys.
 */
import type { ReaderStrings } from '../../strings/strings.js';
import { TYPING_SKIP } from '../player/steps.js';

export type EditAction =
  | 'toggle'
  | 'back'
  | 'forward'
  | 'slower'
  | 'faster'
  | 'repeat'
  | 'speaker'
  | 'save-next'
  | 'save-previous'
  | 'save'
  | 'leave';

interface EditKey {
  /** `KeyboardEvent.key`. */
  readonly key: string;
  readonly shift?: true;
  /** Ctrl, or Command on a Mac. */
  readonly control?: true;
}

export const EDIT_KEYS: Readonly<Record<EditAction, EditKey>> = {
  toggle: { key: 'F8' },
  back: { key: 'F7' },
  forward: { key: 'F9' },
  slower: { key: 'F3' },
  faster: { key: 'F4' },
  repeat: { key: 'F8', shift: true },
  speaker: { key: 'F2' },
  'save-next': { key: 'Enter' },
  'save-previous': { key: 'Enter', shift: true },
  save: { key: 'Enter', control: true },
  leave: { key: 'Escape' },
};

export const ACTIONS = Object.keys(EDIT_KEYS) as readonly EditAction[];

/** The key for `aria-keyshortcuts`, such as `Control+Enter`. */
export const ariaKeyName = (action: EditAction): string => {
  const { key, shift, control } = EDIT_KEYS[action];
  return `${control ? 'Control+' : ''}${shift ? 'Shift+' : ''}${key}`;
};

/** The key as it is shown, such as `Shift+F8`. */
export const editKeyName = (action: EditAction): string =>
  ariaKeyName(action).replace('Control', 'Ctrl').replace('Escape', 'Esc');

const labelsIn = ({
  shortcut,
  editing,
  changeSpeaker,
  save,
}: ReaderStrings): Readonly<Record<EditAction, string>> => ({
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
});

/** What a key does, in words. */
export const editLabel = (action: EditAction, strings: ReaderStrings): string =>
  labelsIn(strings)[action];
