/** Formats a transcript, or a selection from it, for pasting into an email or a document. */
import { filledLines, isRightToLeft, languageTag, oneLine } from './plain-text.js';
import {
  cutOut,
  languageOfSegment,
  toPassages,
  wordsOf,
  type Passage,
  type SelectedText,
} from './passages.js';
import { formatClock, formatDuration } from './time.js';
import type { Transcript } from './transcript.js';

export interface ClipboardContent {
  readonly text: string;
  /** Simple tags that email programs and word processors support. Has no styles; all text is escaped. */
  readonly html: string;
}

const escapeHtml = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

const attributes = (text: string, language: string | undefined): string =>
  ` dir="${isRightToLeft(text) ? 'rtl' : 'ltr'}"${language === undefined ? '' : ` lang="${language}"`}`;

const nameOf = ({ speaker }: Passage): string => oneLine(speaker.name ?? '');

const textOf = (passage: Passage): string => {
  const name = nameOf(passage);
  const head = [...(name === '' ? [] : [name]), formatClock(passage.start_ms)].join(' · ');
  return `${head}\n${wordsOf(passage)}\n`;
};

const htmlOf = (passage: Passage): string => {
  const { start_ms, said } = passage;
  const name = nameOf(passage);
  const whole = wordsOf(passage);
  const common = said[0]?.language;
  const rightToLeft = isRightToLeft(whole);
  const words = said.map((excerpt) => {
    const escaped = escapeHtml(excerpt.text);
    const alike = excerpt.language === common && excerpt.rightToLeft === rightToLeft;
    const tagged = `<span${attributes(excerpt.text, excerpt.language)}>${escaped}</span>`;
    return `${excerpt.spaced ? ' ' : ''}${alike ? escaped : tagged}`;
  });
  const speaker =
    name === '' ? '' : `<strong${attributes(name, undefined)}>${escapeHtml(name)}</strong> · `;
  const time = `<time datetime="${formatDuration(start_ms)}">${formatClock(start_ms)}</time>`;
  return `<p${attributes(whole, common)}>${speaker}${time}<br>${words.join('')}</p>`;
};

const wordsAlone = (text: string, language: string | undefined): ClipboardContent => {
  const lines = filledLines(text).join('\n');
  const html = escapeHtml(lines).replace(/\n/g, '<br>');
  return { text: lines, html: `<span${attributes(lines, language)}>${html}</span>` };
};

/**
 * Formats one paragraph per turn, below its speaker and the time of its first selected segment. A selection
 * inside one segment gives only its words. Default: the whole transcript. Ranges outside the transcript are
 * ignored.
 */
export const toClipboard = (
  transcript: Transcript,
  selection?: readonly SelectedText[],
): ClipboardContent => {
  const { segments, text, language } = transcript;
  if (selection === undefined && segments.length === 0)
    return wordsAlone(text, languageTag(language));
  const [only, ...others] = selection ?? [];
  const single = only && segments[only.segment];
  if (single && others.length === 0) {
    return wordsAlone(cutOut(single, only), languageOfSegment(transcript, single));
  }
  const passages = toPassages(transcript, selection);
  return { text: passages.map(textOf).join('\n'), html: passages.map(htmlOf).join('\n') };
};
