/** Groups consecutive segments of one speaker into turns. */
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

/** Longer turns are split, so that a lecture is not one long block. */
const MAX_SEGMENTS = 24;
/** If segments have no speaker, this many milliseconds of silence start a new turn. */
const PARAGRAPH_PAUSE = 2_500;

/**
 * Groups segments into turns, in order. Every segment is in exactly one turn. For `indexes`, see
 * listSpeakers.
 */
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
