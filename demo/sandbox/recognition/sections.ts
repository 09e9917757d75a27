/** Cuts long work into sections, so that a short recording can be recognised in between. */
import type { Interval } from './speech-intervals.js';

/** In ms of speech. A section takes a second or two. */
const SECTION_MS = 15_000;

/** The intervals in groups of neighbours. A group has at most `sectionMs` of speech, or one interval. */
export const inSections = (
  intervals: readonly Interval[],
  sectionMs = SECTION_MS,
): readonly (readonly Interval[])[] => {
  const sections: Interval[][] = [];
  let filled = Infinity;
  for (const interval of intervals) {
    const length = interval.endMs - interval.startMs;
    if (filled + length > sectionMs) {
      sections.push([]);
      filled = 0;
    }
    sections.at(-1)?.push(interval);
    filled += length;
  }
  return sections;
};
