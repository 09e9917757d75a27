/** What the player shows. Rendered apart from the transcript, each time playback changes. */
import { html, nothing, render, type TemplateResult } from 'lit';
import { formatClock } from '../../transcript/index.js';
import { renderFileInput } from '../../ui/file-input.js';
import { ICONS, moreIcon, pauseIcon, playIcon, repeatIcon, skipIcon } from '../../ui/icons.js';
import type { ReaderStrings } from '../../strings/reader/index.js';
import { extras, loudness } from './extras.js';
import type { PlayedRange } from './play-range.js';
import type { PlaybackState } from './playback.js';
import { seekSlider } from './seek-slider.js';

export const RATES = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;
/** Seconds. */
export const SKIP = 10;

export interface PlayerModel {
  readonly state: PlaybackState;
  /** What is played alone; null while playback is free. */
  readonly range: PlayedRange | null;
  readonly skipSilence: boolean;
  readonly canSetVolume: boolean;
  readonly hasSegments: boolean;
  /** Milliseconds that the audio is longer than the transcript says; null where they agree. */
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
  /** Ends what is played alone; the audio goes on. */
  readonly release: () => void;
  readonly retry: () => void;
  readonly choose: (file: File) => void;
  readonly showShortcuts: () => void;
}

/** What may be played, though not all of it may be transcribed. */
const PLAYABLE = 'audio/*,.mp3,.m4a,.wav';

const transport = (
  state: PlaybackState,
  strings: ReaderStrings,
  commands: PlayerCommands,
): TemplateResult => html`
  <div class="transport" part="player-buttons">
    <button
      type="button"
      class="icon-button"
      part="back-button"
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
      part="forward-button"
      aria-label=${strings.forward(SKIP)}
      @click=${() => commands.skip(SKIP * 1000)}
    >
      ${skipIcon(SKIP, true)}
    </button>
  </div>
`;

const speed = (
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

const rangeNotice = (
  { start_ms, end_ms, loop }: PlayedRange,
  strings: ReaderStrings,
  commands: PlayerCommands,
): TemplateResult => html`
  <div class="notice range" part="range">
    ${loop ? repeatIcon : nothing}<span class="tabular"
      >${loop ? strings.repeating(start_ms, end_ms) : strings.playingOnly(start_ms, end_ms)}</span
    >
    <button
      type="button"
      class="button quiet"
      part="range-button"
      aria-label=${loop ? strings.stopRepeating : nothing}
      @click=${commands.release}
    >
      ${loop ? strings.stop : strings.playOn}
    </button>
  </div>
`;

const unavailable = (
  { audio }: PlaybackState,
  strings: ReaderStrings,
  commands: PlayerCommands,
): TemplateResult => {
  const openDialogue = ({ currentTarget }: Event): void =>
    (currentTarget as HTMLElement).parentElement
      ?.querySelector<HTMLInputElement>('input[type=file]')
      ?.click();
  return html`
    <div class="unavailable">
      <p part="audio-unavailable">${audio === 'failed' ? strings.audioFailed : strings.noAudio}</p>
      <div class="unavailable-buttons">
        <button type="button" class="button" part="choose-audio-button" @click=${openDialogue}>
          ${strings.chooseAudio}
        </button>
        ${
          audio === 'failed'
            ? html`<button
                type="button"
                class="button quiet"
                part="retry-button"
                @click=${commands.retry}
              >
                ${strings.tryAgain}
              </button>`
            : nothing
        }
        ${renderFileInput(commands.choose, () => undefined, PLAYABLE)}
      </div>
      <p class="unavailable-hint" part="choose-audio-hint">${strings.chooseAudioHint}</p>
    </div>
  `;
};

export interface PlayerView {
  readonly element: HTMLElement;
  update(): void;
}

export const createPlayerView = (options: {
  readonly audio: HTMLAudioElement;
  readonly model: () => PlayerModel;
  readonly commands: PlayerCommands;
  readonly strings: ReaderStrings;
}): PlayerView => {
  const { audio, model, commands, strings } = options;
  const element = document.createElement('div');
  element.className = 'player';
  element.part.add('player');
  element.setAttribute('role', 'group');
  element.setAttribute('aria-label', strings.player);

  const toggleExtras = (): void => {
    element.classList.toggle('expanded');
    update();
  };

  const controls = (given: PlayerModel): TemplateResult => {
    const { state, range, mismatch } = given;
    return html`
      ${transport(state, strings, commands)}
      <div class="timeline" part="timeline">
        <span class="elapsed tabular" part="elapsed">${formatClock(state.position)}</span>
        ${seekSlider(state, strings, commands)}
        <span class="length tabular" part="length"
          >${formatClock(Math.round(state.length / 1000) * 1000)}</span
        >
      </div>
      ${speed(state, strings, commands)} ${loudness(given, strings, commands)}
      <button
        type="button"
        class="icon-button more"
        part="more-button"
        aria-label=${strings.moreControls}
        aria-expanded=${element.classList.contains('expanded') ? 'true' : 'false'}
        @click=${toggleExtras}
      >
        ${moreIcon}
      </button>
      ${extras(given, strings, commands)}
      ${range === null ? nothing : rangeNotice(range, strings, commands)}
      ${
        mismatch === null
          ? nothing
          : html`<p class="notice" part="audio-notice">
              ${ICONS.warning}<span>${strings.audioMismatch(mismatch)}</span>
            </p>`
      }
    `;
  };

  const focused = (): Element | null => {
    const root = element.getRootNode();
    const active = root instanceof ShadowRoot ? root.activeElement : document.activeElement;
    return element.contains(active) ? active : null;
  };

  const update = (): void => {
    const given = model();
    const { audio: readiness } = given.state;
    const playable = readiness === 'ready' || readiness === 'loading';
    const before = focused();
    render(
      html` ${audio} ${playable ? controls(given) : unavailable(given.state, strings, commands)} `,
      element,
    );
    // What was pressed may be gone: whoever uses a keyboard goes on from the first control.
    if (before !== null && !element.contains(before))
      element
        .querySelector<HTMLElement>('.play, .unavailable button')
        ?.focus({ preventScroll: true });
  };

  return { element, update };
};
