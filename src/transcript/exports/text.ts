import { toPassages, wordsOf } from '../passages.js';
import { filledLines, oneLine } from '../plain-text.js';
import { formatClock } from '../time.js';
import type { Transcript } from '../transcript.js';

/** Plain text to read: the title, if there is one, and a paragraph per turn under its time and its speaker. */
export const toPlainText = (transcript: Transcript, title = ''): string => {
  const passages = toPassages(transcript);
  const paragraphs =
    passages.length === 0
      ? [`${filledLines(transcript.text).join('\n')}\n`]
      : passages.map((passage) => {
          const { speaker, start_ms } = passage;
          const name = speaker.name === null ? '' : ` ${oneLine(speaker.name)}`;
          return `[${formatClock(start_ms)}]${name}\n${wordsOf(passage)}\n`;
        });
  const heading = oneLine(title);
  return [...(heading === '' ? [] : [`${heading}\n`]), ...paragraphs].join('\n');
};
