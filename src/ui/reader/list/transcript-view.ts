/** The transcript as a list of turns, rendered once; everything that moves is marked on its elements. */
import { html, nothing, render, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import {
  formatClock,
  transcriptLength,
  type Segment,
  type Speaker,
  type Transcript,
  type Turn,
} from '../../../transcript/index.js';
import { downIcon } from '../icons.js';
import { isSelecting } from './selection.js';
import { speakerBadge, speakerClass, speakerName } from './speaker-badge.js';
import type { ReaderStrings } from '../strings/index.js';
import { styleProperties } from '../../style-properties.js';

export interface TranscriptView {
  readonly element: HTMLElement;
  /** What scrolls. */
  readonly scroller: HTMLElement;
  readonly elementOf: (index: number) => Element | undefined;
  readonly setFollowChip: (visible: boolean) => void;
}

const LANGUAGE_TAG = /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i;
/** Characters on a line, to guess the height of a turn out of sight. */
const LINE = 62;

const languageTag = (tag: string | null | undefined): string | undefined =>
  typeof tag === 'string' && LANGUAGE_TAG.test(tag) && tag !== 'auto' ? tag : undefined;

const segmentItem = (segment: Segment, index: number, strings: ReaderStrings): TemplateResult =>
  html`<li class="segment" part="segment" data-index=${index}>
    <button
      type="button"
      class="time tabular"
      part="segment-time"
      aria-label=${strings.playFrom(segment.start_ms)}
    >
      ${formatClock(segment.start_ms)}
    </button>
    <p
      class="text"
      part="segment-text"
      dir="auto"
      lang=${ifDefined(languageTag(segment.language))}
      .textContent=${segment.text}
    ></p>
  </li>`;

/** The heights the stylesheet gives, in em: lines, and what surrounds them. */
const estimatedHeight = (segments: readonly Segment[]): string => {
  const lines = segments.reduce((sum, { text }) => sum + Math.ceil(text.length / LINE), 0);
  return `auto ${(lines * 1.65 + segments.length * 0.6 + 4).toFixed(1)}em`;
};

const turnSection = (
  turn: Turn,
  segments: readonly Segment[],
  named: boolean,
  strings: ReaderStrings,
): TemplateResult => {
  const { speaker, first, end } = turn;
  const own = segments.slice(first, end);
  return html`
    <section
      class="turn ${speakerClass(speaker)}"
      part="turn"
      ${styleProperties({ 'contain-intrinsic-block-size': estimatedHeight(own) })}
    >
      ${
        named
          ? html`<h3 class="heading" part="turn-heading">
              ${speakerBadge(speaker)}${speakerName(speaker, strings)}
            </h3>`
          : nothing
      }
      <ol class="segments" part="segments" role="list">
        ${own.map((segment, at) => segmentItem(segment, first + at, strings))}
      </ol>
    </section>
  `;
};

const unstructured = ({ text, language }: Transcript, strings: ReaderStrings): TemplateResult =>
  text.trim() === ''
    ? html`<p class="empty" part="empty">${strings.noSpeech}</p>`
    : html`<p
        class="whole"
        part="text"
        dir="auto"
        lang=${ifDefined(languageTag(language))}
        .textContent=${text}
      ></p>`;

export const createTranscriptView = (options: {
  readonly transcript: Transcript;
  readonly turns: readonly Turn[];
  readonly speakers: readonly Speaker[];
  readonly strings: ReaderStrings;
  readonly onSegment: (index: number) => void;
  readonly onFollow: () => void;
}): TranscriptView => {
  const { transcript, turns, speakers, strings, onSegment, onFollow } = options;
  const { segments, language } = transcript;
  const named = speakers.some(({ name }) => name !== null);
  const element = document.createElement('div');
  element.className = 'transcript';
  // The width of the times' column follows the longest time in it.
  element.style.setProperty('--_digits', String(formatClock(transcriptLength(transcript)).length));
  element.part.add('transcript');

  const onClick = (event: MouseEvent): void => {
    if (!(event.target instanceof Element)) return;
    const item = event.target.closest<HTMLElement>('.segment');
    if (!item) return;
    const onTime = event.target.closest('.time') !== null;
    const onText = event.target.closest('.text') !== null;
    if (onTime || (onText && !isSelecting(event, element)))
      onSegment(Number(item.dataset['index']));
  };

  const skip = (): void => element.querySelector<HTMLElement>('.end')?.focus();

  render(
    html`
      <button type="button" class="button skip" part="skip-button" @click=${skip}>
        ${strings.skipTranscript}
      </button>
      <div
        class="scroller"
        part="scroller"
        role="region"
        aria-label=${strings.transcript}
        tabindex="0"
        lang=${ifDefined(languageTag(language))}
      >
        ${
          turns.length === 0
            ? unstructured(transcript, strings)
            : turns.map((turn) => turnSection(turn, segments, named, strings))
        }
      </div>
      <button type="button" class="chip" part="follow-button" hidden @click=${onFollow}>
        ${downIcon}${strings.follow}
      </button>
      <p class="end visually-hidden" tabindex="-1">${strings.endOfTranscript}</p>
    `,
    element,
  );

  const items = [...element.querySelectorAll('.segment')];
  const chip = element.querySelector<HTMLElement>('.chip');
  const scroller = element.querySelector<HTMLElement>('.scroller') ?? element;
  // For the pointer only: the keyboard has the button beside each text.
  scroller.addEventListener('click', onClick);
  return {
    element,
    scroller,
    elementOf: (index) => items[index],
    setFollowChip(visible) {
      if (chip) chip.hidden = !visible;
    },
  };
};
