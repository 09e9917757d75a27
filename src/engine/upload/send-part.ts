/** One attempt to send one part. */
import { isTranscribeError, TranscribeError } from '../../protocol/index.js';
import { networkError } from '../calls/call.js';
import { isRetryable, parseRetryAfter, RetryableError } from '../calls/retry.js';
import { Stalled, withWatchdog } from '../calls/waiting.js';
import type { PartResponse, Ports } from '../ports.js';
import type { Part } from './parts.js';

/** A part of which no byte moves for this long is sent again, in ms. */
export const STALL_MS = 30_000;
/** How long the response may take once all bytes of a part are sent, in ms. Multiplied by the number of the attempt. */
export const STORED_MS = 60_000;
/** How long a part may take whose bytes cannot be counted, in ms. Multiplied by the number of the attempt. */
export const UNCOUNTED_MS = 300_000;

export type PartPorts = Pick<Ports, 'sendPart' | 'clock'>;

/** How one attempt to send a part ended. For the diagnostics, so it holds no address. */
export interface PartTry {
  readonly part: number;
  /** From 1. */
  readonly attempt: number;
  readonly startedAtMs: number;
  readonly tookMs: number;
  readonly sentBytes: number;
  readonly outcome: 'stored' | 'refused' | 'no-answer' | 'stalled' | 'stopped';
  /** Of the response. Null if none came. */
  readonly status: number | null;
}

/** The storage host refused an address. The caller decides whether it had expired. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  constructor(
    readonly status: number,
    /** When the refused attempt began, in ms since the epoch. */
    readonly triedAtMs: number,
  ) {
    super(`status ${status}`);
  }
}

const ETAG_UNREADABLE =
  'The upload cannot be finished: the storage host does not show its ETag header to this page. ' +
  'Its operator must answer with “Access-Control-Expose-Headers: ETag”.';

/** The ETag of a part that was stored. Throws the error for any other response. */
const etagOf = (
  { status, etag, retryAfter }: PartResponse,
  startedAtMs: number,
  nowMs: number,
): string => {
  const cause = new Error(`status ${status}`);
  if (status >= 200 && status < 300) {
    if (etag !== null && etag !== '') return etag;
    throw new TranscribeError('etag-unreadable', ETAG_UNREADABLE);
  }
  if (status === 403 || status === 404 || status === 410) {
    throw new AddressRefused(status, startedAtMs);
  }
  const rejected = new TranscribeError(
    'storage-rejected',
    'The storage host did not take a piece of the recording. Try again; if it happens again, contact support.',
    { cause },
  );
  throw isRetryable(status)
    ? new RetryableError(rejected, status, parseRetryAfter(retryAfter, nowMs))
    : rejected;
};

/** Sending a file that has changed on disk fails like a network. Reading its first byte tells them apart. */
const requireReadable = async (file: Blob, { start, end }: Part): Promise<void> => {
  try {
    await file.slice(start, Math.min(start + 1, end)).arrayBuffer();
  } catch (cause) {
    throw new TranscribeError(
      'file-changed',
      'The file was changed, moved or deleted while it was sent. Choose it again: what arrived is not sent twice.',
      { cause },
    );
  }
};

const outcomeOf = (
  response: PartResponse | null,
  error: unknown,
  signal: AbortSignal,
): PartTry['outcome'] => {
  if (response !== null) return response.status < 300 ? 'stored' : 'refused';
  if (signal.aborted) return 'stopped';
  return error instanceof Stalled ? 'stalled' : 'no-answer';
};

export interface PartSending {
  readonly file: Blob;
  readonly part: Part;
  /** From 1. */
  readonly attempt: number;
  readonly ports: PartPorts;
  readonly signal: AbortSignal;
  /** Called with the bytes of this attempt so far. */
  readonly onProgress: (sentBytes: number) => void;
  readonly onTried: (attempt: PartTry) => void;
}

/**
 * Sends one part once (4.5) and returns its ETag. Rejects with RetryableError if another attempt can succeed, and with
 * AddressRefused if that takes another address.
 */
export const sendPart = async (sending: PartSending): Promise<string> => {
  const { file, part, attempt, ports, signal, onTried } = sending;
  const { clock } = ports;
  const size = part.end - part.start;
  const startedAtMs = clock.now();
  let sentBytes = 0;
  let response: PartResponse | null = null;
  let failure: unknown = null;
  try {
    response = await withWatchdog(
      { clock, quietMs: STALL_MS, afterSleep: 'abort', signal },
      (watched, alive) =>
        ports.sendPart({
          url: part.url,
          body: file.slice(part.start, part.end),
          signal: watched,
          onProgress: (bytes) => {
            if (bytes === null) return alive(UNCOUNTED_MS * attempt);
            // Some browsers also count bytes besides the body.
            sentBytes = Math.min(bytes, size);
            alive(sentBytes === size ? STORED_MS * attempt : STALL_MS);
            sending.onProgress(sentBytes);
          },
        }),
    );
  } catch (error) {
    failure = error;
  }
  onTried({
    part: part.number,
    attempt,
    startedAtMs,
    tookMs: clock.now() - startedAtMs,
    sentBytes,
    outcome: outcomeOf(response, failure, signal),
    status: response?.status ?? null,
  });
  if (response !== null) return etagOf(response, startedAtMs, clock.now());
  signal.throwIfAborted();
  if (isTranscribeError(failure)) throw failure;
  await requireReadable(file, part);
  signal.throwIfAborted();
  throw new RetryableError(networkError(failure), null);
};
