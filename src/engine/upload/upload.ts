import { RetryableError, withRetries, type RetryOptions } from '../calls/call.js';
import {
  MOST_LANES,
  observePush,
  observeStored,
  startLanes,
  type Concurrency,
  type Backpressure,
} from './concurrency.js';
import { withLinkedAbort } from '../calls/linked-abort.js';
import type { Part } from './parts.js';
import { DEFAULT_RETRY, PATIENT_RETRY } from '../calls/retry.js';
import { sendPart, type PartPorts, type PartTry } from './send-part.js';
import type { Trouble } from '../session/waiting.js';
import { Stalled } from './watchdog.js';

export type UploadPorts = RetryOptions['ports'] & PartPorts;

export interface UploadObserver {
  /** A try of this part begins; the first one is 1. */
  onStarted(part: Part, attempt: number): void;
  /** Bytes of this part that are on their way or stored; falls back to 0 when a try fails. */
  onProgress(part: Part, sentBytes: number): void;
  onTried(attempt: PartTry): void;
  /** The storage host has answered with this part's ETag. */
  onStored(part: Part, etag: string): void;
  /** Every part under way has to wait; null once one goes on. */
  onTrouble(trouble: Trouble | null): void;
}

export interface Upload {
  readonly file: Blob;
  /** Those that are to be sent, in this order. */
  readonly parts: readonly Part[];
  /** True where this host has stored a part before: its silence is then no fault in the set-up. */
  readonly proven: boolean;
  readonly ports: UploadPorts;
  readonly observer: UploadObserver;
  readonly signal: AbortSignal;
}

/** What all lanes share. */
interface TransferState {
  lanes: Concurrency;
  /** Highest number of bytes that each part has ever got to: only more than that is progress. */
  readonly reached: Map<number, number>;
  /** Sum of `reached`. */
  advanced: number;
  sent: number;
  stored: number;
  /** The host asked all to stay away until then, in ms since the epoch. */
  closedUntilMs: number;
  readonly underWay: Set<number>;
  /** Those of them that send nothing just now: they wait for their next try. */
  readonly idle: Set<number>;
  /** Those that have failed and not got further since. */
  readonly waiting: Map<number, Trouble>;
  told: Trouble | null;
  /** Wakes whoever decides what is sent next. */
  wake: () => void;
}

/**
 * Sends the given parts of a file (4.5), several at a time, each until it is stored. The first part that fails for
 * good stops the others; rejects with its TranscribeError or AddressRefused, or with the signal's reason.
 */
export const uploadParts = (upload: Upload): Promise<void> =>
  withLinkedAbort(upload.signal, async (stop) => {
    const { clock } = upload.ports;
    const traffic: TransferState = {
      lanes: startLanes(clock.now(), 0, upload.proven),
      reached: new Map(),
      advanced: 0,
      sent: 0,
      stored: 0,
      closedUntilMs: -Infinity,
      underWay: new Set(),
      idle: new Set(),
      waiting: new Map(),
      told: null,
      wake: () => undefined,
    };
    const queue = [...upload.parts];
    const sending = new Set<Promise<void>>();
    try {
      while (queue.length > 0 || sending.size > 0) {
        for (let next; mayStart(upload, traffic) && (next = queue.shift());) {
          const one = deliver(next, upload, traffic, stop.signal).finally(() => {
            sending.delete(one);
          });
          sending.add(one);
        }
        const woken = new Promise<void>((resolve) => (traffic.wake = resolve));
        await Promise.race([...sending, woken]);
      }
    } catch (error) {
      stop.abort(error);
      await Promise.allSettled(sending);
      upload.signal.throwIfAborted();
      throw error;
    }
  });

/** A part that waits for its next try leaves its lane to another one, up to a bound: all may wait. */
const mayStart = ({ proven, ports }: Upload, traffic: TransferState): boolean => {
  const { lanes, underWay, idle, stored, closedUntilMs } = traffic;
  if (underWay.size === 0) return true;
  if (!proven && stored === 0) return false;
  return (
    underWay.size < MOST_LANES &&
    underWay.size - idle.size < lanes.limit &&
    ports.clock.now() >= closedUntilMs
  );
};

/** Tells when all that is under way waits, and when something moves again. */
const tellTrouble = ({ observer }: Upload, traffic: TransferState): void => {
  const { underWay, waiting } = traffic;
  const all = waiting.size > 0 && waiting.size === underWay.size;
  const offline = [...waiting.values()].includes('offline');
  const trouble = all ? (offline ? 'offline' : 'retrying') : null;
  if (trouble === traffic.told) return;
  traffic.told = trouble;
  observer.onTrouble(trouble);
};

/** One part, from its first try until it is stored. */
const deliver = async (
  part: Part,
  upload: Upload,
  traffic: TransferState,
  signal: AbortSignal,
): Promise<void> => {
  const { file, observer, ports, proven } = upload;
  const { clock } = ports;
  let current = 0;
  let attempt = 0;
  const setWaiting = (trouble: Trouble | null): void => {
    if (trouble === null) {
      traffic.waiting.delete(part.number);
    } else {
      traffic.waiting.set(part.number, trouble);
      traffic.idle.add(part.number);
    }
    tellTrouble(upload, traffic);
    traffic.wake();
  };
  const onProgress = (bytes: number): void => {
    traffic.sent += bytes - current;
    current = bytes;
    const reached = traffic.reached.get(part.number) ?? 0;
    if (bytes > reached) {
      traffic.reached.set(part.number, bytes);
      traffic.advanced += bytes - reached;
      if (traffic.waiting.has(part.number)) setWaiting(null);
    }
    observer.onProgress(part, bytes);
  };
  const tryOnce = async (): Promise<string> => {
    for (let wait; (wait = traffic.closedUntilMs - clock.now()) > 0;) {
      traffic.idle.add(part.number);
      await clock.sleep(wait, signal);
    }
    traffic.idle.delete(part.number);
    attempt++;
    observer.onStarted(part, attempt);
    onProgress(0);
    try {
      const { onTried } = observer;
      return await sendPart({ file, part, attempt, ports, signal, onProgress, onTried });
    } catch (error) {
      if (error instanceof RetryableError) observeFailure(error, traffic, clock.now());
      throw error;
    }
  };

  traffic.underWay.add(part.number);
  try {
    const etag = await withRetries(tryOnce, {
      ports,
      signal,
      policy: proven || traffic.stored > 0 ? PATIENT_RETRY : DEFAULT_RETRY,
      achieved: () => traffic.advanced,
      onTrouble: setWaiting,
    });
    onProgress(part.end - part.start);
    traffic.stored++;
    traffic.lanes = observeStored(traffic.lanes, clock.now(), traffic.sent);
    observer.onStored(part, etag);
  } finally {
    traffic.underWay.delete(part.number);
    traffic.idle.delete(part.number);
    traffic.waiting.delete(part.number);
    tellTrouble(upload, traffic);
  }
};

/** What a failed try says of how much may be sent at a time. */
const pushOf = ({ status, failure }: RetryableError): Backpressure | null => {
  if (status === 429) return 'rate-limited';
  return status === 503 || failure.cause instanceof Stalled ? 'overloaded' : null;
};

const observeFailure = (error: RetryableError, traffic: TransferState, nowMs: number): void => {
  const push = pushOf(error);
  if (push !== null) traffic.lanes = observePush(traffic.lanes, push, nowMs, traffic.sent);
  if (error.retryAfterMs !== null) {
    traffic.closedUntilMs = Math.max(traffic.closedUntilMs, nowMs + error.retryAfterMs);
  }
};
