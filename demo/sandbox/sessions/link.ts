/** Limits bandwidth. */
import { SYSTEM_TIMER, type Timer } from '../timer.js';

type Body = AsyncIterable<Uint8Array>;

/** How long one piece of a body occupies the link. A change of the bandwidth takes effect after that. */
const PIECE_MS = 50;

/** Passes a body on at the bandwidth of the link. All bodies of one link share it. */
export type Link = (body: Body, signal: AbortSignal) => Body;

/** `bytesPerSecond` is read for each piece; null for no limit. */
export const createLink = (
  bytesPerSecond: () => number | null,
  { now, wait }: Timer = SYSTEM_TIMER,
): Link => {
  let freeAt = 0;
  return async function* (body, signal) {
    for await (const bytes of body) {
      for (let start = 0; start < bytes.length;) {
        const rate = bytesPerSecond();
        const size = rate === null ? bytes.length : Math.ceil((rate * PIECE_MS) / 1000);
        const piece = bytes.subarray(start, start + size);
        start += piece.length;
        if (rate !== null) {
          // A timer that fires late must not lower the bandwidth.
          freeAt = Math.max(now() - PIECE_MS, freeAt) + (piece.length / rate) * 1000;
          const ms = freeAt - now();
          if (ms > 0) await wait(ms, signal);
        }
        yield piece;
      }
    }
  };
};
