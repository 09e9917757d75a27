import type { Part } from './parts.js';
import type { Clock } from '../ports.js';
import { bytesPerSecond, observeSpeed, startSpeed } from './speed.js';
import type { SessionEvent } from '../session/state.js';

/** Progress is told no more often than this, in ms: some browsers count every packet. */
const TELL_MS = 100;

export interface ByteTracking {
  /** Bytes of this part that are on their way or stored; fewer than before where it is sent again. */
  observe(part: Part, sentBytes: number): void;
  /** Bytes of all parts. */
  total(): number;
}

export interface ByteTrackingOptions {
  readonly parts: readonly Part[];
  /** Numbers of the parts that are stored already. */
  readonly stored: { has(partNumber: number): boolean };
  /** Bytes. */
  readonly size: number;
  /** When the addresses of the plan expire, in ms since the epoch; null where that is not known. */
  readonly deadlineMs: number | null;
  readonly clock: Clock;
  readonly report: (fact: SessionEvent) => void;
}

/** Sums the bytes under way, part by part, and tells how fast they are. */
export const trackBytes = (options: ByteTrackingOptions): ByteTracking => {
  const { parts, stored, size, deadlineMs, clock, report } = options;
  const sent = new Map(parts.map((p) => [p.number, stored.has(p.number) ? p.end - p.start : 0]));
  let total = [...sent.values()].reduce((sum, bytes) => sum + bytes, 0);
  let speed = startSpeed(clock.now(), total);
  let toldAtMs = -Infinity;
  const tell = (nowMs: number): void => {
    toldAtMs = nowMs;
    const rate = bytesPerSecond(speed);
    const late =
      deadlineMs !== null &&
      rate !== null &&
      (rate === 0 || nowMs + ((size - total) / rate) * 1000 > deadlineMs);
    report({ type: 'sending', sentBytes: total, bytesPerSecond: rate, late });
  };
  if (total > 0) tell(clock.now());
  return {
    observe(part, sentBytes) {
      const now = clock.now();
      total += sentBytes - (sent.get(part.number) ?? 0);
      sent.set(part.number, sentBytes);
      speed = observeSpeed(speed, now, total);
      if (now - toldAtMs >= TELL_MS || sentBytes === part.end - part.start) tell(now);
    },
    total: () => total,
  };
};
