/** Formats a transcript, or a selection from it, for pasting into an email or a document. */
import { closed, escapeMarkup, filledLines, isRightToLeft, languageTag } from './plain-text.js';
import {
  cutOut,
  languageOfSegment,
  toPassages,
  wordsOf,
  type Passage,
  type Written,
} from './passages.js';
import type { ExportTimes } from './exports/formats.js';
import { formatClock, formatDuration } from './time.js';

export interface ClipboardContent {
  readonly text: string;
  /** Simple tags that email programs and word processors support. Has no styles; all text is escaped. */
  readonly html: string;
}

const attributes = (text: string, language: string | undefined): string =>
  ` dir="${isRightToLeft(text) ? 'rtl' : 'ltr'}"${language === undefined ? '' : ` lang="${language}"`}`;

const textOf = (passage: Passage, times: ExportTimes): string => {
  const { name } = passage;
  const head = [
    ...(name === '' ? [] : [name]),
    ...(times === 'turn' ? [formatClock(passage.start_ms)] : []),
  ].join(' · ');
  const words =
    times === 'line'
      ? passage.said.map(({ text, start_ms }) => `${formatClock(start_ms)} ${text}`).join('\n')
      : wordsOf(passage);
  return `${head === '' ? '' : `${head}\n`}${words}\n`;
};

const timeTag = (ms: number): string =>
  `<time datetime="${formatDuration(ms)}">${formatClock(ms)}</time>`;

const htmlOf = (passage: Passage, times: ExportTimes): string => {
  const { name, start_ms, said } = passage;
  const whole = wordsOf(passage);
  const common = said[0]?.language;
  const rightToLeft = isRightToLeft(whole);
  const words = said.map((excerpt, at) => {
    const escaped = escapeMarkup(excerpt.text);
    const alike = excerpt.language === common && excerpt.rightToLeft === rightToLeft;
    const tagged = `<span${attributes(excerpt.text, excerpt.language)}>${escaped}</span>`;
    const line = `${at > 0 ? '<br>' : ''}${timeTag(excerpt.start_ms)} `;
    return `${times === 'line' ? line : excerpt.spaced ? ' ' : ''}${alike ? escaped : tagged}`;
  });
  const head = [
    ...(name === ''
      ? []
      : [`<strong${attributes(name, undefined)}>${escapeMarkup(name)}</strong>`]),
    ...(times === 'turn' ? [timeTag(start_ms)] : []),
  ].join(' · ');
  return `<p${attributes(whole, common)}>${head === '' ? '' : `${head}<br>`}${words.join('')}</p>`;
};

const wordsAlone = (text: string, language: string | undefined): ClipboardContent => {
  const lines = filledLines(closed(text)).join('\n');
  const html = escapeMarkup(lines).replace(/\n/g, '<br>');
  return { text: lines, html: `<span${attributes(lines, language)}>${html}</span>` };
};

/**
 * Formats one paragraph per turn, below its speaker and the time of its first selected segment. Without `times`, a
 * selection inside one segment gives only its words. Ranges outside the transcript are ignored.
 */
export const toClipboard = (written: Written, times?: ExportTimes): ClipboardContent => {
  const { transcript, selection } = written;
  const { segments, text, language } = transcript;
  if (selection === undefined && segments.length === 0)
    return wordsAlone(text, languageTag(language));
  const [only, ...others] = selection ?? [];
  const single = only && segments[only.segment];
  if (times === undefined && single && others.length === 0) {
    return wordsAlone(cutOut(single, only), languageOfSegment(transcript, single));
  }
  const passages = toPassages(written);
  return {
    text: passages.map((passage) => textOf(passage, times ?? 'turn')).join('\n'),
    html: passages.map((passage) => htmlOf(passage, times ?? 'turn')).join('\n'),
  };
};
