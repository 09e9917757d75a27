import type { Clock } from '../time.js';
import { type Answer, backoff } from './steps.js';

/** Pauses all queries while the service is in trouble, so that an outage costs about a query a minute. */
export interface Health {
  /** No query before this time, in ms since the epoch. */
  pausedUntil(): number;
  /** True until a query succeeds: only one at a time may try whether the service works again. */
  isTroubled(): boolean;
  note(answer: Answer): void;
}

const LONGEST_PAUSE_MS = 60_000;

export const createHealth = (clock: Clock): Health => {
  let until = 0;
  let troubles = 0;
  return {
    pausedUntil: () => until,
    isTroubled: () => troubles > 0,
    note({ pauseMs }) {
      if (pauseMs === null) {
        troubles = 0;
        return;
      }
      const now = clock.now();
      // Queries that were running at the same time count once.
      if (now >= until) troubles += 1;
      const pause = Math.max(pauseMs, Math.min(backoff(troubles), LONGEST_PAUSE_MS));
      until = Math.max(until, now + pause);
    },
  };
};
