/** The bar with the audio controls, as functions of the state. */
import { html, nothing, type ReactiveController, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { ReaderStrings } from '../../strings/strings.js';
import { formatClock, timeParts } from '../../transcript/time.js';
import { button } from '../../ui/button.js';
import { renderFileInput } from '../../ui/file-input.js';
import { ICONS, pauseIcon, playIcon, repeatIcon, skipIcon } from '../../ui/icons.js';
import { mutedIcon, volumeIcon } from '../reader-icons.js';
import { toolButton } from '../tool-button.js';
import { styleProperties } from '../../ui/style-properties.js';
import type { ReaderState } from '../store.js';
import { audioLengthNotice, rangeSentence, type AudioCommands } from './audio.js';
import type { PlayedRange } from './play-range.js';
import type { PlaybackState } from './playback.js';
import { RATES, SKIP } from './steps.js';

/** Audio that can be played, even if it cannot be transcribed. */
const PLAYABLE = 'audio/*,.mp3,.m4a,.wav';

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

/** In milliseconds. */
const wholeSeconds = (ms: number): number => Math.round(ms / 1000) * 1000;

/** The slider over the whole recording, for the keyboard and for screen readers. Pointers use the waveform. */
const seekSlider = (
  { position, length }: PlaybackState,
  strings: ReaderStrings,
  { seek, skip }: AudioCommands,
): TemplateResult => {
  const onKeydown = (event: KeyboardEvent): void => {
    const step = KEY_STEPS[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const target = event.currentTarget as HTMLElement;
    const mirrored = event.key.startsWith('ArrowL') || event.key.startsWith('ArrowR');
    skip(step * (mirrored && target.matches(':dir(rtl)') ? -1 : 1));
  };
  return html`
    <input
      class="seek"
      type="range"
      min="0"
      max=${Math.ceil(length)}
      step=${DRAG_STEP}
      .value=${live(String(Math.round(position / DRAG_STEP) * DRAG_STEP))}
      aria-label=${strings.position}
      aria-valuetext=${strings.positionValue(timeParts(position), timeParts(wholeSeconds(length)))}
      @input=${(event: Event) => seek((event.target as HTMLInputElement).valueAsNumber)}
      @keydown=${onKeydown}
    />
  `;
};

const loudness = (
  { muted, volume }: PlaybackState,
  canSetVolume: boolean,
  strings: ReaderStrings,
  commands: AudioCommands,
): TemplateResult => {
  const silent = muted || volume === 0;
  const heard = silent ? 0 : volume;
  return html`
    <div class="loudness">
      ${toolButton(
        silent ? strings.unmute : strings.mute,
        silent ? mutedIcon : volumeIcon,
        commands.toggleMuted,
        { className: 'icon-button' },
      )}
      ${
        canSetVolume
          ? html`<input
              class="slider volume"
              type="range"
              min="0"
              max="1"
              step="0.05"
              .value=${live(String(heard))}
              aria-label=${strings.volume}
              aria-valuetext=${strings.volumeValue(heard)}
              ${styleProperties({ '--_played': `${Math.round(heard * 100)}%` })}
              @input=${(event: Event) =>
                commands.setVolume((event.target as HTMLInputElement).valueAsNumber)}
            />`
          : nothing
      }
    </div>
  `;
};

const speed = (
  { rate: current }: PlaybackState,
  strings: ReaderStrings,
  { setRate }: AudioCommands,
): TemplateResult => html`
  <select
    class="speed tabular"
    aria-label=${strings.speed}
    @change=${(event: Event) => setRate(Number((event.target as HTMLSelectElement).value))}
  >
    ${RATES.map(
      (rate) =>
        html`<option dir="ltr" value=${rate} .selected=${rate === current}>
          ${strings.speedValue(rate)}
        </option>`,
    )}
  </select>
`;

const skipButton = (seconds: number, label: string, { skip }: AudioCommands): TemplateResult =>
  toolButton(label, skipIcon(Math.abs(seconds), seconds > 0), () => skip(seconds * 1000), {
    className: 'icon-button skip-button',
  });

const rangeNotice = (
  range: PlayedRange,
  strings: ReaderStrings,
  { release }: AudioCommands,
): TemplateResult => html`
  <div class="notice range" part="hint">
    ${range.loop ? repeatIcon : nothing}<bdi class="tabular">${rangeSentence(range, strings)}</bdi>
    <button
      type="button"
      part="button"
      class="button quiet"
      aria-label=${range.loop ? strings.stopRepeating : nothing}
      @click=${release}
    >
      ${range.loop ? strings.stop : strings.playOn}
    </button>
  </div>
`;

const unavailable = (
  { audio }: PlaybackState,
  strings: ReaderStrings,
  { retry, choose }: AudioCommands,
): TemplateResult => {
  const openDialogue = ({ currentTarget }: Event): void =>
    (currentTarget as HTMLElement).parentElement
      ?.querySelector<HTMLInputElement>('input[type=file]')
      ?.click();
  return html`
    <div class="unavailable">
      <p><bdi>${audio === 'failed' ? strings.audioFailed : strings.noAudio}</bdi></p>
      <div class="unavailable-buttons">
        ${button({ text: strings.chooseAudio, onClick: openDialogue })}
        ${
          audio === 'failed'
            ? button({ text: strings.tryAgain, kind: 'quiet', onClick: retry })
            : nothing
        }
        ${renderFileInput(
          ([file]) => file && choose(file),
          () => undefined,
          false,
          PLAYABLE,
        )}
      </div>
      <p class="unavailable-hint" part="hint"><bdi>${strings.chooseAudioHint}</bdi></p>
    </div>
  `;
};

export const isPlayable = ({ audio }: PlaybackState): boolean =>
  audio === 'ready' || audio === 'loading';

export const renderPlayerBar = (
  state: Pick<ReaderState, 'playback'>,
  options: {
    readonly audio: HTMLAudioElement;
    /** Draws the recording and takes the pointer. */
    readonly waveform: HTMLElement;
    /** False on devices where only hardware buttons set the volume. */
    readonly canSetVolume: boolean;
    readonly commands: AudioCommands;
    readonly strings: ReaderStrings;
  },
): TemplateResult => {
  const { playback } = state;
  const { audio, waveform, canSetVolume, commands, strings } = options;
  const controls = (): TemplateResult => html`
    <button
      type="button"
      class="icon-button play"
      part="play-button"
      aria-label=${playback.playing ? strings.pause : strings.play}
      @click=${commands.toggle}
    >
      ${playback.playing ? pauseIcon : playIcon}
    </button>
    ${skipButton(-SKIP, strings.back(SKIP), commands)}
    ${skipButton(SKIP, strings.forward(SKIP), commands)}
    <span class="elapsed tabular" dir="ltr" aria-hidden="true"
      >${formatClock(playback.position)}</span
    >
    <div class="timeline">${waveform} ${seekSlider(playback, strings, commands)}</div>
    <span class="length tabular" dir="ltr" aria-hidden="true"
      >${formatClock(wholeSeconds(playback.length))}</span
    >
    ${speed(playback, strings, commands)} ${loudness(playback, canSetVolume, strings, commands)}
  `;
  return html`
    <div
      class="player ${isPlayable(playback) ? '' : 'silent'}"
      part="player"
      role="group"
      aria-label=${strings.player}
    >
      ${audio} ${isPlayable(playback) ? controls() : unavailable(playback, strings, commands)}
    </div>
  `;
};

/** What the listener should know: a range is played, or the audio does not fit the transcript. */
export const renderPlayerNotices = (
  { range, transcript, playback }: ReaderState,
  commands: AudioCommands,
  strings: ReaderStrings,
): TemplateResult => {
  const lengthNotice = audioLengthNotice(transcript, playback, strings);
  return html`
    ${range === null ? nothing : rangeNotice(range, strings, commands)}
    ${
      lengthNotice === null
        ? nothing
        : html`<p class="notice" part="error-message">
            ${ICONS.warning}<bdi>${lengthNotice}</bdi>
          </p>`
    }
  `;
};

/** Moves the focus to the player if a rendering removes the focused control, such as when the audio cannot be played. */
export const createFocusKeeper = (
  within: (selector: string) => HTMLElement | null,
): ReactiveController => {
  let focused: Element | null = null;
  return {
    hostUpdate() {
      // A search for `:focus` would look at every row.
      const root = within('.player')?.getRootNode() as ShadowRoot | undefined;
      focused = root?.activeElement?.closest('.reader *') ?? null;
    },
    hostUpdated() {
      if (focused?.isConnected === false)
        within('.play, .unavailable button')?.focus({ preventScroll: true });
    },
  };
};
