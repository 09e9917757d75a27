/** The elements around the rows: the skip link, the scroll container and the follow button. */
import { html, render } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { languageTag } from '../../transcript/plain-text.js';
import { formatClock } from '../../transcript/time.js';
import { transcriptLength, type Transcript } from '../../transcript/transcript.js';
import { downIcon } from '../reader-icons.js';
import type { ReaderStrings } from '../../strings/strings.js';
import { make } from './rows.js';

/** The playing line, as the button that leads back to it shows it. */
interface ChipLine {
  readonly clock: string;
  readonly isAbove: boolean;
}

/** Shows a transcript without segments. */
const unstructured = ({ text, language }: Transcript, strings: ReaderStrings): HTMLElement => {
  const isEmpty = text.trim() === '';
  const element = isEmpty ? make('p', 'empty', 'hint') : make('p', 'whole', null);
  element.textContent = isEmpty ? strings.noSpeech : text;
  element.dir = 'auto';
  const tag = languageTag(language);
  if (isEmpty) {
    const slot = document.createElement('slot');
    slot.name = 'empty';
    slot.append(element);
    return slot;
  }
  if (tag !== undefined) element.lang = tag;
  return element;
};

/** Creates an empty shell. It contains the text if the transcript has no segments. */
export const createListShell = (options: {
  readonly transcript: Transcript;
  readonly strings: ReaderStrings;
  readonly onFollow: () => void;
}) => {
  const { transcript, strings, onFollow } = options;
  const { language, segments } = transcript;
  const element = make('div', 'transcript', 'transcript');
  // The time column is as wide as the longest time.
  element.style.setProperty('--_digits', String(formatClock(transcriptLength(transcript)).length));
  const skip = (): void => element.querySelector<HTMLElement>('.end')?.focus();
  // Rows can be focused themselves. A text without rows needs a focusable container to scroll by keyboard.
  const tabindex = segments.length > 0 ? -1 : 0;
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
          role="region"
          aria-label=${strings.transcript}
          tabindex=${tabindex}
          lang=${ifDefined(languageTag(language))}
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
    if (segments.length === 0) scroller.replaceChildren(unstructured(transcript, strings));
  };
  showText();
  return {
    element,
    scroller,
    /** Shows the button that leads back to the playing line; null hides it. */
    setChip: draw,
    /** Shows the texts of another language. */
    relabel(): void {
      draw(shown);
      showText();
    },
  };
};
