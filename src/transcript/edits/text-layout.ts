/** How the service's full text is made of the segments' texts, so that it can follow a correction. */
import { joinTexts } from '../plain-text.js';
import type { Segment } from '../transcript.js';

/** The full text is each gap followed by its segment's text, and then the tail. */
export interface TextLayout {
  /**
   * White space, or nothing, before each segment; fewer than there are segments where the text
   * departs from them.
   */
  readonly gaps: readonly string[];
  /** What follows the last of these segments, as it stands. */
  readonly tail: string;
}

const isBlankAt = (text: string, at: number): boolean =>
  at < text.length && text.charAt(at).trim() === '';

/** Follows the segments through the full text as far as it has them in their order. */
export const layOutText = (text: string, segments: readonly Segment[]): TextLayout => {
  const gaps: string[] = [];
  let reached = 0;
  for (const segment of segments) {
    let start = reached;
    while (isBlankAt(text, start)) start += 1;
    if (!text.startsWith(segment.text, start)) break;
    gaps.push(text.slice(reached, start));
    reached = start + segment.text.length;
  }
  return { gaps, tail: text.slice(reached) };
};

/** The full text that a layout makes of segments. */
export const weaveText = ({ gaps, tail }: TextLayout, segments: readonly Segment[]): string =>
  `${gaps.map((gap, index) => `${gap}${segments[index]?.text ?? ''}`).join('')}${tail}`;

/**
 * The layout after the text of one segment was corrected: the same where it has the segment, else
 * one of the segments' texts alone.
 */
export const layoutAfter = (
  layout: TextLayout,
  corrected: number,
  segments: readonly Segment[],
): TextLayout =>
  corrected < layout.gaps.length
    ? layout
    : layOutText(joinTexts(segments.map(({ text }) => text)), segments);
