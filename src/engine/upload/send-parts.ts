/** Sends the parts of a file, several at a time. */
import {
  DEFAULT_RETRY,
  PATIENT_RETRY,
  RetryableError,
  withRetries,
  type RetryPorts,
  Stalled,
  withOwnAbort,
  type Interruption,
} from '../calls/retry.js';
import type { Ports } from '../ports.js';
import type { SessionEvent } from '../session/session-events.js';
import type { UploadedParts } from './uploaded-parts.js';
import { sendPart, type Link, type Part, type PartPorts, type PartTry } from './part.js';

type UploadPorts = RetryPorts & PartPorts & Pick<Ports, 'partMemory'>;

interface SendOptions {
  readonly file: Blob;
  /** Sends those that are not stored. */
  readonly parts: UploadedParts;
  readonly ports: UploadPorts;
  readonly report: (event: SessionEvent) => void;
  readonly signal: AbortSignal;
}

/** Bytes of one attempt that show that the connection is back. Fewer may only be in buffers of the system. */
const BACK_AFTER_BYTES = 512 * 1024;

/** State shared by the transfers of all parts. */
class Transfer {
  concurrency: Concurrency;
  /** Maximum number of bytes ever sent of each part. Only more than that counts as progress. */
  readonly reached = new Map<number, number>();
  /** Sum of `reached`. */
  advanced = 0;
  sent = 0;
  /** Bytes of `sent` that belong to stored parts. */
  confirmed = 0;
  lastConfirmed: readonly ConfirmedPart[] = [];
  /** The speed at which they were confirmed, in bytes per ms. Null until one is stored. */
  speed: number | null = null;
  /** The host requested a pause until this time, in ms since the epoch. */
  closedUntilMs = -Infinity;
  readonly underWay = new Set<number>();
  /** The parts in progress that send nothing, because they wait for their next attempt. */
  readonly idle = new Set<number>();
  /** The parts that have failed, and have sent too little since to show that the connection is back. */
  readonly waiting = new Map<number, Interruption>();
  reported: Interruption | null = null;
  /** Wakes the loop that starts the next part. */
  wake = (): void => undefined;
  constructor(
    startedAtMs: number,
    /** True once this host has stored a part. A failure is then not caused by its configuration. */
    public hostVerified: boolean,
  ) {
    this.concurrency = startConcurrency(startedAtMs, 0, hostVerified);
  }
}

/** Sends parts (4.5), several at a time, each until it is stored. If one fails for good, rejects, and the others stop. */
export const sendParts = (options: SendOptions): Promise<void> =>
  withOwnAbort(options.signal, async (stop) => {
    const state = new Transfer(options.ports.clock.now(), options.parts.hasStored());
    const queue = [...options.parts.missing()];
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
const mayStart = ({ ports }: SendOptions, state: Transfer): boolean => {
  const { hostVerified, concurrency, underWay, idle, closedUntilMs } = state;
  if (underWay.size === 0) return true;
  return (
    hostVerified &&
    underWay.size < MAX_CONCURRENCY &&
    underWay.size - idle.size < concurrency.limit &&
    ports.clock.now() >= closedUntilMs
  );
};

/** Reports when all parts in progress wait, and when one continues. */
const reportTrouble = ({ report }: SendOptions, state: Transfer): void => {
  const { underWay, waiting } = state;
  const all = waiting.size > 0 && waiting.size === underWay.size;
  const offline = [...waiting.values()].includes('offline');
  const trouble = all ? (offline ? 'offline' : 'retrying') : null;
  if (trouble === state.reported) return;
  state.reported = trouble;
  report({ type: 'trouble', trouble });
};

/** Sends one part until it is stored. */
const deliver = async (
  part: Part,
  options: SendOptions,
  state: Transfer,
  signal: AbortSignal,
): Promise<void> => {
  const { file, parts, ports, report } = options;
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
    parts.setSent(part, bytes);
  };
  const tryOnce = async (): Promise<string> => {
    for (let wait; (wait = state.closedUntilMs - clock.now()) > 0;) {
      state.idle.add(part.number);
      await clock.sleep(wait, signal);
    }
    state.idle.delete(part.number);
    attempt++;
    report({ type: 'part-started', partNumber: part.number, attempt });
    onProgress(0);
    startedAtMs = clock.now();
    const isFromMemory = wasUnanswered || ports.partMemory?.isNeeded() === true;
    const link = (): Link => ({ confirmed: state.speed, unanswered: state.sent - state.confirmed });
    const onTried = (tried: PartTry): void => {
      const { outcome, sentBytes } = tried;
      wasUnanswered = outcome === 'stalled' || (outcome === 'no-answer' && sentBytes === size);
      // Without progress, all bytes may have been sent too.
      const mayBeSent = sentBytes === size || sentBytes === 0;
      if (outcome === 'stalled' && mayBeSent && connectivity.isOnline()) ports.partMemory?.need();
      report({ type: 'part-tried', attempt: tried });
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
      policy: state.hostVerified ? PATIENT_RETRY : DEFAULT_RETRY,
      achieved: () => state.advanced,
      onTrouble: setWaiting,
    });
    onProgress(size);
    state.hostVerified = true;
    state.confirmed += size;
    state.lastConfirmed = [...state.lastConfirmed, { size, startedAtMs }].slice(-MAX_CONCURRENCY);
    state.speed = confirmedSpeed(state.lastConfirmed, clock.now());
    state.concurrency = observeStored(state.concurrency, clock.now(), state.sent);
    parts.addStored(part, etag);
  } finally {
    state.underWay.delete(part.number);
    state.idle.delete(part.number);
    state.waiting.delete(part.number);
    reportTrouble(options, state);
  }
};

/** A failed attempt may lower the number of parts at a time, or hold all parts back. */
const observeFailure = (error: RetryableError, state: Transfer, nowMs: number): void => {
  const { status, failure } = error;
  const isOverloaded = status === 503 || failure.cause instanceof Stalled;
  const push = status === 429 ? 'rate-limited' : isOverloaded ? 'overloaded' : null;
  if (push !== null)
    state.concurrency = observeBackpressure(state.concurrency, push, nowMs, state.sent);
  if (error.retryAfterMs !== null) {
    state.closedUntilMs = Math.max(state.closedUntilMs, nowMs + error.retryAfterMs);
  }
};

/* ---- How many parts at a time: more if that makes the upload faster, fewer if the host is overloaded ---- */

export const MAX_CONCURRENCY = 6;
/** With fewer parts, the connection is idle between two of them. Used unless the host requests less. */
const USUAL_CONCURRENCY = 3;

/** One more part at a time is kept only if it raises the speed by this factor. */
const WORTHWHILE = 1.08;
/** The wait before the next increase after one that did not help, in ms. */
const SETTLE_MS = 15_000;
/** The wait before the next increase after the host requested less, in ms. */
const RECOVER_MS = 15_000;
/** In ms. Several parts that are refused within this time count once. */
const SAME_PUSH_MS = 1_000;

interface Concurrency {
  readonly limit: number;
  /** No increase before this time, in ms since the epoch. */
  readonly stepAfterMs: number;
  /** When the host last requested less, in ms since the epoch. */
  readonly pushedAtMs: number;
  /** The measurement under way: its start, the bytes sent before it, and the parts stored since. */
  readonly window: { readonly sinceMs: number; readonly bytes: number; readonly stored: number };
  /** Bytes per ms before the last increase. Null if there was none. */
  readonly before: number | null;
}

const openWindow = (nowMs: number, bytes: number): Concurrency['window'] => ({
  sinceMs: nowMs,
  bytes,
  stored: 0,
});

/** Starts with one part, because a misconfigured host fails at the first; with the usual number if the host is verified. */
export const startConcurrency = (
  nowMs: number,
  sentBytes: number,
  hostVerified: boolean,
): Concurrency => ({
  limit: hostVerified ? USUAL_CONCURRENCY : 1,
  stepAfterMs: nowMs,
  pushedAtMs: -Infinity,
  window: openWindow(nowMs, sentBytes),
  before: null,
});

/** Call it for each stored part. After each round, the number of parts rises; an increase that did not help is undone. */
export const observeStored = (
  state: Concurrency,
  nowMs: number,
  sentBytes: number,
): Concurrency => {
  const { limit, before, stepAfterMs, window } = state;
  const stored = window.stored + 1;
  if (stored < limit) return { ...state, window: { ...window, stored } };
  const rate = (sentBytes - window.bytes) / Math.max(1, nowMs - window.sinceMs);
  const next = { ...state, window: openWindow(nowMs, sentBytes) };
  if (before !== null && rate < before * WORTHWHILE) {
    return { ...next, limit: limit - 1, before: null, stepAfterMs: nowMs + SETTLE_MS };
  }
  if (nowMs < stepAfterMs || limit === MAX_CONCURRENCY) return { ...next, before: null };
  if (limit < USUAL_CONCURRENCY) return { ...next, limit: USUAL_CONCURRENCY, before: null };
  return { ...next, limit: limit + 1, before: rate };
};

/** Halves the number of parts for a while. Goes down to one only if the host limits the rate. */
export const observeBackpressure = (
  state: Concurrency,
  backpressure: 'rate-limited' | 'overloaded',
  nowMs: number,
  sentBytes: number,
): Concurrency =>
  nowMs - state.pushedAtMs < SAME_PUSH_MS
    ? state
    : {
        limit: Math.max(backpressure === 'rate-limited' ? 1 : 2, Math.floor(state.limit / 2)),
        stepAfterMs: nowMs + RECOVER_MS,
        pushedAtMs: nowMs,
        window: openWindow(nowMs, sentBytes),
        before: null,
      };

/* ---- The speed of the link ---- */

interface ConfirmedPart {
  /** In bytes. */
  readonly size: number;
  /** When the attempt that succeeded started, in ms since the epoch. */
  readonly startedAtMs: number;
}

/** The least speed of the link in bytes per ms: these bytes have passed it since the first part started. Null for none. */
const confirmedSpeed = (parts: readonly ConfirmedPart[], nowMs: number): number | null => {
  if (parts.length === 0) return null;
  const bytes = parts.reduce((sum, { size }) => sum + size, 0);
  const startedAtMs = Math.min(...parts.map((part) => part.startedAtMs));
  return bytes / Math.max(1, nowMs - startedAtMs);
};
