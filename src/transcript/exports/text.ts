import { filledLines, joinTexts, oneLine } from '../plain-text.js';
import { formatClock } from '../time.js';
import type { Transcript } from '../transcript.js';
import { toTurns } from '../turns.js';

/** Plain text to read: a paragraph per turn under its time and its speaker. */
export const toPlainText = (transcript: Transcript): string => {
  const { turns } = toTurns(transcript);
  if (turns.length === 0) return `${filledLines(transcript.text).join('\n')}\n`;
  const paragraphs = turns.map(({ speaker, first, end, start_ms }) => {
    const name = speaker.name === null ? '' : ` ${oneLine(speaker.name)}`;
    const texts = transcript.segments.slice(first, end).map(({ text }) => oneLine(text));
    return `[${formatClock(start_ms)}]${name}\n${joinTexts(texts)}\n`;
  });
  return paragraphs.join('\n');
};
