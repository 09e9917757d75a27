/** The menu of what is used less often: how the transcript is shown, how it is played, help. */
import { ICONS } from '../../ui/icons.js';
import { createMenu, type MenuItem } from '../menu.js';
import type { Audio } from '../player/audio.js';
import { isPlayable } from '../player/player-bar.js';
import { SKIP } from '../player/steps.js';
import { keyboardIcon } from '../reader-icons.js';
import type { ReaderContext, ReaderState } from '../store.js';

export const createMoreMenu = (
  { store, strings }: ReaderContext,
  options: {
    readonly button: HTMLElement;
    readonly audio: Audio;
    readonly showShortcuts: () => void;
    /** Starts over with another recording; null if the page decides what is shown. */
    readonly onNew: () => (() => void) | null;
  },
) => {
  const { button, audio, showShortcuts } = options;

  const viewItems = ({ preferences }: ReaderState): readonly MenuItem[] =>
    (['paragraphs', 'lines'] as const).map((view) => ({
      kind: 'radio',
      name: view,
      label: strings.views[view],
      checked: preferences.view === view,
      run: () => store.dispatch({ type: 'preferred', preferences: { view } }),
    }));

  const audioItems = ({ preferences, range, playback }: ReaderState): readonly MenuItem[] => {
    const box = (name: string, label: string, checked: boolean, run: () => void) =>
      ({ kind: 'checkbox', name, label, checked, run }) as const;
    const skip = (ms: number) => () => audio.skip(ms);
    const isHeard = !playback.muted && playback.volume > 0;
    return [
      box('skip-silence', strings.skipSilence, preferences.skipSilence, audio.toggleSkipSilence),
      box('repeat-playing', strings.repeatPlaying, range?.loop === true, audio.toggleRepeat),
      box('sound', strings.sound, isHeard, audio.toggleMuted),
      { name: 'back', label: strings.back(SKIP), run: skip(-SKIP * 1000) },
      { name: 'forward', label: strings.forward(SKIP), run: skip(SKIP * 1000) },
    ];
  };

  const menu = createMenu(button, () => {
    const state = store.getState();
    const onNew = options.onNew();
    const hasSegments = state.transcript.segments.length > 0;
    const canPlay = hasSegments && isPlayable(state.playback);
    const [name, label] = ['shortcuts', strings.shortcuts];
    const help: MenuItem = { name, label, icon: keyboardIcon, run: showShortcuts };
    return [
      { items: hasSegments ? viewItems(state) : [] },
      { items: canPlay ? audioItems(state) : [] },
      {
        items: onNew
          ? [help, { name: 'new', label: strings.newRecording, icon: ICONS.plus, run: onNew }]
          : [help],
      },
    ];
  });
  const relabel = (): void => menu.setLabel(strings.more);
  relabel();
  return { element: menu.element, close: menu.close, relabel };
};
