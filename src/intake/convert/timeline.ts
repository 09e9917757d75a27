/** Puts decoded audio on a continuous timeline. */
import type { Budget } from '../../engine/audio-headers/budget.js';
import { TOLERANCE_SECONDS, type Piece } from '../../peaks/decode-packets.js';
import type { Samples } from './pcm.js';

/** Silence is made in pieces of this many samples, so that a long gap needs little memory. */
const SILENCE_SAMPLES = 65_536;

export interface TimelinePart {
  readonly samples: Samples;
  readonly sampleRate: number;
}

/**
 * The pieces on a timeline that begins `from` seconds after the start of the recording: a gap becomes silence, and what
 * was there before is left out.
 */
export async function* onTimeline(
  pieces: AsyncIterable<Piece>,
  from: number,
  budget: Budget,
): AsyncGenerator<TimelinePart> {
  let position: number | null = null;
  for await (const { start, sampleRate, channels } of pieces) {
    const length = channels[0]?.length ?? 0;
    const expected: number = position ?? Math.round(from * sampleRate);
    const exact = Math.round(start * sampleRate) - expected;
    // The first piece is placed exactly.
    const isGap: boolean = position === null || Math.abs(exact) >= TOLERANCE_SECONDS * sampleRate;
    const gap: number = isGap ? Math.max(0, exact) : 0;
    const overlap: number = isGap ? Math.max(0, -exact) : 0;
    if (overlap >= length) continue;
    budget.fill(gap / sampleRate);
    for (let left = gap; left > 0; left -= SILENCE_SAMPLES) {
      const count = Math.min(left, SILENCE_SAMPLES);
      yield { samples: channels.map(() => new Float32Array(count)), sampleRate };
    }
    const samples = overlap === 0 ? channels : channels.map((all) => all.subarray(overlap));
    yield { samples, sampleRate };
    position = expected + gap + length - overlap;
    budget.reach(position / sampleRate);
  }
}
