/** The elements around the rows: the skip link, the scroll container and the follow button. */
import { render, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { languageTag } from '../../transcript/plain-text.js';
import { formatClock, transcriptLength } from '../../transcript/time.js';
import type { Transcript } from '../../transcript/transcript.js';
import { downIcon } from '../reader-icons.js';
import type { ReaderStrings } from '../../strings/strings.js';
import { html } from '../../ui/html.js';
import { make } from './rows.js';

interface ChipLine {
  readonly clock: string;
  readonly isAbove: boolean;
}

/** Creates an empty shell. It contains the text if the transcript has no segments. */
export const createListShell = (
  transcript: Transcript,
  strings: ReaderStrings,
  onFollow: () => void,
) => {
  const { language, segments, text } = transcript;
  const element = make('div', 'transcript', 'transcript');
  // The time column is as wide as the longest time.
  element.style.setProperty('--_digits', String(formatClock(transcriptLength(transcript)).length));
  const skip = (): void => element.querySelector<HTMLElement>('.end')?.focus();
  // Rows can be focused themselves. A text without rows needs a focusable container to scroll by keyboard.
  const tabindex = segments.length > 0 ? -1 : 0;
  const whole = (): TemplateResult =>
    text.trim() === ''
      ? html`<slot name="empty">
          <p class="empty" part="hint" dir="auto">${strings.noSpeech}</p>
        </slot>`
      : html`<p class="whole" dir="auto" lang=${ifDefined(languageTag(language))}>${text}</p>`;
  let shown: ChipLine | null = null;
  const draw = (line: ChipLine | null): void => {
    shown = line;
    render(
      html`
        <button type="button" part="button" class="button skip" @click=${skip}>
          ${strings.skipTranscript}
        </button>
        <div
          class="scroller"
          role="article"
          aria-label=${strings.transcript}
          tabindex=${tabindex}
        ></div>
        <div class="chip-place">
          <button
            type="button"
            class="chip ${line?.isAbove === true ? 'up' : ''}"
            part="button"
            ?hidden=${line === null}
            @click=${onFollow}
          >
            ${downIcon}<bdi>${strings.backTo(line?.clock ?? '')}</bdi>
          </button>
        </div>
        <p class="end visually-hidden" tabindex="-1">${strings.endOfTranscript}</p>
      `,
      element,
    );
  };
  draw(null);
  const scroller = element.querySelector<HTMLElement>('.scroller') ?? element;
  const showText = (): void => {
    if (segments.length === 0) render(whole(), scroller);
  };
  showText();
  return {
    element,
    scroller,
    /** Shows the button that leads back to the playing line; null hides it. */
    setChip: draw,
    relabel(): void {
      draw(shown);
      showText();
    },
  };
};
