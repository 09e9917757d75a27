/** Sends the parts of a file, several at a time. */
import {
  DEFAULT_RETRY,
  PATIENT_RETRY,
  RetryableError,
  withRetries,
  type RetryPorts,
} from '../calls/retry.js';
import { Stalled, withOwnAbort, type Interruption } from '../calls/waiting.js';
import type { Ports } from '../ports.js';
import {
  confirmedSpeed,
  MAX_CONCURRENCY,
  observeBackpressure,
  observeStored,
  startConcurrency,
  type Backpressure,
  type Concurrency,
  type ConfirmedPart,
  type Link,
} from './link.js';
import { type Part, sendPart, type PartPorts, type PartTry } from './part.js';

export type UploadPorts = RetryPorts & PartPorts & Pick<Ports, 'partMemory'>;

export interface SendObserver {
  /** Called when an attempt to send this part starts. Attempts count from 1. */
  onStarted(part: Part, attempt: number): void;
  /** Called with the number of bytes sent of this part. It is 0 again after a failed attempt. */
  onProgress(part: Part, sentBytes: number): void;
  onTried(attempt: PartTry): void;
  /** Called with the ETag of a part that was stored. */
  onStored(part: Part, etag: string): void;
  /** Called when all parts in progress must wait, and with null when one continues. */
  onTrouble(trouble: Interruption | null): void;
}

export interface SendOptions {
  readonly file: Blob;
  /** The parts to send, in this order. */
  readonly parts: readonly Part[];
  /** True if this host has stored a part before. A failure is then not caused by its configuration. */
  readonly hostVerified: boolean;
  readonly ports: UploadPorts;
  readonly observer: SendObserver;
  readonly signal: AbortSignal;
}

/** Bytes of one attempt that show that the connection is back. Fewer may only be in buffers of the system. */
const BACK_AFTER_BYTES = 512 * 1024;

/** State shared by the transfers of all parts. */
interface TransferState {
  concurrency: Concurrency;
  /** Maximum number of bytes ever sent of each part. Only more than that counts as progress. */
  readonly reached: Map<number, number>;
  /** Sum of `reached`. */
  advanced: number;
  sent: number;
  stored: number;
  /** Bytes of `sent` that belong to stored parts. */
  confirmed: number;
  /** The parts that were confirmed last. */
  lastConfirmed: readonly ConfirmedPart[];
  /** The speed at which they were confirmed, in bytes per ms. Null until one is stored. */
  speed: number | null;
  /** The host requested a pause until this time, in ms since the epoch. */
  closedUntilMs: number;
  readonly underWay: Set<number>;
  /** The parts in progress that send nothing, because they wait for their next attempt. */
  readonly idle: Set<number>;
  /** The parts that have failed, and have sent too little since to show that the connection is back. */
  readonly waiting: Map<number, Interruption>;
  reported: Interruption | null;
  /** Wakes the loop that starts the next part. */
  wake: () => void;
}

/**
 * Sends parts of a file (4.5), several at a time, and repeats each until it is stored. If a part finally
 * fails, the others stop. Rejects with its TranscribeError or PartRefused, or with the signal's reason.
 */
export const sendParts = (options: SendOptions): Promise<void> =>
  withOwnAbort(options.signal, async (stop) => {
    const { clock } = options.ports;
    const state: TransferState = {
      concurrency: startConcurrency(clock.now(), 0, options.hostVerified),
      reached: new Map(),
      advanced: 0,
      sent: 0,
      stored: 0,
      confirmed: 0,
      lastConfirmed: [],
      speed: null,
      closedUntilMs: -Infinity,
      underWay: new Set(),
      idle: new Set(),
      waiting: new Map(),
      reported: null,
      wake: () => undefined,
    };
    const queue = [...options.parts];
    const sending = new Set<Promise<void>>();
    try {
      while (queue.length > 0 || sending.size > 0) {
        for (let next; mayStart(options, state) && (next = queue.shift());) {
          const one = deliver(next, options, state, stop.signal).finally(() => {
            sending.delete(one);
          });
          sending.add(one);
        }
        const woken = new Promise<void>((resolve) => (state.wake = resolve));
        await Promise.race([...sending, woken]);
      }
    } catch (error) {
      stop.abort(error);
      await Promise.allSettled(sending);
      options.signal.throwIfAborted();
      throw error;
    }
  });

/** While a part waits for its next attempt, another one may start, up to a limit. */
const mayStart = ({ hostVerified, ports }: SendOptions, state: TransferState): boolean => {
  const { concurrency, underWay, idle, stored, closedUntilMs } = state;
  if (underWay.size === 0) return true;
  if (!hostVerified && stored === 0) return false;
  return (
    underWay.size < MAX_CONCURRENCY &&
    underWay.size - idle.size < concurrency.limit &&
    ports.clock.now() >= closedUntilMs
  );
};

const linkOf = (state: TransferState): Link => ({
  confirmed: state.speed,
  unanswered: state.sent - state.confirmed,
});

/** Reports when all parts in progress wait, and when one continues. */
const reportTrouble = ({ observer }: SendOptions, state: TransferState): void => {
  const { underWay, waiting } = state;
  const all = waiting.size > 0 && waiting.size === underWay.size;
  const offline = [...waiting.values()].includes('offline');
  const trouble = all ? (offline ? 'offline' : 'retrying') : null;
  if (trouble === state.reported) return;
  state.reported = trouble;
  observer.onTrouble(trouble);
};

/** Sends one part until it is stored. */
const deliver = async (
  part: Part,
  options: SendOptions,
  state: TransferState,
  signal: AbortSignal,
): Promise<void> => {
  const { file, observer, ports, hostVerified } = options;
  const { clock, connectivity } = ports;
  const size = part.end - part.start;
  let current = 0;
  let attempt = 0;
  let startedAtMs = 0;
  /** The last attempt was not answered although all bytes were sent, or came to a halt. */
  let wasUnanswered = false;
  const setWaiting = (trouble: Interruption | null): void => {
    if (trouble === null) {
      state.waiting.delete(part.number);
    } else {
      state.waiting.set(part.number, trouble);
      state.idle.add(part.number);
    }
    reportTrouble(options, state);
    state.wake();
  };
  const onProgress = (bytes: number): void => {
    state.sent += bytes - current;
    current = bytes;
    const reached = state.reached.get(part.number) ?? 0;
    if (bytes > reached) {
      state.reached.set(part.number, bytes);
      state.advanced += bytes - reached;
    }
    const isBack = bytes > reached || bytes >= BACK_AFTER_BYTES;
    if (isBack && state.waiting.has(part.number)) setWaiting(null);
    observer.onProgress(part, bytes);
  };
  const tryOnce = async (): Promise<string> => {
    for (let wait; (wait = state.closedUntilMs - clock.now()) > 0;) {
      state.idle.add(part.number);
      await clock.sleep(wait, signal);
    }
    state.idle.delete(part.number);
    attempt++;
    observer.onStarted(part, attempt);
    onProgress(0);
    startedAtMs = clock.now();
    const isFromMemory = wasUnanswered || ports.partMemory?.isNeeded() === true;
    const link = (): Link => linkOf(state);
    const onTried = (tried: PartTry): void => {
      const { outcome, sentBytes } = tried;
      wasUnanswered = outcome === 'stalled' || (outcome === 'no-answer' && sentBytes === size);
      // Without progress, all bytes may have been sent too.
      const mayBeSent = sentBytes === size || sentBytes === 0;
      if (outcome === 'stalled' && mayBeSent && connectivity.isOnline()) ports.partMemory?.need();
      observer.onTried(tried);
    };
    try {
      const sending = { file, part, attempt, isFromMemory, ports, signal, link };
      return await sendPart({ ...sending, onProgress, onTried });
    } catch (error) {
      if (error instanceof RetryableError) observeFailure(error, state, clock.now());
      throw error;
    }
  };

  state.underWay.add(part.number);
  try {
    const etag = await withRetries(tryOnce, {
      ports,
      signal,
      policy: hostVerified || state.stored > 0 ? PATIENT_RETRY : DEFAULT_RETRY,
      achieved: () => state.advanced,
      onTrouble: setWaiting,
    });
    onProgress(size);
    state.stored++;
    state.confirmed += size;
    state.lastConfirmed = [...state.lastConfirmed, { size, startedAtMs }].slice(-MAX_CONCURRENCY);
    state.speed = confirmedSpeed(state.lastConfirmed, clock.now());
    state.concurrency = observeStored(state.concurrency, clock.now(), state.sent);
    observer.onStored(part, etag);
  } finally {
    state.underWay.delete(part.number);
    state.idle.delete(part.number);
    state.waiting.delete(part.number);
    reportTrouble(options, state);
  }
};

/** How a failed attempt affects the number of parts sent at a time. */
const backpressureOf = ({ status, failure }: RetryableError): Backpressure | null => {
  if (status === 429) return 'rate-limited';
  return status === 503 || failure.cause instanceof Stalled ? 'overloaded' : null;
};

const observeFailure = (error: RetryableError, state: TransferState, nowMs: number): void => {
  const push = backpressureOf(error);
  if (push !== null)
    state.concurrency = observeBackpressure(state.concurrency, push, nowMs, state.sent);
  if (error.retryAfterMs !== null) {
    state.closedUntilMs = Math.max(state.closedUntilMs, nowMs + error.retryAfterMs);
  }
};
