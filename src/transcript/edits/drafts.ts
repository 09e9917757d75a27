/** Texts that were typed in a paragraph, and neither saved nor discarded. */
import { joinTexts } from '../plain-text.js';
import { placesIn, rangeBetween, type SegmentId } from '../segment-ids.js';
import type { Segment } from '../transcript.js';
import type { SegmentRange } from '../turns.js';
import { paragraphText } from './align-words.js';

/** A text that was typed for a range of segments, and neither saved nor discarded. */
export interface Draft {
  readonly first: SegmentId;
  /** The segment after the last one; the number of segments before corrections if there is none. */
  readonly end: SegmentId;
  readonly text: string;
}

type DraftedRange = SegmentRange & { readonly text: string };

/** A paragraph with its drafts. The range is larger if a draft is for more than the paragraph. */
export const draftedParagraph = (
  segments: readonly Segment[],
  paragraph: SegmentRange,
  drafts: readonly Draft[],
): DraftedRange => {
  const own = drafts
    .flatMap((draft): DraftedRange[] => {
      const range = rangeBetween(segments, draft);
      return range !== null && range.first < paragraph.end && range.end > paragraph.first
        ? [{ ...range, text: draft.text }]
        : [];
    })
    .sort((one, other) => one.first - other.first);
  const first = Math.min(paragraph.first, ...own.map((draft) => draft.first));
  const end = Math.max(paragraph.end, ...own.map((draft) => draft.end));
  const texts: string[] = [];
  let reached = first;
  for (const draft of own) {
    if (draft.first < reached) continue;
    texts.push(paragraphText(segments, { first: reached, end: draft.first }), draft.text.trim());
    reached = draft.end;
  }
  const [only] = own;
  if (only && own.length === 1 && only.first === first && only.end === end) return only;
  return {
    first,
    end,
    text: joinTexts([...texts, paragraphText(segments, { first: reached, end })]),
  };
};

/** The drafts after one paragraph was typed in. `text`: null if it was saved or discarded. */
export const withDraft = (
  segments: readonly Segment[],
  drafts: readonly Draft[],
  { first, end }: SegmentRange,
  text: string | null,
): readonly Draft[] => {
  const others = drafts.filter((one) => {
    const range = rangeBetween(segments, one);
    return range === null || range.first >= end || range.end <= first;
  });
  const { idAt } = placesIn(segments);
  return text === null ? others : [...others, { first: idAt(first), end: idAt(end), text }];
};
