/** Attempts to send a part, as the element's `diagnostics()` has them, as exchanges. */
import type { Diagnostics } from '../../src/index.js';
import type { Exchange } from './exchange.js';

type Try = Diagnostics['tries'][number];

const OUTCOMES: Readonly<Record<Try['outcome'], string>> = {
  stored: 'Measured by the element.',
  refused: 'The storage refused it. Measured by the element.',
  'no-answer': 'The connection broke. Measured by the element.',
  stalled: 'Stopped, because no bytes moved. Measured by the element.',
  stopped: 'Stopped by the element.',
};

export const exchangeOfTry = (one: Try, number: number): Exchange => ({
  ...{ number, at: one.startedAtMs, ms: one.tookMs },
  ...{ from: 'browser', to: 'storage', method: 'PUT', path: '/…' },
  ...{ status: one.status ?? 0, bytes: one.sentBytes, part: one.part, headers: [] },
  note: `Attempt ${one.attempt}. ${OUTCOMES[one.outcome]}`,
});

/** A log may have an entry this much before or after the element's times, in ms. */
const TOLERANCE_MS = 250;
/** The log has an entry at the latest this long after the attempt, in ms. */
const LATE_MS = 2_000;

/** Attempts without a response that have ended, and that no exchange of the log stands for: they never arrived. */
export const lostTries = (
  tries: readonly Try[],
  log: readonly Exchange[],
  now: number,
): readonly Try[] =>
  tries.filter(
    ({ part, status, startedAtMs, tookMs }) =>
      status === null &&
      startedAtMs + tookMs + LATE_MS < now &&
      !log.some(
        (it) =>
          it.part === part &&
          it.at >= startedAtMs - TOLERANCE_MS &&
          it.at <= startedAtMs + tookMs + TOLERANCE_MS,
      ),
  );

/** Identifies an attempt. */
export const keyOfTry = ({ part, attempt, startedAtMs }: Try): string =>
  `${part}-${attempt}-${startedAtMs}`;
