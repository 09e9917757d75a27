/** The bar with the audio controls, as functions of the state. */
import { nothing, type ReactiveController, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { createRef, ref } from 'lit/directives/ref.js';
import { ACCEPTED_FILES } from '../../transcript/file-endings.js';
import { formatClock, timeParts } from '../../transcript/time.js';
import { button } from '../../ui/button.js';
import { renderFileInput } from '../../ui/file-input.js';
import { html } from '../../ui/html.js';
import { ICONS, pauseIcon, playIcon, repeatIcon, skipIcon } from '../../ui/icons.js';
import { mutedIcon, volumeIcon } from '../reader-icons.js';
import { toolButton } from '../buttons.js';
import { styleProperties } from '../../ui/style-properties.js';
import type { ReaderContext, ReaderState } from '../store.js';
import { audioNotice, canSetVolume, RATES, rangeSentence, type Audio } from './audio.js';
import { SKIP } from './steps.js';
import type { PlayedRange } from './play-range.js';
import type { PlaybackState } from './playback.js';

/** Audio that can be played, even if it cannot be transcribed. */
const PLAYABLE = `audio/*,${ACCEPTED_FILES}`;

/** Milliseconds per key press. Dragging is finer. */
const KEY_STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -5_000,
  ArrowDown: -5_000,
  ArrowRight: 5_000,
  ArrowUp: 5_000,
  PageDown: -30_000,
  PageUp: 30_000,
};
const DRAG_STEP = 100;

/** In milliseconds. */
const wholeSeconds = (ms: number): number => Math.round(ms / 1000) * 1000;

export const isPlayable = ({ audio }: PlaybackState): boolean =>
  audio === 'ready' || audio === 'loading';

export const createPlayerBar = (
  { store, strings }: Pick<ReaderContext, 'store' | 'strings'>,
  audio: Audio,
) => {
  const volumeCanBeSet = canSetVolume();
  const slider = createRef<HTMLInputElement>();
  /** The position that a screen reader has told, in ms. Null: it may tell the current one. */
  let told: number | null = null;
  store.subscribe((_now, _before, { type }) => {
    if (type === 'follow') told = null;
  });

  /** Stands still while the slider has the focus and only time moves it, or it would be read aloud over the recording. */
  const toldPosition = ({ position, playing }: PlaybackState): number => {
    const { value } = slider;
    const isFocused = (value?.getRootNode() as ShadowRoot | undefined)?.activeElement === value;
    told = isFocused && value && playing ? (told ?? position) : null;
    return told ?? position;
  };

  const onSeekKey = (event: KeyboardEvent): void => {
    const step = KEY_STEPS[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const target = event.currentTarget as HTMLElement;
    const mirrored = event.key.startsWith('ArrowL') || event.key.startsWith('ArrowR');
    audio.skip(step * (mirrored && target.matches(':dir(rtl)') ? -1 : 1));
  };

  /** The slider over the whole recording, for the keyboard and for screen readers. Pointers use the waveform. */
  const seekSlider = (playback: PlaybackState): TemplateResult => html`
    <input
      ${ref(slider)}
      class="seek"
      type="range"
      min="0"
      max=${Math.ceil(playback.length)}
      step=${DRAG_STEP}
      .value=${live(String(Math.round(playback.position / DRAG_STEP) * DRAG_STEP))}
      aria-label=${strings.position}
      aria-valuetext=${strings.positionValue(
        timeParts(toldPosition(playback)),
        timeParts(wholeSeconds(playback.length)),
      )}
      @input=${(event: Event) => audio.seek((event.target as HTMLInputElement).valueAsNumber)}
      @keydown=${onSeekKey}
      @focus=${() => (told = null)}
    />
  `;

  const volumeSlider = (heard: number): TemplateResult => html`
    <input
      class="slider volume"
      type="range"
      min="0"
      max="1"
      step="0.05"
      .value=${live(String(heard))}
      aria-label=${strings.volume}
      aria-valuetext=${strings.volumeValue(heard)}
      ${styleProperties({ '--_played': `${Math.round(heard * 100)}%` })}
      @input=${(event: Event) => audio.setVolume((event.target as HTMLInputElement).valueAsNumber)}
    />
  `;

  const loudness = ({ muted, volume }: PlaybackState): TemplateResult => {
    const silent = muted || volume === 0;
    const [label, icon] = silent ? [strings.unmute, mutedIcon] : [strings.mute, volumeIcon];
    return html`
      <div class="loudness">
        ${toolButton(label, icon, audio.toggleMuted, { className: 'icon-button' })}
        ${volumeCanBeSet ? volumeSlider(silent ? 0 : volume) : nothing}
      </div>
    `;
  };

  const speed = ({ rate: current }: PlaybackState): TemplateResult => html`
    <select
      class="speed tabular"
      aria-label=${strings.speed}
      @change=${(event: Event) => audio.setRate(Number((event.target as HTMLSelectElement).value))}
    >
      ${RATES.map(
        (rate) =>
          html`<option dir="ltr" value=${rate} .selected=${rate === current}>
            ${strings.speedValue(rate)}
          </option>`,
      )}
    </select>
  `;

  const skipButton = (seconds: number, label: string): TemplateResult =>
    toolButton(label, skipIcon(Math.abs(seconds), seconds > 0), () => audio.skip(seconds * 1000), {
      className: 'icon-button skip-button',
    });

  const controls = (playback: PlaybackState, waveform: HTMLElement | null): TemplateResult => html`
    <button
      type="button"
      class="icon-button play"
      part="play-button"
      aria-label=${playback.playing ? strings.pause : strings.play}
      @click=${audio.toggle}
    >
      ${playback.playing ? pauseIcon : playIcon}
    </button>
    ${skipButton(-SKIP, strings.back(SKIP))} ${skipButton(SKIP, strings.forward(SKIP))}
    <span class="elapsed tabular" dir="ltr" aria-hidden="true"
      >${formatClock(playback.position)}</span
    >
    <div class="timeline">${waveform ?? nothing} ${seekSlider(playback)}</div>
    <span class="length tabular" dir="ltr" aria-hidden="true"
      >${formatClock(wholeSeconds(playback.length))}</span
    >
    ${speed(playback)} ${loudness(playback)}
  `;

  const openFileDialog = ({ currentTarget }: Event): void =>
    (currentTarget as HTMLElement).parentElement
      ?.querySelector<HTMLInputElement>('input[type=file]')
      ?.click();

  const unavailable = (failed: boolean): TemplateResult => html`
    <div class="unavailable">
      <p><bdi>${failed ? strings.audioFailed : strings.noAudio}</bdi></p>
      <div class="unavailable-buttons">
        ${button({ text: strings.chooseAudio, onClick: openFileDialog })}
        ${failed ? button({ text: strings.tryAgain, kind: 'quiet', onClick: audio.retry }) : nothing}
        ${renderFileInput(
          ([file]) => file && audio.choose(file),
          () => undefined,
          false,
          PLAYABLE,
        )}
      </div>
      <p class="unavailable-hint" part="hint"><bdi>${strings.chooseAudioHint}</bdi></p>
    </div>
  `;

  const rangeNotice = (range: PlayedRange): TemplateResult => html`
    <div class="notice range" part="hint">
      ${range.loop ? repeatIcon : nothing}<bdi class="tabular"
        >${rangeSentence(range, strings)}</bdi
      >
      <button
        type="button"
        part="button"
        class="button quiet"
        aria-label=${range.loop ? strings.stopRepeating : nothing}
        @click=${audio.release}
      >
        ${range.loop ? strings.stop : strings.playOn}
      </button>
    </div>
  `;

  return {
    /** `waveform` draws the recording and takes the pointer; null until it is loaded. */
    render: ({ playback }: ReaderState, waveform: HTMLElement | null): TemplateResult => html`
      <div
        class="player ${isPlayable(playback) ? '' : 'silent'}"
        part="player"
        role="group"
        aria-label=${strings.player}
      >
        ${audio.element}
        ${isPlayable(playback) ? controls(playback, waveform) : unavailable(playback.audio === 'failed')}
      </div>
    `,
    /** What the listener should know: a range is played, the audio does not fit the transcript, or it cannot seek. */
    renderNotices({ range, transcript, playback }: ReaderState): TemplateResult {
      const notice = audioNotice(transcript, playback, strings);
      return html`
        ${range === null || !isPlayable(playback) ? nothing : rangeNotice(range)}
        ${
          notice === null
            ? nothing
            : html`<p class="notice" part="error-message">${ICONS.warning}<bdi>${notice}</bdi></p>`
        }
      `;
    },
  };
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
