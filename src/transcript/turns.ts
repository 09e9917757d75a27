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
  const turns: Turn[] = [];
  segments.forEach(({ speaker: name = null, start_ms, end_ms }, index) => {
    const speaker = byName.get(name);
    if (!speaker) return;
    const turn = turns.at(-1);
    const continues =
      turn !== undefined &&
      turn.speaker === speaker &&
      index - turn.first < MAX_SEGMENTS &&
      (name !== null || start_ms - turn.end_ms < PARAGRAPH_PAUSE);
    if (continues)
      turns[turns.length - 1] = {
        ...turn,
        end: index + 1,
        end_ms: Math.max(turn.end_ms, end_ms),
      };
    else turns.push({ speaker, first: index, end: index + 1, start_ms, end_ms });
  });
  return { turns, speakers };
};
