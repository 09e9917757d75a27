/** The slider over the whole recording: the control of the timeline for keyboard and screen reader. */
import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { styleProperties } from '../../ui/style-properties.js';
import type { ReaderStrings } from '../../strings/reader/index.js';
import type { PlaybackState } from './playback.js';

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
      aria-valuetext=${strings.positionValue(position, length)}
      ${styleProperties({ '--_played': `${(played * 100).toFixed(2)}%` })}
      @input=${(event: Event) => commands.seek((event.target as HTMLInputElement).valueAsNumber)}
      @keydown=${onKeydown}
    />
  `;
};
