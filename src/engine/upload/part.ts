/** The parts of a file (4.4), and one attempt to send one of them (4.5). */
import {
  errorFor,
  isTranscribeError,
  parseRetryAfter,
  type TranscribeError,
  type UploadPlan,
} from '../../protocol/index.js';
import { networkError } from '../calls/call.js';
import { isRetryable, RetryableError } from '../calls/retry.js';
import { Stalled, withWatchdog } from '../calls/waiting.js';
import type { PartResponse, Ports } from '../ports.js';

/** One part of the file and the URL to send it to. */
export interface Part {
  /** From 1. */
  readonly number: number;
  /** First byte. */
  readonly start: number;
  /** The byte after the last one. */
  readonly end: number;
  readonly url: string;
}

const invalid = (problem: string): TranscribeError =>
  errorFor('plan-invalid', {}, { cause: new Error(problem), recoverable: true });

/**
 * Splits a file of `size` bytes by ChunkSize (4.4, 4.5). The plan's parts may be in any order; extra parts
 * are ignored. Throws TranscribeError `plan-invalid` if the plan does not cover the file.
 */
export const cutParts = (plan: UploadPlan, size: number): readonly Part[] => {
  const count = Math.ceil(size / plan.ChunkSize);
  const urls = new Map<number, string>();
  for (const { PartNumber, PresignedUrl } of plan.Parts) {
    if (urls.has(PartNumber)) throw invalid(`part ${PartNumber} is planned twice`);
    urls.set(PartNumber, PresignedUrl);
  }
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    const url = urls.get(number);
    if (url === undefined) throw invalid(`part ${number} of ${count} is missing from the plan`);
    const start = index * plan.ChunkSize;
    return { number, start, end: Math.min(start + plan.ChunkSize, size), url };
  });
};

/** In ms. A part that makes no progress for this long is sent again. */
export const STALL_MS = 30_000;
/**
 * Maximum wait for the response after all bytes of a part are sent, in ms. Multiplied by the number of the
 * attempt.
 */
export const STORED_MS = 60_000;
/** Maximum time for a part whose bytes cannot be counted, in ms. Multiplied by the number of the attempt. */
export const UNCOUNTED_MS = 300_000;

export type PartPorts = Pick<Ports, 'sendPart' | 'clock'>;

/** The result of one attempt to send a part. Used for diagnostics, so it contains no URL. */
export interface PartTry {
  readonly part: number;
  /** From 1. */
  readonly attempt: number;
  readonly startedAtMs: number;
  readonly tookMs: number;
  readonly sentBytes: number;
  readonly outcome: 'stored' | 'refused' | 'no-answer' | 'stalled' | 'stopped';
  /** Status of the response. Null if there was none. */
  readonly status: number | null;
}

/** The storage host refused a URL. The caller decides whether it had expired. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  constructor(
    readonly status: number,
    /** When the refused attempt started, in ms since the epoch. */
    readonly triedAtMs: number,
  ) {
    super(`status ${status}`);
  }
}

/** The ETag of a stored part. Throws an error for any other response. */
const etagOf = (
  { status, etag, retryAfter }: PartResponse,
  startedAtMs: number,
  nowMs: number,
): string => {
  const cause = new Error(`status ${status}`);
  if (status >= 200 && status < 300) {
    if (etag !== null && etag !== '') return etag;
    throw errorFor('etag-unreadable', {});
  }
  if (status === 403 || status === 404 || status === 410) {
    throw new AddressRefused(status, startedAtMs);
  }
  const rejected = errorFor('storage-rejected', {}, { cause });
  throw isRetryable(status)
    ? new RetryableError(rejected, status, parseRetryAfter(retryAfter, nowMs))
    : rejected;
};

/**
 * If the file has changed on disk, sending fails like a network error. Reading the first byte of the part
 * shows the difference.
 */
const requireReadable = async (file: Blob, { start, end }: Part): Promise<void> => {
  try {
    await file.slice(start, Math.min(start + 1, end)).arrayBuffer();
  } catch (cause) {
    throw errorFor('file-changed-while-uploading', {}, { cause });
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
  /** Called with the number of bytes sent so far in this attempt. */
  readonly onProgress: (sentBytes: number) => void;
  readonly onTried: (attempt: PartTry) => void;
}

/**
 * Sends one part once (4.5) and returns its ETag. Rejects with RetryableError if another attempt can succeed,
 * and with AddressRefused if that needs another URL.
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
            // Some browsers also count bytes that are not part of the body.
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
