/** Keyboard shortcuts: the player's table, the listener, and the dialog that lists them. */
import { html, render } from 'lit';
import type { ReaderStrings } from '../../strings/reader.js';
import { ICONS } from '../../ui/icons.js';
import type { ListeningPreferences, PlaybackState } from './playback.js';
import { type PlayerCommands, RATES, SKIP } from './controls.js';

export interface Shortcut {
  /**
   * `KeyboardEvent.key` values, with letters in lower case: `['k', ' ']`. The list of shortcuts shows the
   * first one.
   */
  readonly keys: readonly string[];
  /** Description for the list of shortcuts. */
  readonly label: string;
  readonly run: () => void;
  /** If true, holding the key repeats the shortcut. Default false. */
  readonly repeats?: boolean;
}

interface Shortcuts {
  dispose(): void;
}

/** Input types that don't take text, so that letters can be shortcuts. */
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
  // Typing in a select searches its options.
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLElement && target.isContentEditable);

/** True for elements where Space presses or scrolls. */
const takesSpace = (target: Element): boolean =>
  target.closest('button, summary, a[href], input, [role="button"], [tabindex="0"]') !== null;

/** On keyboards for other scripts, the letter is taken from the position of the key. */
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

/** Listens on an element until `dispose`. If two entries have the same key, the first one is used. */
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

export const playerShortcuts = (options: {
  readonly commands: PlayerCommands & { readonly previous: () => void; readonly next: () => void };
  readonly state: () => PlaybackState;
  readonly preferences: () => ListeningPreferences;
  /** Announces to screen readers, because the focus may be far from the changed control. */
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

interface ShortcutHelp {
  readonly element: HTMLDialogElement;
  open(): void;
}

const keyName = (key: string, strings: ReaderStrings): string =>
  key === ' ' ? strings.spaceKey : key.toUpperCase();

export const createShortcutHelp = (options: {
  readonly table: readonly Shortcut[];
  readonly strings: ReaderStrings;
}): ShortcutHelp => {
  const { table, strings } = options;
  const element = document.createElement('dialog');
  element.className = 'shortcuts';
  element.part.add('shortcuts');
  element.setAttribute('aria-label', strings.shortcuts);
  // A click on the backdrop targets the dialog element itself.
  element.addEventListener('click', ({ target }) => target === element && element.close());
  render(
    html`
      <div class="shortcuts-body">
        <div class="shortcuts-head">
          <h3 class="shortcuts-title">${strings.shortcuts}</h3>
          <button
            type="button"
            class="icon-button"
            aria-label=${strings.closeShortcuts}
            @click=${() => element.close()}
          >
            ${ICONS.close}
          </button>
        </div>
        <dl class="shortcut-list">
          ${table.map(
            ({ keys, label }) => html`
              <div class="shortcut">
                <dt>${keys.map((key) => html`<kbd class="key">${keyName(key, strings)}</kbd>`)}</dt>
                <dd>${label}</dd>
              </div>
            `,
          )}
        </dl>
        <p class="shortcuts-hint">${strings.shortcutsHint}</p>
      </div>
    `,
    element,
  );
  return {
    element,
    open() {
      // `showModal` throws outside the page, and while the dialog is open.
      if (element.isConnected && !element.open) element.showModal();
    },
  };
};
