/** Sends the parts of a file, several at a time. */
import {
  DEFAULT_RETRY,
  PATIENT_RETRY,
  RetryableError,
  withRetries,
  type RetryPorts,
} from '../calls/retry.js';
import { Stalled } from '../calls/watchdog.js';
import { whenSettled, withOwnAbort, type Interruption, type OnTrouble } from '../calls/waiting.js';
import type { SeenAnswer } from '../../protocol/errors.js';
import type { Connectivity, Ports } from '../ports.js';
import type { SessionEvent } from '../session/session-events.js';
import type { UploadedParts } from './uploaded-parts.js';
import {
  MAX_CONCURRENCY,
  observeBackpressure,
  observeStored,
  startConcurrency,
  type Concurrency,
} from './concurrency.js';
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
  /** What the last failed attempt of any part got. */
  seen: SeenAnswer | null = null;
  /** The host has stored a part that was sent from the file, so the browser can send its bytes. */
  isFileSendable = false;
  /** The parts that waited while all waited: the network has failed, and not the browser or the file. */
  readonly cutOff = new Set<number>();
  /** Ends the waits of parts that got no answer. */
  readonly wakeUnanswered = new Set<() => void>();
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
    const state = new Transfer(options.ports.clock.now(), options.parts.everStored());
    const queue = [...options.parts.missing()];
    const sending = new Set<Promise<void>>();
    try {
      while (queue.length > 0 || sending.size > 0) {
        for (let next; mayStart(options, state) && (next = queue.shift());) {
          const one: Promise<void> = deliver(next, options, state, stop.signal, () =>
            sending.delete(one),
          );
          sending.add(one);
        }
        const woken = new Promise<void>((resolve) => (state.wake = resolve));
        await Promise.race([...sending, woken]);
      }
    } catch (error) {
      stop.abort(error);
      await whenSettled([...sending]);
      options.signal.throwIfAborted();
      throw error;
    }
  });

/** While a part waits for its next attempt, another one may start, up to a limit. If all wait, they are sent first. */
const mayStart = ({ ports }: SendOptions, state: Transfer): boolean => {
  const { hostVerified, concurrency, underWay, idle, waiting, closedUntilMs } = state;
  if (underWay.size === 0) return true;
  return (
    hostVerified &&
    waiting.size < underWay.size &&
    (waiting.size === 0 || ports.connectivity.isOnline()) &&
    underWay.size < MAX_CONCURRENCY &&
    underWay.size - idle.size < concurrency.limit &&
    ports.clock.now() >= closedUntilMs
  );
};

/** Reports when all parts in progress wait, and when one continues. */
const reportTrouble = ({ report }: SendOptions, state: Transfer): void => {
  const { underWay, waiting } = state;
  const all = waiting.size > 0 && waiting.size === underWay.size;
  const troubles = new Set(waiting.values());
  const worst = (['offline', 'intercepted'] as const).find((it) => troubles.has(it));
  const trouble = all ? (worst ?? 'retrying') : null;
  if (all) for (const number of waiting.keys()) state.cutOff.add(number);
  if (trouble === state.reported) return;
  state.reported = trouble;
  report({ type: 'trouble', trouble, ...(trouble && state.seen && { seen: state.seen }) });
};

/** The network is back: a part has got further than before. The parts that got no answer are sent again at once. */
const wakeUnanswered = ({ wakeUnanswered: wakes }: Transfer): void => {
  for (const wake of [...wakes]) wake();
};

/** Sends one part until it is stored. */
const deliver = async (
  part: Part,
  options: SendOptions,
  state: Transfer,
  signal: AbortSignal,
  onEnd: () => void,
): Promise<void> => {
  const { file, parts, ports, report } = options;
  const { clock, connectivity } = ports;
  const size = part.end - part.start;
  let current = 0;
  let attempt = 0;
  let startedAtMs = 0;
  let last: PartTry['outcome'] | null = null;
  /** Attempts that sent all bytes of the file and got no answer. Sending from memory may help, but is slower. */
  let failedFromFile = 0;
  const setWaiting: OnTrouble = (trouble, seen) => {
    if (seen) state.seen = seen;
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
    if (isBack && state.waiting.has(part.number)) {
      // Bytes sent before do not count: two parts that always fail would keep each other from waiting.
      if (bytes > reached) wakeUnanswered(state);
      setWaiting(null);
    }
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
    // Some browsers send the headers of a restored file and never its bytes. The host then ends the request with an error.
    const isDoubtful =
      !state.isFileSendable || failedFromFile > (state.cutOff.has(part.number) ? 1 : 0);
    const isFromMemory = (attempt > 1 && isDoubtful) || ports.partMemory?.isNeeded() === true;
    const link = (): Link => ({ confirmed: state.speed, unanswered: state.sent - state.confirmed });
    const onTried = (tried: PartTry): void => {
      const { outcome, sentBytes } = tried;
      last = outcome;
      // Without progress, all bytes may have been sent too.
      const mayBeSent = sentBytes === size || sentBytes === 0;
      if (outcome === 'no-answer' && !isFromMemory && sentBytes === size) failedFromFile++;
      if (outcome === 'stalled' && mayBeSent) {
        failedFromFile = Infinity;
        if (connectivity.isOnline() && !state.isFileSendable) ports.partMemory?.need();
      }
      report({ type: 'part-tried', attempt: tried });
    };
    try {
      const etag = await sendPart({
        ...{ file, part, attempt, isFromMemory, ports, signal, link, onProgress, onTried },
        wasReadable: parts.everStored(),
        isFresh: parts.isFresh,
      });
      state.isFileSendable ||= !isFromMemory;
      return etag;
    } catch (error) {
      if (error instanceof RetryableError) observeFailure(error, state, clock.now());
      throw error;
    }
  };

  /** A part that got an answer waits as long as that says. */
  const whenBack: Connectivity['whenBack'] = (waiting) => {
    const back = connectivity.whenBack(waiting);
    if (last !== 'no-answer' && last !== 'stalled') return back;
    const woken = new Promise<void>((resolve) => {
      const wake = (): void => {
        // It is sent before parts that have not started.
        state.idle.delete(part.number);
        resolve();
      };
      state.wakeUnanswered.add(wake);
      waiting.addEventListener('abort', () => state.wakeUnanswered.delete(wake), { once: true });
    });
    return Promise.race([back, woken]);
  };

  state.underWay.add(part.number);
  try {
    const etag = await withRetries(tryOnce, {
      ports: {
        ...ports,
        connectivity: {
          isOnline: () => connectivity.isOnline(),
          whenOnline: (waiting) => connectivity.whenOnline(waiting),
          whenBack,
        },
      },
      signal,
      policy: state.hostVerified ? PATIENT_RETRY : DEFAULT_RETRY,
      achieved: () => state.advanced,
      place: { name: 'storage', url: part.url },
      onTrouble: setWaiting,
    });
    onProgress(size);
    state.hostVerified = true;
    state.confirmed += size;
    state.lastConfirmed = [...state.lastConfirmed, { size, startedAtMs }].slice(-MAX_CONCURRENCY);
    state.speed = confirmedSpeed(state.lastConfirmed, clock.now());
    state.concurrency = observeStored(state.concurrency, clock.now(), state.sent);
    wakeUnanswered(state);
    parts.addStored(part, etag);
  } finally {
    state.underWay.delete(part.number);
    state.idle.delete(part.number);
    state.waiting.delete(part.number);
    reportTrouble(options, state);
    onEnd();
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
  let bytes = 0;
  for (const { size } of parts) bytes += size;
  const startedAtMs = Math.min(...parts.map((part) => part.startedAtMs));
  return bytes / Math.max(1, nowMs - startedAtMs);
};
