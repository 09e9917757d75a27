import { firstIndex } from '../binary-search.js';
import { isUnspacedAtEnd } from '../plain-text.js';
import type { Segment } from '../transcript.js';
import type { SearchHits } from './search.js';

export interface HitFilter {
  /** Only hits with the capital letters of the query. Accents are ignored, as in every search. */
  readonly matchCase: boolean;
  /** Only hits that are not part of a longer word. */
  readonly wholeWords: boolean;
}

export const NO_FILTER: HitFilter = { matchCase: false, wholeWords: false };

/** The letters of a text without their marks. The search has compared all other signs. */
const cased = (text: string): string => text.normalize('NFKD').replace(/\P{L}/gu, '');

const WORD = /[\p{L}\p{N}\p{M}_]/u;

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** True if a word begins or ends at this place. Scripts without spaces need the browser's dictionary. */
const isBorder = (text: string, at: number): boolean => {
  const [before = '', after = ''] = [[...text.slice(0, at)].at(-1), [...text.slice(at)][0]];
  if (!WORD.test(before) || !WORD.test(after)) return true;
  if (!isUnspacedAtEnd(before) && !isUnspacedAtEnd(after)) return false;
  return words.segment(text).containing(at)?.index === at;
};

export const filterHits = (
  hits: SearchHits,
  segments: readonly Segment[],
  query: string,
  { matchCase, wholeWords }: HitFilter,
): SearchHits => {
  if (!matchCase && !wholeWords) return hits;
  const wanted = cased(query);
  const textOf = (segment: number): string => segments[segment]?.text ?? '';
  const accepted: number[] = [];
  for (let hit = 0; hit < hits.count; hit += 1) {
    const pieces = hits.piecesOf(hit);
    const [first, last] = [pieces[0], pieces.at(-1)];
    if (!first || !last) continue;
    const found = pieces.map(({ segment, start, end }) => textOf(segment).slice(start, end));
    const fits =
      (!matchCase || cased(found.join(' ')) === wanted) &&
      (!wholeWords ||
        (isBorder(textOf(first.segment), first.start) && isBorder(textOf(last.segment), last.end)));
    if (fits) accepted.push(hit);
  }
  const numberOf = (hit: number): number => accepted[hit] ?? -1;
  return {
    count: accepted.length,
    segmentOf: (hit) => hits.segmentOf(numberOf(hit)),
    piecesOf: (hit) => hits.piecesOf(numberOf(hit)),
    firstFrom(segment) {
      const from = hits.firstFrom(segment);
      return firstIndex(accepted.length, (at) => numberOf(at) >= from);
    },
  };
};
