/** The controls that are not needed all the time; where the reader is narrow they are behind one button. */
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { styleProperties } from '../../ui/style-properties.js';
import {
  keyboardIcon,
  mutedIcon,
  repeatIcon,
  skipSilenceIcon,
  volumeIcon,
} from '../../ui/icons.js';
import type { ReaderStrings } from '../../strings/reader/index.js';
import type { PlayerCommands, PlayerModel } from './player-view.js';

/** iOS leaves the volume to the device: what is set there does not stick. */
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
        part="mute-button"
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
    part="skip-silence-button"
    title=${strings.skipSilence}
    aria-pressed=${skipSilence ? 'true' : 'false'}
    @click=${commands.toggleSkipSilence}
  >
    ${skipSilenceIcon}<span class="label">${strings.skipSilence}</span>
  </button>
  <button
    type="button"
    class="icon-button labelled"
    part="repeat-button"
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
  <div class="extras" part="extras">
    ${model.hasSegments ? toggles(model, strings, commands) : nothing}
    <button
      type="button"
      class="icon-button labelled for-keyboards"
      part="shortcuts-button"
      title=${strings.shortcuts}
      aria-haspopup="dialog"
      @click=${commands.showShortcuts}
    >
      ${keyboardIcon}<span class="label">${strings.shortcuts}</span>
    </button>
  </div>
`;
