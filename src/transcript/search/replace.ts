import type { TranscriptEdit } from '../edits/edits.js';
import { placesIn } from '../segment-ids.js';
import type { Segment } from '../transcript.js';
import type { SearchHits } from './search.js';

/** The corrections that replace these hits, in order. A hit that continues in other segments is removed there. */
export const replaceHits = (
  segments: readonly Segment[],
  hits: SearchHits,
  chosen: readonly number[],
  text: string,
): readonly TranscriptEdit[] => {
  const texts = new Map<number, { kept: string; reached: number }>();
  for (const hit of chosen)
    hits.piecesOf(hit).forEach(({ segment, start, end }, piece) => {
      const own = texts.get(segment) ?? { kept: '', reached: 0 };
      own.kept +=
        (segments[segment]?.text.slice(own.reached, start) ?? '') + (piece === 0 ? text : '');
      own.reached = end;
      texts.set(segment, own);
    });
  const { idAt } = placesIn(segments);
  return [...texts].flatMap(([index, { kept, reached }]) => {
    const was = segments[index]?.text ?? '';
    const now = (kept + was.slice(reached)).trim();
    return now === was ? [] : [{ kind: 'correct-text' as const, segment: idAt(index), text: now }];
  });
};
