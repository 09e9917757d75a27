/** What of the player can be done by keyboard. */
import type { ReaderStrings } from '../../strings/reader/index.js';
import type { PlaybackState } from './playback.js';
import { RATES, SKIP, type PlayerCommands } from './player-view.js';
import type { ListeningPreferences } from './preferences.js';
import type { Shortcut } from './shortcuts.js';

export const playerShortcuts = (options: {
  readonly commands: PlayerCommands & { readonly previous: () => void; readonly next: () => void };
  readonly state: () => PlaybackState;
  readonly preferences: () => ListeningPreferences;
  /** For the screen reader: the focus may be far from the control that changed. */
  readonly say: (text: string) => void;
  readonly strings: ReaderStrings;
}): readonly Shortcut[] => {
  const { commands, state, preferences, say, strings } = options;
  const words = strings.shortcut;

  const changeRate = (direction: 1 | -1): void => {
    const { rate } = state();
    const rates = direction > 0 ? RATES : [...RATES].reverse();
    const next = rates.find((one) => (one - rate) * direction > 0);
    if (next === undefined) return;
    commands.setRate(next);
    say(`${strings.speed}: ${strings.speedValue(next)}`);
  };

  const toggleMuted = (): void => {
    commands.toggleMuted();
    say(state().muted ? strings.muted : strings.unmuted);
  };

  const toggleSkipSilence = (): void => {
    commands.toggleSkipSilence();
    say(preferences().skipSilence ? strings.skipSilenceOn : strings.skipSilenceOff);
  };

  const skip = (seconds: number): void => commands.skip(seconds * 1000);

  return [
    { keys: ['k', ' '], label: words.toggle, run: commands.toggle },
    { keys: ['j'], label: words.back(SKIP), run: () => skip(-SKIP), repeats: true },
    { keys: ['l'], label: words.forward(SKIP), run: () => skip(SKIP), repeats: true },
    { keys: ['p'], label: words.previous, run: commands.previous, repeats: true },
    { keys: ['n'], label: words.next, run: commands.next, repeats: true },
    { keys: ['r'], label: words.repeat, run: commands.toggleRepeat },
    { keys: ['<'], label: words.slower, run: () => changeRate(-1) },
    { keys: ['>'], label: words.faster, run: () => changeRate(1) },
    { keys: ['m'], label: words.mute, run: toggleMuted },
    { keys: ['s'], label: words.skipSilence, run: toggleSkipSilence },
    { keys: ['?'], label: words.help, run: commands.showShortcuts },
  ];
};
