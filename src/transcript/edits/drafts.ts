/** Texts that were typed in a paragraph, and neither saved nor discarded. */
import { joinTexts } from '../plain-text.js';
import type { Segment } from '../transcript.js';
import type { SegmentRange } from '../turns.js';
import { paragraphText } from './align-words.js';

/** A text that was typed for a range of segments, and neither saved nor discarded. */
export interface Draft extends SegmentRange {
  readonly text: string;
}

/** A paragraph with its drafts. The range is larger if a draft is for more than the paragraph. */
export const draftedParagraph = (
  segments: readonly Segment[],
  paragraph: SegmentRange,
  drafts: readonly Draft[],
): Draft => {
  const own = drafts
    .filter(({ first, end }) => first < paragraph.end && end > paragraph.first)
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
  drafts: readonly Draft[],
  { first, end }: SegmentRange,
  text: string | null,
): readonly Draft[] => {
  const others = drafts.filter((one) => one.first >= end || one.end <= first);
  return text === null ? others : [...others, { first, end, text }];
};
