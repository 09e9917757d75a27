/** Says what a person means who gives a speaker another name: pure, so that every case can be tested. */
import type { Transcript, TranscriptEdit, Turn } from '../../transcript/index.js';

/** How far a new name reaches. */
export type Reach = 'everywhere' | 'passage' | 'line';

export interface SpeakerChange {
  readonly name: string;
  readonly reach: Reach;
}

/** What the change is about: a turn, and the line in it that was pointed at, where there was one. */
export interface SpeakerPlace {
  readonly turn: Turn;
  readonly segment: number | null;
}

const range = ({ first, end }: Turn): readonly number[] =>
  Array.from({ length: end - first }, (_, at) => first + at);

/** The lines of a speaker; null stands for nobody named. */
export const linesOf = ({ segments }: Transcript, name: string | null): number =>
  segments.reduce((count, { speaker }) => count + ((speaker ?? null) === name ? 1 : 0), 0);

const cleaned = (name: string): string => name.trim().replace(/\s+/gu, ' ');

/** True where the change gives all that one speaker says to another that is there already. */
export const isMerge = (
  transcript: Transcript,
  { turn }: SpeakerPlace,
  { name, reach }: SpeakerChange,
): boolean =>
  reach === 'everywhere' &&
  cleaned(name) !== turn.speaker.name &&
  transcript.segments.some(({ speaker }) => speaker === cleaned(name));

/** Null where the name stays as it is. */
export const speakerEdit = (
  transcript: Transcript,
  place: SpeakerPlace,
  change: SpeakerChange,
): TranscriptEdit | null => {
  const { turn, segment } = place;
  const from = turn.speaker.name;
  const to = cleaned(change.name);
  if (to === (from ?? '')) return null;
  if (change.reach !== 'everywhere') {
    const segments = change.reach === 'line' && segment !== null ? [segment] : range(turn);
    return { kind: 'assign-speaker', segments, to };
  }
  return isMerge(transcript, place, change)
    ? { kind: 'merge-speakers', from, into: to }
    : { kind: 'rename-speaker', from, to };
};
