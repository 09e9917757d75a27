/** The templates of the player's controls, and the model and commands that they share. */
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { ReaderStrings } from '../../strings/reader.js';
import { timeParts } from '../../transcript/index.js';
import {
  keyboardIcon,
  mutedIcon,
  pauseIcon,
  playIcon,
  repeatIcon,
  skipIcon,
  skipSilenceIcon,
  volumeIcon,
} from '../../ui/icons.js';
import { styleProperties } from '../../ui/style-properties.js';
import type { PlaybackState } from './playback.js';
import type { PlayedRange } from './play-range.js';

export const RATES = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;
/** Seconds. */
export const SKIP = 10;

export interface PlayerModel {
  readonly state: PlaybackState;
  /** The range that is being played; null if playback is not limited to one. */
  readonly range: PlayedRange | null;
  readonly skipSilence: boolean;
  readonly canSetVolume: boolean;
  readonly hasSegments: boolean;
  /** How many milliseconds longer the audio is than the transcript's duration; null if they agree. */
  readonly mismatch: number | null;
}

/** Times in milliseconds. */
export interface PlayerCommands {
  readonly toggle: () => void;
  readonly seek: (ms: number) => void;
  readonly skip: (ms: number) => void;
  readonly setRate: (rate: number) => void;
  /** 0 to 1. */
  readonly setVolume: (volume: number) => void;
  readonly toggleMuted: () => void;
  readonly toggleSkipSilence: () => void;
  readonly toggleRepeat: () => void;
  /** Removes the range limit. Playback continues. */
  readonly release: () => void;
  readonly retry: () => void;
  readonly choose: (file: File) => void;
  readonly showShortcuts: () => void;
}

/** The slider over the whole recording. It controls the timeline for keyboard and screen reader users. */

/** Milliseconds per key press. Dragging is finer. */
const KEY_STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -5_000,
  ArrowDown: -5_000,
  ArrowRight: 5_000,
  ArrowUp: 5_000,
  PageDown: -30_000,
  PageUp: 30_000,
};
/** Milliseconds. */
const DRAG_STEP = 100;

export const seekSlider = (
  { position, length }: PlaybackState,
  strings: ReaderStrings,
  commands: { readonly seek: (ms: number) => void; readonly skip: (ms: number) => void },
): TemplateResult => {
  const played = length > 0 ? Math.min(1, position / length) : 0;
  const onKeydown = (event: KeyboardEvent): void => {
    const step = KEY_STEPS[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const target = event.currentTarget as HTMLElement;
    const mirrored = event.key.startsWith('ArrowL') || event.key.startsWith('ArrowR');
    const direction = mirrored && target.matches(':dir(rtl)') ? -1 : 1;
    commands.skip(step * direction);
  };
  return html`
    <input
      class="slider seek"
      part="seek"
      type="range"
      min="0"
      max=${Math.ceil(length)}
      step=${DRAG_STEP}
      .value=${live(String(Math.round(position / DRAG_STEP) * DRAG_STEP))}
      aria-label=${strings.position}
      aria-valuetext=${strings.positionValue(timeParts(position), timeParts(length))}
      ${styleProperties({ '--_played': `${(played * 100).toFixed(2)}%` })}
      @input=${(event: Event) => commands.seek((event.target as HTMLInputElement).valueAsNumber)}
      @keydown=${onKeydown}
    />
  `;
};

/** Controls that are used less often. In a narrow reader they are behind one button. */

/** On iOS only the device sets the volume; a value set by the page has no effect. */
export const canSetVolume = (): boolean => {
  const probe = document.createElement('audio');
  probe.volume = 0.5;
  return probe.volume === 0.5;
};

const volumeSlider = (
  heard: number,
  strings: ReaderStrings,
  commands: PlayerCommands,
): TemplateResult => html`
  <input
    class="slider volume"
    part="volume"
    type="range"
    min="0"
    max="1"
    step="0.05"
    .value=${live(String(heard))}
    aria-label=${strings.volume}
    aria-valuetext=${strings.volumeValue(heard)}
    ${styleProperties({ '--_played': `${Math.round(heard * 100)}%` })}
    @input=${(event: Event) => commands.setVolume((event.target as HTMLInputElement).valueAsNumber)}
  />
`;

export const loudness = (
  { state, canSetVolume: volumeCanBeSet }: PlayerModel,
  strings: ReaderStrings,
  commands: PlayerCommands,
): TemplateResult => {
  const silent = state.muted || state.volume === 0;
  return html`
    <div class="loudness">
      <button
        type="button"
        class="icon-button"
        aria-label=${silent ? strings.unmute : strings.mute}
        title=${silent ? strings.unmute : strings.mute}
        @click=${commands.toggleMuted}
      >
        ${silent ? mutedIcon : volumeIcon}
      </button>
      ${volumeCanBeSet ? volumeSlider(silent ? 0 : state.volume, strings, commands) : nothing}
    </div>
  `;
};

const toggles = (
  { range, skipSilence }: PlayerModel,
  strings: ReaderStrings,
  commands: PlayerCommands,
): TemplateResult => html`
  <button
    type="button"
    class="icon-button labelled"
    title=${strings.skipSilence}
    aria-pressed=${skipSilence ? 'true' : 'false'}
    @click=${commands.toggleSkipSilence}
  >
    ${skipSilenceIcon}<span class="label">${strings.skipSilence}</span>
  </button>
  <button
    type="button"
    class="icon-button labelled"
    title=${strings.repeatSegmentHint}
    aria-pressed=${range?.loop === true ? 'true' : 'false'}
    @click=${commands.toggleRepeat}
  >
    ${repeatIcon}<span class="label">${strings.repeatSegment}</span>
  </button>
`;

export const extras = (
  model: PlayerModel,
  strings: ReaderStrings,
  commands: PlayerCommands,
): TemplateResult => html`
  <div class="extras">
    ${model.hasSegments ? toggles(model, strings, commands) : nothing}
    <button
      type="button"
      class="icon-button labelled for-keyboards"
      title=${strings.shortcuts}
      aria-haspopup="dialog"
      @click=${commands.showShortcuts}
    >
      ${keyboardIcon}<span class="label">${strings.shortcuts}</span>
    </button>
  </div>
`;

export const transport = (
  state: PlaybackState,
  strings: ReaderStrings,
  commands: PlayerCommands,
): TemplateResult => html`
  <div class="transport">
    <button
      type="button"
      class="icon-button"
      aria-label=${strings.back(SKIP)}
      @click=${() => commands.skip(-SKIP * 1000)}
    >
      ${skipIcon(SKIP, false)}
    </button>
    <button
      type="button"
      class="icon-button play"
      part="play-button"
      aria-label=${state.playing ? strings.pause : strings.play}
      @click=${commands.toggle}
    >
      ${state.playing ? pauseIcon : playIcon}
    </button>
    <button
      type="button"
      class="icon-button"
      aria-label=${strings.forward(SKIP)}
      @click=${() => commands.skip(SKIP * 1000)}
    >
      ${skipIcon(SKIP, true)}
    </button>
  </div>
`;

export const speed = (
  { rate: current }: PlaybackState,
  strings: ReaderStrings,
  commands: PlayerCommands,
): TemplateResult => html`
  <select
    class="speed tabular"
    part="speed"
    aria-label=${strings.speed}
    @change=${(event: Event) => commands.setRate(Number((event.target as HTMLSelectElement).value))}
  >
    ${RATES.map(
      (rate) =>
        html`<option dir="ltr" value=${rate} .selected=${rate === current}>
          ${strings.speedValue(rate)}
        </option>`,
    )}
  </select>
`;
