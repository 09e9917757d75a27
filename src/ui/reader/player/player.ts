/** The player: a native audio element under controls of our own. Rendered apart from the transcript. */
import { html, nothing, render, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { formatClock } from '../../../transcript/index.js';
import { pauseIcon, playIcon, skipIcon } from '../icons.js';
import type { Playback, PlaybackState } from './playback.js';
import type { ReaderStrings } from '../strings/index.js';
import { styleProperties } from '../../style-properties.js';

export interface PlayerView {
  readonly element: HTMLElement;
  update(): void;
}

const RATES = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;
/** Seconds. */
const SKIP = 10;
/** Milliseconds that a key moves the slider by; dragging is finer. */
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

const seekSlider = (
  { position, length }: PlaybackState,
  playback: Playback,
  strings: ReaderStrings,
): TemplateResult => {
  const played = length > 0 ? Math.min(1, position / length) : 0;
  const onKeydown = (event: KeyboardEvent): void => {
    const step = KEY_STEPS[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const target = event.currentTarget as HTMLElement;
    const mirrored = event.key.startsWith('ArrowL') || event.key.startsWith('ArrowR');
    const direction = mirrored && target.matches(':dir(rtl)') ? -1 : 1;
    playback.seek(playback.state().position + step * direction);
  };
  return html`
    <input
      class="seek"
      part="seek"
      type="range"
      min="0"
      max=${Math.ceil(length)}
      step=${DRAG_STEP}
      .value=${live(String(Math.round(position / DRAG_STEP) * DRAG_STEP))}
      aria-label=${strings.position}
      aria-valuetext=${strings.positionValue(position, length)}
      ${styleProperties({ '--_played': `${(played * 100).toFixed(2)}%` })}
      @input=${(event: Event) => playback.seek((event.target as HTMLInputElement).valueAsNumber)}
      @keydown=${onKeydown}
    />
  `;
};

const controls = (
  state: PlaybackState,
  playback: Playback,
  strings: ReaderStrings,
): TemplateResult => {
  const skip = (seconds: number): void => playback.seek(playback.state().position + seconds * 1000);
  return html`
    <div class="transport" part="player-buttons">
      <button
        type="button"
        class="icon-button"
        part="back-button"
        aria-label=${strings.back(SKIP)}
        @click=${() => skip(-SKIP)}
      >
        ${skipIcon(SKIP, false)}
      </button>
      <button
        type="button"
        class="icon-button play"
        part="play-button"
        aria-label=${state.playing ? strings.pause : strings.play}
        @click=${() => playback.toggle()}
      >
        ${state.playing ? pauseIcon : playIcon}
      </button>
      <button
        type="button"
        class="icon-button"
        part="forward-button"
        aria-label=${strings.forward(SKIP)}
        @click=${() => skip(SKIP)}
      >
        ${skipIcon(SKIP, true)}
      </button>
    </div>
    <div class="timeline" part="timeline">
      <span class="elapsed tabular" part="elapsed">${formatClock(state.position)}</span>
      ${seekSlider(state, playback, strings)}
      <span class="length tabular" part="length"
        >${formatClock(Math.round(state.length / 1000) * 1000)}</span
      >
    </div>
    <select
      class="speed tabular"
      part="speed"
      aria-label=${strings.speed}
      @change=${(event: Event) =>
        playback.setRate(Number((event.target as HTMLSelectElement).value))}
    >
      ${RATES.map(
        (rate) =>
          html`<option dir="ltr" value=${rate} .selected=${rate === state.rate}>
            ${strings.speedValue(rate)}
          </option>`,
      )}
    </select>
  `;
};

const unavailable = (
  state: PlaybackState,
  playback: Playback,
  strings: ReaderStrings,
): TemplateResult => html`
  <p class="unavailable" part="audio-unavailable" role="status">
    ${state.audio === 'failed' ? strings.audioFailed : strings.noAudio}
  </p>
  ${
    state.audio === 'failed'
      ? html`<button
          type="button"
          class="button"
          part="retry-button"
          @click=${() => playback.retry()}
        >
          ${strings.tryAgain}
        </button>`
      : nothing
  }
`;

export const createPlayerView = (options: {
  readonly playback: Playback;
  readonly strings: ReaderStrings;
}): PlayerView => {
  const { playback, strings } = options;
  const element = document.createElement('div');
  element.className = 'player';
  element.part.add('player');
  element.setAttribute('role', 'group');
  element.setAttribute('aria-label', strings.player);
  return {
    element,
    update() {
      const state = playback.state();
      const playable = state.audio === 'ready' || state.audio === 'loading';
      render(
        html`${playback.element} ${(playable ? controls : unavailable)(state, playback, strings)}`,
        element,
      );
    },
  };
};
