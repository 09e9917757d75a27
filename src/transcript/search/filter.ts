import { firstIndex } from '../binary-search.js';
import { isUnspacedAtEnd } from '../plain-text.js';
import type { Segment } from '../transcript.js';
import type { SearchHits } from './search.js';

export interface HitFilter {
  /** Only hits with the capital letters of the query. Everything else is compared as in every search. */
  readonly matchCase: boolean;
  /** Only hits that are not part of a longer word. */
  readonly wholeWords: boolean;
}

export const NO_FILTER: HitFilter = { matchCase: false, wholeWords: false };

/** Letters that search takes for quotes are no part of a word, as quotes are not. */
const WORD = /(?![\u02b9\u02bb-\u02bd\u02c8])[\p{L}\p{N}\p{M}_]/u;
/** What is inside a word and not seen, such as a soft hyphen. A zero-width space separates words. */
const HIDDEN = /(?!\u200b)\p{Default_Ignorable_Code_Point}/gu;

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** True if a word begins or ends at this place. Scripts without spaces need the browser's dictionary. */
const isBorder = (text: string, at: number): boolean => {
  const [start, end] = [text.slice(0, at), text.slice(at)].map((part) => part.replace(HIDDEN, ''));
  const [before = '', after = ''] = [[...(start ?? '')].at(-1), [...(end ?? '')][0]];
  if (!WORD.test(before) || !WORD.test(after)) return true;
  if (!isUnspacedAtEnd(before) && !isUnspacedAtEnd(after)) return false;
  return words.segment(text).containing(at)?.index === at;
};

export const filterHits = (
  hits: SearchHits,
  segments: readonly Segment[],
  { matchCase, wholeWords }: HitFilter,
): SearchHits => {
  if (!matchCase && !wholeWords) return hits;
  const textOf = (segment: number): string => segments[segment]?.text ?? '';
  const accepted: number[] = [];
  for (let hit = 0; hit < hits.count; hit += 1) {
    const pieces = hits.piecesOf(hit);
    const [first, last] = [pieces[0], pieces.at(-1)];
    if (!first || !last) continue;
    const fits =
      (!matchCase || hits.hasCaseOfQuery(hit)) &&
      (!wholeWords ||
        (isBorder(textOf(first.segment), first.start) && isBorder(textOf(last.segment), last.end)));
    if (fits) accepted.push(hit);
  }
  const numberOf = (hit: number): number => accepted[hit] ?? -1;
  return {
    count: accepted.length,
    segmentOf: (hit) => hits.segmentOf(numberOf(hit)),
    piecesOf: (hit) => hits.piecesOf(numberOf(hit)),
    hasCaseOfQuery: (hit) => hits.hasCaseOfQuery(numberOf(hit)),
    firstFrom(segment) {
      const from = hits.firstFrom(segment);
      return firstIndex(accepted.length, (at) => numberOf(at) >= from);
    },
  };
};
