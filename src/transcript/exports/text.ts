import { filledLines, joinTexts, oneLine } from '../plain-text.js';
import { formatClock } from '../time.js';
import type { Transcript } from '../transcript.js';
import { toTurns } from '../turns.js';

/** Plain text to read: the title, if there is one, and a paragraph per turn under its time and its speaker. */
export const toPlainText = (transcript: Transcript, title = ''): string => {
  const { turns } = toTurns(transcript);
  const paragraphs =
    turns.length === 0
      ? [`${filledLines(transcript.text).join('\n')}\n`]
      : turns.map(({ speaker, first, end, start_ms }) => {
          const name = speaker.name === null ? '' : ` ${oneLine(speaker.name)}`;
          const texts = transcript.segments.slice(first, end).map(({ text }) => oneLine(text));
          return `[${formatClock(start_ms)}]${name}\n${joinTexts(texts)}\n`;
        });
  const heading = oneLine(title);
  return [...(heading === '' ? [] : [`${heading}\n`]), ...paragraphs].join('\n');
};
