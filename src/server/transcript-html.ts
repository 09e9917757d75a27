/** A transcript as plain HTML, for pages that a server renders: for search engines, for print, and until the script has run. */
import { parseGivenTranscript } from '../protocol/given-transcript.js';
import { parseEdits } from '../transcript/edits/corrections.js';
import { startHistory } from '../transcript/edits/edit-history.js';
import { speakerIdentities } from '../transcript/edits/identities.js';
import { joinTexts, languageTag } from '../transcript/plain-text.js';
import { ENGLISH_SPEAKERS, shownName } from '../transcript/speakers.js';
import { formatClock, formatDuration } from '../transcript/time.js';
import { normaliseTranscript } from '../transcript/transcript.js';
import { toParagraphs, toTurns } from '../transcript/turns.js';

export interface ToHtmlOptions {
  /** Saved corrections: the `edits` of the last `transcribe-edit`. Default: none. */
  readonly edits?: unknown;
  /** Level of the headings, from 1 to 6. Default: 3. */
  readonly headingLevel?: number;
  /** The name of a speaker without one, counted from 1. Default: “Speaker 1”. */
  readonly numberedSpeaker?: (number: number) => string;
  /** Over lines without a speaker in a transcript with speakers. Default: “Unknown speaker”. */
  readonly unknownSpeaker?: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (one) => ENTITIES[one] ?? one);

const timeLink = (ms: number): string =>
  `<a href="#t=${ms / 1000}"><time datetime="${formatDuration(ms)}">${formatClock(ms)}</time></a>`;

/**
 * Renders a transcript as HTML: for each turn a section with the speaker as heading, a link to its time, and the text, escaped.
 * Put it inside `<audio-transcript>`. `given` is `data` of 2.4, or a `transcript` of the element's events. Throws ContractError with
 * the path of a wrong field, and RangeError if `edits` were not made on this transcript.
 */
export const toHtml = (given: unknown, options: ToHtmlOptions = {}): string => {
  const { headingLevel = 3, unknownSpeaker = ENGLISH_SPEAKERS.unknownSpeaker } = options;
  const { numberedSpeaker = ENGLISH_SPEAKERS.numberedSpeaker } = options;
  const level = Math.min(6, Math.max(1, Math.trunc(headingLevel) || 3));
  const original = normaliseTranscript(parseGivenTranscript(given));
  const edits = parseEdits(options.edits ?? [], original);
  if (edits === null) throw new RangeError('These corrections were not made on this transcript.');
  const { current } = startHistory(original, edits);
  const { turns, speakers } = toTurns(current, speakerIdentities({ original, edits }));
  if (turns.length === 0)
    return current.text === '' ? '' : `<p dir="auto">${escaped(current.text)}</p>`;
  const isNamed = speakers.some(({ name }) => name !== null);

  const sections = turns.map((turn) => {
    const name = escaped(shownName(turn.speaker, { numberedSpeaker, unknownSpeaker }));
    const time = timeLink(turn.start_ms);
    const heading = isNamed
      ? `<h${level}><bdi>${name}</bdi> ${time}</h${level}>`
      : `<p>${time}</p>`;
    const paragraphs = toParagraphs(current.segments, turn).map(({ first, end }) => {
      const lines = current.segments.slice(first, end);
      const languages = new Set(lines.map(({ language }) => languageTag(language)));
      const [language] = languages.size === 1 ? languages : [];
      const lang = language === undefined ? '' : ` lang="${escaped(language)}"`;
      return `<p dir="auto"${lang}>${escaped(joinTexts(lines.map(({ text }) => text)))}</p>`;
    });
    return ['<section>', heading, ...paragraphs, '</section>'].join('\n');
  });
  return sections.join('\n');
};
