/** The interviews that are transcribed, and a search through all of them. */
import type { Segment, Transcript } from 'audio-transcribe';

export interface Interview {
  /** The id of its row in the element's list. */
  readonly id: string;
  readonly name: string;
  readonly transcript: Transcript;
}

export interface Hit {
  readonly interview: Interview;
  readonly segment: Segment;
}

/** Adds an interview, or replaces the one with its id after a correction. Sorted by name. */
export const withInterview = (
  interviews: readonly Interview[],
  changed: Interview,
): readonly Interview[] =>
  [...interviews.filter(({ id }) => id !== changed.id), changed].sort((one, other) =>
    one.name.localeCompare(other.name),
  );

/** The segments that contain the query, whatever its case. None for an empty query. */
export const search = (interviews: readonly Interview[], query: string): readonly Hit[] => {
  const wanted = query.trim().toLocaleLowerCase();
  if (wanted === '') return [];
  return interviews.flatMap((interview) =>
    interview.transcript.segments
      .filter(({ text }) => text.toLocaleLowerCase().includes(wanted))
      .map((segment) => ({ interview, segment })),
  );
};

/** Words of all interviews. Scripts without spaces are counted by their own word borders. */
export const countWords = (interviews: readonly Interview[]): number => {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  return interviews.reduce(
    (sum, { transcript }) =>
      sum + [...segmenter.segment(transcript.text)].filter(({ isWordLike }) => isWordLike).length,
    0,
  );
};

/** Milliseconds as minutes and seconds: `1:05`. */
export const toClock = (ms: number): string => {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};
