/** Where words are in a text: in the selection, at the place that plays, and under the pointer. */
import { wordsIn } from '../../transcript/edits/align-words.js';
import type { WordPlace } from '../turns/rows.js';

const wordFinder = new Intl.Segmenter('en', { granularity: 'word' });

/** Where the word at a place of a text begins and ends, without the signs around it, as a double click selects it. */
export const wordAt = (text: string, at: number): [start: number, end: number] => {
  for (const { segment, index, isWordLike } of wordFinder.segment(text)) {
    const end = index + segment.length;
    if (isWordLike === true && end > at) return [index, end];
  }
  return [text.length, text.length];
};

/** The offset of the word that plays at a time, from how far the segment has been played. */
export const playingOffset = (
  { text, start_ms, end_ms }: { text: string; start_ms: number; end_ms: number },
  position: number,
): number => {
  const share = (position - start_ms) / Math.max(1, end_ms - start_ms);
  const at = Math.min(1, Math.max(0, share)) * text.length;
  return wordsIn(text).findLast(({ start }) => start <= at)?.start ?? 0;
};

/** Where the word at a point begins in the text of a segment, in UTF-16 units; undefined if there is none. */
export const offsetAt = ({ text: { firstChild }, x, y }: WordPlace): number | undefined => {
  if (!(firstChild instanceof Text)) return undefined;
  const range = new Range();
  const word = wordsIn(firstChild.data).find(({ start, end }) => {
    range.setStart(firstChild, start);
    range.setEnd(firstChild, end);
    return [...range.getClientRects()].some(
      (box) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom,
    );
  });
  return word?.start;
};
