/** Markdown (CommonMark), a paragraph per turn. */
import { toPassages, wordsOf, type Written } from '../passages.js';
import { filledLines, oneLine } from '../plain-text.js';
import { formatClock } from '../time.js';
import type { TextLayout } from './formats.js';

/** Signs with a meaning anywhere in a line. */
const SIGNS = /[\\`*_{}[\]<>#|~!&$]/g;
/** What makes a list, a heading or a line at the start of a line. */
const STARTS = /^(?:[-+=:]|\d+(?=[.)]))/;

/** The text, with nothing in it that Markdown formats. */
const escaped = (text: string): string =>
  oneLine(text)
    .replace(SIGNS, '\\$&')
    .replace(STARTS, (start) => (/^\d/.test(start) ? `${start}\\` : `\\${start}`));

/** Title, then a paragraph per turn below its speaker and time, or a paragraph per line. */
export const toMarkdown = (written: Written, { times, title }: TextLayout): string => {
  const { transcript, selection } = written;
  const passages = toPassages(written);
  const blocks =
    passages.length === 0 && selection === undefined
      ? filledLines(transcript.text).map(escaped)
      : passages.flatMap((passage) => {
          const name = escaped(passage.name);
          const head = [
            ...(name === '' ? [] : [`**${name}**`]),
            ...(times === 'turn' ? [formatClock(passage.start_ms)] : []),
          ].join(' · ');
          const words =
            times === 'line'
              ? passage.said.map(
                  ({ text, start_ms }) => `*${formatClock(start_ms)}* ${escaped(text)}`,
                )
              : [escaped(wordsOf(passage))];
          return [...(head === '' ? [] : [head]), ...words];
        });
  return [...(title === '' ? [] : [`# ${escaped(title)}`]), ...blocks]
    .map((block) => `${block}\n`)
    .join('\n');
};
