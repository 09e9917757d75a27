/** The parts of a file (4.4), and one attempt to send one of them (4.5). */
import { isTranscribeError, type SeenAnswer, type TranscribeError } from '../../protocol/errors.js';
import { errorFor } from '../../protocol/failures.js';
import { parseStorageError } from '../../protocol/storage-error.js';
import { parseRetryAfter } from '../../protocol/timing.js';
import type { UploadPlan } from '../../protocol/types.js';
import { isWebPage } from '../../protocol/web-page.js';
import { judgePart } from '../calls/answers.js';
import { arrival, networkError, repeated } from '../calls/call.js';
import { Answered, seenAnswer } from '../calls/seen.js';
import { RetryableError } from '../calls/retry.js';
import { Stalled, withWatchdog } from '../calls/watchdog.js';
import type { PartResponse, Ports } from '../ports.js';
import { readAgain } from '../read-again.js';
import {
  answerText,
  PartRefused,
  readStorageAnswer,
  type StorageAnswer,
} from './storage-answers.js';

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

/** Splits a file by ChunkSize (4.4, 4.5). Throws `plan-invalid` if the plan does not cover it. Extra parts are ignored. */
export const cutParts = (plan: UploadPlan, size: number): readonly Part[] => {
  const count = Math.ceil(size / plan.ChunkSize);
  const urls = new Map<number, string>();
  for (const { PartNumber, PresignedUrl } of plan.Parts) {
    if (urls.has(PartNumber)) throw invalid(`part ${PartNumber} is planned twice`);
    urls.set(PartNumber, PresignedUrl);
  }
  return [...new Array(count).keys()].map((index) => {
    const number = index + 1;
    const url = urls.get(number);
    if (url === undefined) throw invalid(`part ${number} of ${count} is missing from the plan`);
    const start = index * plan.ChunkSize;
    return { number, start, end: Math.min(start + plan.ChunkSize, size), url };
  });
};

/**
 * In ms. A part that makes no progress for this long is sent again. Before the first progress, multiplied by the number
 * of the attempt, because some browsers report none.
 */
const STALL_MS = 30_000;

export type PartPorts = Pick<Ports, 'sendPart' | 'clock' | 'visibility' | 'tell'>;

/** The result of one attempt to send a part. Used for diagnostics, so it contains no URL. */
export interface PartTry {
  readonly part: number;
  /** From 1. */
  readonly attempt: number;
  readonly startedAtMs: number;
  readonly tookMs: number;
  readonly sentBytes: number;
  readonly outcome: 'stored' | 'refused' | 'no-answer' | 'stalled' | 'stopped';
  readonly status: number | null;
  /** The storage host's name for the error, such as `SlowDown`. Missing if there was none. */
  readonly code?: string;
  /** True if the part was read into memory first. */
  readonly fromMemory?: true;
}

/** The host's refusal. Null if it has stored the part. */
const refusalIn = ({ status, errorBody, errorCode }: PartResponse): StorageAnswer | null =>
  status >= 200 && status < 300
    ? null
    : readStorageAnswer(status, parseStorageError(errorBody ?? '', errorCode));

/** The error for a refusal: RetryableError if it passes, otherwise PartRefused. */
const errorOf = (
  answer: StorageAnswer,
  retryAfterMs: number | null,
  startedAtMs: number,
  seen: SeenAnswer,
): Error => {
  if (answer.meaning !== 'passing') return new PartRefused(answer, startedAtMs, seen);
  const cause = new Answered(answerText(answer), seen);
  const busy = errorFor('service-busy', {}, { cause, code: 'storage-rejected' });
  return new RetryableError(busy, answer.status, retryAfterMs);
};

/** Something between the page and the host has answered, so the part is not stored. */
const answeredByAnother = ({ tell }: PartPorts, seen: SeenAnswer): Error => {
  const { status, words } = seen;
  const look = words === '' ? 'no ETag' : `a web page, “${words}”`;
  const cause = new Answered(`storage, status ${status}, ${look}`, seen);
  tell?.(`Something else answers instead of the storage: ${cause.message}.`);
  return repeated('part', 'foreign', errorFor('answered-by-another', {}, { cause }), status);
};

/** A file that has changed on disk fails like a network error. Reading the part, or its first byte, shows the difference. */
const readPart = async (
  { file, ports, signal }: PartSending,
  { start, end }: Pick<Part, 'start' | 'end'>,
): Promise<ArrayBuffer> => {
  try {
    return await readAgain(
      () => file.slice(start, end).arrayBuffer(),
      (ms) => ports.clock.sleep(ms, signal),
    );
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

interface PartSending {
  readonly file: Blob;
  readonly part: Part;
  /** From 1. */
  readonly attempt: number;
  readonly isFromMemory: boolean;
  /** The page could read the ETag of another part of this upload. */
  readonly wasReadable: boolean;
  /** True if the address of the part cannot have expired at this time, in ms since the epoch. */
  readonly isFresh: (atMs: number) => boolean;
  readonly ports: PartPorts;
  readonly signal: AbortSignal;
  readonly link: () => Link;
  /** Called with the number of bytes sent so far in this attempt. */
  readonly onProgress: (sentBytes: number) => void;
  readonly onTried: (attempt: PartTry) => void;
}

/** Sends one part once and returns its ETag (4.5). Throws RetryableError, or PartRefused if only another URL can help. */
export const sendPart = async (sending: PartSending): Promise<string> => {
  const { file, part, attempt, isFromMemory, wasReadable, ports, signal, link, onTried } = sending;
  const { clock, visibility } = ports;
  const size = part.end - part.start;
  const bytes = isFromMemory ? { bytes: await readPart(sending, part) } : {};
  signal.throwIfAborted();
  const startedAtMs = clock.now();
  const lastSpeed = createLastSpeed(startedAtMs);
  let sentBytes = 0;
  let response: PartResponse | null = null;
  let failure: unknown = null;
  try {
    response = await withWatchdog(
      { clock, quietMs: STALL_MS * attempt, afterSleep: 'abort', visibility, signal },
      (watched, alive) =>
        ports.sendPart({
          url: part.url,
          body: file.slice(part.start, part.end),
          ...bytes,
          signal: watched,
          onProgress: (counted) => {
            if (counted === null) return alive(UNCOUNTED_MS * attempt);
            // Some browsers also count bytes that are not part of the body.
            sentBytes = Math.min(counted, size);
            sending.onProgress(sentBytes);
            const speed = lastSpeed(sentBytes, clock.now());
            const sent = { size, attempt, isFromMemory, lastSpeed: speed };
            alive(sentBytes === size ? answerPatience(sent, link()) : STALL_MS);
          },
        }),
    );
  } catch (error) {
    failure = error;
  }
  const refusal = response && refusalIn(response);
  onTried({
    part: part.number,
    attempt,
    startedAtMs,
    tookMs: clock.now() - startedAtMs,
    sentBytes,
    outcome: outcomeOf(response, failure, signal),
    status: response?.status ?? null,
    ...(refusal?.code ? { code: refusal.code } : {}),
    ...(isFromMemory ? { fromMemory: true } : {}),
  });
  if (response !== null) {
    const { status, etag, retryAfter, date = null, contentType = null, errorBody = '' } = response;
    const isPage = isWebPage(contentType, errorBody);
    const pauseMs = parseRetryAfter(retryAfter, arrival(clock, date));
    const heard = judgePart({
      ...{ status, hasEtag: Boolean(etag), isPage, wasReadable },
      isExplicit: refusal?.isExplicit ?? false,
      isFresh: sending.isFresh(startedAtMs),
    });
    const seen = seenAnswer('part', heard, { status, contentType }, isPage ? errorBody : '');
    if (heard === 'foreign') throw answeredByAnother(ports, seen);
    if (heard === 'result') return etag ?? '';
    if (refusal === null) throw errorFor('etag-unreadable', {}, { seen });
    const error = errorOf(refusal, pauseMs, startedAtMs, seen);
    throw heard === 'unclear' && error instanceof PartRefused
      ? repeated('part', 'unclear', error, status)
      : error;
  }
  signal.throwIfAborted();
  if (isTranscribeError(failure)) throw failure;
  await readPart(sending, { start: part.start, end: Math.min(part.start + 1, part.end) });
  signal.throwIfAborted();
  throw new RetryableError(networkError(failure, 'storage'), null);
};

/*
 * ---- How long to wait for the answer to a part whose bytes were all sent ----
 * The browser reports bytes as sent when the system has taken them, so on a slow link megabytes may still wait in its
 * buffers.
 */

/**
 * In ms. In Safari 26, a request with a file as its body is answered but never ends. A part that is not sent from memory
 * is given up this long after the time that the speed explains, and sent again from memory.
 */
export const FILE_ANSWER_MS = 15_000;
/** For a part from memory, in ms. Multiplied by the number of the attempt. */
export const STORED_MS = 60_000;
/** Maximum time for a part whose bytes cannot be counted, in ms. Multiplied by the number of the attempt. */
const UNCOUNTED_MS = 300_000;
/** Assumed where nothing was measured and a wrong guess is expensive: 0.5 Mbit/s, in bytes per ms. */
const SLOW = 62.5;

/** What is known about the link. */
export interface Link {
  /** The speed at which the host confirms parts, in bytes per ms. Null until one is stored. */
  readonly confirmed: number | null;
  /** Bytes of all parts that the system has taken and the host has not confirmed. */
  readonly unanswered: number;
}

interface SentPart extends Pick<PartSending, 'attempt' | 'isFromMemory'> {
  /** In bytes. */
  readonly size: number;
  /** The speed of the last bytes of this part, when the buffers were full. Null if they never were. */
  readonly lastSpeed: number | null;
}

/** Time in ms that the bytes need at a speed, or 0 if it is unknown. */
const timeAt = (bytes: number, speed: number | null): number =>
  speed === null ? 0 : bytes / Math.max(speed, 1e-3);

/** Maximum wait for the answer after all bytes of a part were sent, in ms. */
const answerPatience = (part: SentPart, link: Link): number => {
  const { size, attempt, isFromMemory, lastSpeed } = part;
  // Sending again and again would fill the buffers, so only a part from a file is given up without a measurement.
  const isUnknown = attempt > 1 || (lastSpeed === null && link.confirmed === null);
  const explained = Math.max(
    timeAt(size, lastSpeed),
    timeAt(link.unanswered, link.confirmed),
    // The bytes of the earlier attempts may still be on their way.
    isFromMemory && isUnknown ? timeAt(link.unanswered * attempt, SLOW) : 0,
  );
  return Math.ceil(explained) + (isFromMemory ? STORED_MS * attempt : FILE_ANSWER_MS);
};

/** In ms. Before that, the bytes may have gone to empty buffers. */
const FILLED_MS = 1_000;
/** In ms. A shorter time does not show a speed. */
const MEASURED_MS = 500;

/** Measures the speed of the last bytes of one attempt. Times are in ms since the epoch. */
const createLastSpeed = (
  startedAtMs: number,
): ((sentBytes: number, nowMs: number) => number | null) => {
  let from: { readonly atMs: number; readonly bytes: number } | null = null;
  return (sentBytes, nowMs) => {
    if (from === null) {
      if (nowMs - startedAtMs >= FILLED_MS) from = { atMs: nowMs, bytes: sentBytes };
      return null;
    }
    const elapsed = nowMs - from.atMs;
    const bytes = sentBytes - from.bytes;
    return elapsed < MEASURED_MS || bytes <= 0 ? null : bytes / elapsed;
  };
};
