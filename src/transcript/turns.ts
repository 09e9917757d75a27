/** Consecutive segments of one speaker, as they are read. */
import { listSpeakers, type Speaker, type SpeakerIndexes } from './speakers.js';
import type { Transcript } from './transcript.js';

export interface Turn {
  readonly speaker: Speaker;
  /** Index of its first segment. */
  readonly first: number;
  /** Index after its last segment. */
  readonly end: number;
  readonly start_ms: number;
  readonly end_ms: number;
}

/** A turn that may still grow. */
type Draft = { -readonly [Key in keyof Turn]: Turn[Key] };

/** A longer turn is cut, so that a lecture is not one block without a landmark. */
const MAX_SEGMENTS = 24;
/** Milliseconds of silence that end a turn where nobody tells the speakers apart. */
const PARAGRAPH_PAUSE = 2_500;

/** The turns in order; every segment is in exactly one. For the indexes see listSpeakers. */
export const toTurns = (
  { segments }: Transcript,
  indexes?: SpeakerIndexes,
): { readonly turns: readonly Turn[]; readonly speakers: readonly Speaker[] } => {
  const speakers = listSpeakers(segments, indexes);
  const byName = new Map(speakers.map((speaker) => [speaker.name, speaker]));
  const turns: Draft[] = [];
  let turn: Draft | undefined;
  segments.forEach(({ speaker: name = null, start_ms, end_ms }, index) => {
    const speaker = byName.get(name);
    if (!speaker) return;
    const continues =
      turn?.speaker === speaker &&
      index - turn.first < MAX_SEGMENTS &&
      (name !== null || start_ms - turn.end_ms < PARAGRAPH_PAUSE);
    if (turn && continues) {
      turn.end = index + 1;
      turn.end_ms = Math.max(turn.end_ms, end_ms);
    } else {
      turn = { speaker, first: index, end: index + 1, start_ms, end_ms };
      turns.push(turn);
    }
  });
  return { turns, speakers };
};
