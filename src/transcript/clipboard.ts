/** The transcript, or what of it is selected, to be pasted into a mail or a document. */
import { languageTag } from './language-tag.js';
import { filledLines, isRightToLeft, oneLine, withBlanks } from './plain-text.js';
import { formatClock, formatDuration } from './time.js';
import type { Segment, Transcript } from './transcript.js';
import { toTurns } from './turns.js';

/** A stretch of one segment's text. */
export interface SelectedText {
  /** Index of the segment. */
  readonly segment: number;
  /** UTF-16 offsets into its text; all of it by default. */
  readonly start?: number;
  readonly end?: number;
}

export interface ClipboardContent {
  readonly text: string;
  /** Simple tags that mail and word processors know; no styles, and all text escaped. */
  readonly html: string;
}

interface Excerpt {
  readonly text: string;
  readonly language: string | undefined;
}

/** What is copied of one turn. */
interface Passage {
  readonly name: string;
  readonly start_ms: number;
  readonly said: readonly Excerpt[];
}

const escapeHtml = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

const attributes = (text: string, language: string | undefined): string =>
  ` dir="${isRightToLeft(text) ? 'rtl' : 'ltr'}"${language === undefined ? '' : ` lang="${language}"`}`;

const excerptOf = (
  transcript: Transcript,
  segment: Segment,
  { start = 0, end = segment.text.length }: SelectedText,
): Excerpt => ({
  text: segment.text.slice(start, end),
  language: languageTag(segment.language) ?? languageTag(transcript.language),
});

/** The selected stretches, put together by turns; what is empty is left out. */
const toPassages = (
  transcript: Transcript,
  selection: readonly SelectedText[],
): readonly Passage[] => {
  const { turns } = toTurns(transcript);
  const passages: (Passage & { said: Excerpt[]; readonly end: number })[] = [];
  let turn = 0;
  for (const selected of [...selection].sort((one, other) => one.segment - other.segment)) {
    const segment = transcript.segments[selected.segment];
    if (segment === undefined) continue;
    const excerpt = excerptOf(transcript, segment, selected);
    const text = oneLine(excerpt.text);
    if (text === '') continue;
    while (selected.segment >= (turns[turn]?.end ?? Infinity)) turn += 1;
    const { end = 0, speaker } = turns[turn] ?? {};
    let passage = passages.at(-1);
    if (passage?.end !== end) {
      const name = oneLine(speaker?.name ?? '');
      passage = { name, start_ms: segment.start_ms, said: [], end };
      passages.push(passage);
    }
    passage.said.push({ ...excerpt, text });
  }
  return passages;
};

const textOf = ({ name, start_ms, said }: Passage): string => {
  const head = [...(name === '' ? [] : [name]), formatClock(start_ms)].join(' · ');
  return `${head}\n${withBlanks(said.map(({ text }) => text)).join('')}\n`;
};

const htmlOf = ({ name, start_ms, said }: Passage): string => {
  const texts = withBlanks(said.map(({ text }) => text));
  const common = said[0]?.language;
  const words = said.map(({ language }, at) => {
    const text = texts[at] ?? '';
    return language === common
      ? escapeHtml(text)
      : `<span${attributes(text, language)}>${escapeHtml(text)}</span>`;
  });
  const speaker =
    name === '' ? '' : `<strong${attributes(name, undefined)}>${escapeHtml(name)}</strong> · `;
  const time = `<time datetime="${formatDuration(start_ms)}">${formatClock(start_ms)}</time>`;
  return `<p${attributes(texts.join(''), common)}>${speaker}${time}<br>${words.join('')}</p>`;
};

const wordsAlone = (text: string, language: string | undefined): ClipboardContent => {
  const lines = filledLines(text).join('\n');
  const html = escapeHtml(lines).replace(/\n/g, '<br>');
  return { text: lines, html: `<span${attributes(lines, language)}>${html}</span>` };
};

/**
 * A paragraph per turn under its speaker and the time of its first selected segment; of a selection
 * inside one segment the words alone. Everything by default. What is no part of the transcript is
 * passed over.
 */
export const toClipboard = (
  transcript: Transcript,
  selection?: readonly SelectedText[],
): ClipboardContent => {
  const { segments, text, language } = transcript;
  const selected = selection ?? segments.map((_, segment) => ({ segment }));
  if (selection === undefined && segments.length === 0)
    return wordsAlone(text, languageTag(language));
  const [only, ...others] = selected;
  const single = only && segments[only.segment];
  if (selection !== undefined && single && others.length === 0) {
    const excerpt = excerptOf(transcript, single, only);
    return wordsAlone(excerpt.text, excerpt.language);
  }
  const passages = toPassages(transcript, selected);
  return { text: passages.map(textOf).join('\n'), html: passages.map(htmlOf).join('\n') };
};
