/** The player's view. Rendered separately from the transcript, whenever playback changes. */
import { html, nothing, render, type TemplateResult } from 'lit';
import { formatClock } from '../../transcript/index.js';
import { renderFileInput } from '../../ui/file-input.js';
import { ICONS, moreIcon, repeatIcon } from '../../ui/icons.js';
import type { ReaderStrings } from '../../strings/reader.js';
import {
  extras,
  loudness,
  seekSlider,
  speed,
  transport,
  type PlayerCommands,
  type PlayerModel,
} from './controls.js';
import type { PlayedRange } from './play-range.js';
import type { PlaybackState } from './playback.js';

/** Audio that can be played, even if it cannot be transcribed. */
const PLAYABLE = 'audio/*,.mp3,.m4a,.wav';

/** A sentence about the range that is being played. */
export const rangeSentence = (
  { start_ms, end_ms, loop }: PlayedRange,
  { repeating, playingOnly }: ReaderStrings,
): string => (loop ? repeating : playingOnly)(formatClock(start_ms), formatClock(end_ms));

/** A sentence about how much longer or shorter the audio is, in milliseconds. */
export const mismatchSentence = (mismatch: number, strings: ReaderStrings): string =>
  strings.audioMismatch(formatClock(Math.abs(mismatch)), mismatch > 0 ? 'longer' : 'shorter');

const rangeNotice = (
  range: PlayedRange,
  strings: ReaderStrings,
  commands: PlayerCommands,
): TemplateResult => html`
  <div class="notice range" part="notice range">
    ${range.loop ? repeatIcon : nothing}<span class="tabular"
      >${rangeSentence(range, strings)}</span
    >
    <button
      type="button"
      class="button quiet"
      aria-label=${range.loop ? strings.stopRepeating : nothing}
      @click=${commands.release}
    >
      ${range.loop ? strings.stop : strings.playOn}
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
      <p>${audio === 'failed' ? strings.audioFailed : strings.noAudio}</p>
      <div class="unavailable-buttons">
        <button type="button" class="button" @click=${openDialogue}>${strings.chooseAudio}</button>
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
      <p class="unavailable-hint" part="hint">${strings.chooseAudioHint}</p>
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
      <div class="timeline">
        <span class="elapsed tabular">${formatClock(state.position)}</span>
        ${seekSlider(state, strings, commands)}
        <span class="length tabular">${formatClock(Math.round(state.length / 1000) * 1000)}</span>
      </div>
      ${speed(state, strings, commands)} ${loudness(given, strings, commands)}
      <button
        type="button"
        class="icon-button more"
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
          : html`<p class="notice" part="notice audio-notice">
              ${ICONS.warning}<span>${mismatchSentence(mismatch, strings)}</span>
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
    // The focused button may be gone. Move the keyboard focus to the first control.
    if (before !== null && !element.contains(before))
      element
        .querySelector<HTMLElement>('.play, .unavailable button')
        ?.focus({ preventScroll: true });
  };

  return { element, update };
};
