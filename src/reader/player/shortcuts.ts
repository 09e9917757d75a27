/** Keyboard shortcuts: the player's table, and the listener. */
import type { ReaderContext } from '../store.js';
import { keyOf } from '../edit/edit-keys.js';
import type { Audio } from './audio.js';
import { SKIP } from './steps.js';

export interface Shortcut {
  /** `KeyboardEvent.key` values, in lower case. The list of shortcuts shows the first one. */
  readonly keys: readonly string[];
  readonly label: string;
  readonly run: () => void;
  /** If true, holding the key repeats the shortcut. Default false. */
  readonly repeats?: boolean;
}

/** The key in `localStorage`. Its value is `1` while the person has switched off shortcuts that are a single character. */
export const CHARACTER_KEYS_OFF = 'audio-transcribe-no-character-keys';

/** A letter, a digit or a sign: what WCAG 2.1.4 is about. Speech input and a slip of the hand type these. */
const isCharacter = (key: string): boolean => key.length === 1 && key !== ' ';

/** The shortcuts that work while those that are a single character are switched off. */
export const withoutCharacters = (table: readonly Shortcut[]): readonly Shortcut[] =>
  table.flatMap((shortcut) => {
    const keys = shortcut.keys.filter((key) => !isCharacter(key));
    return keys.length === 0 ? [] : [{ ...shortcut, keys }];
  });

/** Input types that don't take text, so that letters can be shortcuts. */
const TEXTLESS = /^(?:range|checkbox|radio|button|submit|reset|file|color)$/;

const takesText = (target: Element): boolean =>
  (target instanceof HTMLInputElement && !TEXTLESS.test(target.type)) ||
  target instanceof HTMLTextAreaElement ||
  // Typing in a select searches its options.
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLElement && target.isContentEditable);

/** True for elements where Space presses or scrolls. */
const takesSpace = (target: Element): boolean =>
  target.closest('button, summary, a[href], input, [role="button"], [tabindex="0"]') !== null;

const isFree = (event: KeyboardEvent, key: string): boolean => {
  const target = event.composedPath()[0];
  // AltGr writes a sign that is on the same key as a letter.
  if (event.defaultPrevented || event.getModifierState('AltGraph')) return false;
  if (event.ctrlKey || event.altKey || event.metaKey || (key === ' ' && event.shiftKey))
    return false;
  if (!(target instanceof Element) || target.closest('dialog') !== null) return false;
  return !takesText(target) && (key !== ' ' || !takesSpace(target));
};

/** Undo is Ctrl or Cmd+Z, redo the same with Shift, or Ctrl+Y. In a text field, the browser's undo applies. */
export const undoRequest = (event: KeyboardEvent): 'undo' | 'redo' | null => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return null;
  const [target] = event.composedPath();
  if (target instanceof Element && takesText(target)) return null;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  return key === 'y' && !event.shiftKey ? 'redo' : null;
};

/** Runs the shortcut of a key press. If two entries have the same key, the first one is used. */
export const runShortcut = (table: readonly Shortcut[], event: KeyboardEvent): void => {
  const key = keyOf(event);
  const shortcut = table.find(({ keys }) => keys.includes(key));
  if (!shortcut || !isFree(event, key)) return;
  event.preventDefault();
  if (!event.repeat || shortcut.repeats === true) shortcut.run();
};

/** They announce what they change, because the focus may be far from the changed control. */
export const playerShortcuts = (
  { store, strings, announce }: ReaderContext,
  commands: Audio,
  showShortcuts: () => void,
): readonly Shortcut[] => {
  const words = strings.shortcut;

  const toggleMuted = (): void => {
    commands.toggleMuted();
    announce(store.getState().playback.muted ? strings.muted : strings.unmuted);
  };

  const toggleSkipSilence = (): void => {
    commands.toggleSkipSilence();
    announce(
      store.getState().preferences.skipSilence ? strings.skipSilenceOn : strings.skipSilenceOff,
    );
  };

  const skip = (seconds: number): void => commands.skip(seconds * 1000);

  return [
    { keys: ['k', ' '], label: words.toggle, run: commands.toggle },
    { keys: ['j'], label: words.back(SKIP), run: () => skip(-SKIP), repeats: true },
    { keys: ['l'], label: words.forward(SKIP), run: () => skip(SKIP), repeats: true },
    { keys: ['p'], label: words.previous, run: commands.previous, repeats: true },
    { keys: ['n'], label: words.next, run: commands.next, repeats: true },
    { keys: ['r'], label: words.repeat, run: commands.toggleRepeat },
    { keys: ['<'], label: words.slower, run: () => commands.changeRate(-1) },
    { keys: ['>'], label: words.faster, run: () => commands.changeRate(1) },
    { keys: ['m'], label: words.mute, run: toggleMuted },
    { keys: ['s'], label: words.skipSilence, run: toggleSkipSilence },
    { keys: ['?'], label: words.help, run: showShortcuts },
  ];
};
