import { counted } from './words.js';

/** What the list of keyboard shortcuts says, and what each of the player's does. */
export interface ShortcutStrings {
  readonly shortcuts: string;
  readonly shortcutsHint: string;
  readonly closeShortcuts: string;
  readonly spaceKey: string;
  readonly shortcut: {
    readonly toggle: string;
    readonly back: (seconds: number) => string;
    readonly forward: (seconds: number) => string;
    readonly previous: string;
    readonly next: string;
    readonly repeat: string;
    readonly slower: string;
    readonly faster: string;
    readonly mute: string;
    readonly skipSilence: string;
    readonly help: string;
  };
}

export const englishShortcutStrings: ShortcutStrings = {
  shortcuts: 'Keyboard shortcuts',
  shortcutsHint: 'They work while the focus is in the player or in the transcript.',
  closeShortcuts: 'Close the list',
  spaceKey: 'Space',
  shortcut: {
    toggle: 'Play or pause',
    back: (seconds) => `Back ${counted(seconds, 'second')}`,
    forward: (seconds) => `Forward ${counted(seconds, 'second')}`,
    previous: 'Previous segment',
    next: 'Next segment',
    repeat: 'Repeat the segment, or stop repeating',
    slower: 'Slower',
    faster: 'Faster',
    mute: 'Sound off or on',
    skipSilence: 'Skip silence, or play it',
    help: 'This list',
  },
};
