import { TranscribeError } from '../protocol/index.js';
import { networkError, TryAgain, withRetries, type CallPorts } from './call.js';
import { withLinkedAbort } from './linked-abort.js';
import type { Part } from './parts.js';
import type { PartResponse, Ports } from './ports.js';
import { isRetryable, parseRetryAfter } from './retry.js';
import { withWatchdog } from './watchdog.js';

/** Chunks under way at the same time. */
export const PARALLEL_PARTS = 4;

/** A part of which no byte moved and no answer came for so long is sent again, in ms. */
export const STALL_MS = 30_000;

export type UploadPorts = CallPorts & Pick<Ports, 'sendPart'>;

export interface UploadObserver {
  /** Bytes of this part that are on their way or stored; falls back to 0 when a try fails. */
  onProgress(part: Part, sentBytes: number): void;
  /** The storage host has answered with this part's ETag. */
  onStored(part: Part, etag: string): void;
}

const ETAG_UNREADABLE =
  'The upload cannot be finished: the storage host does not show its ETag header to this page. ' +
  'Its operator must answer with “Access-Control-Expose-Headers: ETag”.';

const checkResponse = (response: PartResponse, now: number): string => {
  const { status, etag } = response;
  const cause = new Error(`status ${status}`);
  if (status >= 200 && status < 300) {
    if (etag !== null && etag !== '') return etag;
    throw new TranscribeError('etag-unreadable', ETAG_UNREADABLE);
  }
  if (status === 403 || status === 404) {
    throw new TranscribeError(
      'upload-expired',
      'The address for this upload has expired. Try again: it starts anew.',
      { cause },
    );
  }
  const rejected = new TranscribeError(
    'storage-rejected',
    'The storage host did not take a piece of the recording. Try again; if it happens again, tell the operator of this page.',
    { cause },
  );
  throw isRetryable(status)
    ? new TryAgain(rejected, parseRetryAfter(response.retryAfter, now))
    : rejected;
};

const sendPart = (
  file: Blob,
  part: Part,
  ports: UploadPorts,
  observer: UploadObserver,
  signal: AbortSignal,
): Promise<string> =>
  withRetries(
    async () => {
      observer.onProgress(part, 0);
      let response: PartResponse;
      try {
        response = await withWatchdog(ports.clock, STALL_MS, signal, (watched, alive) =>
          ports.sendPart({
            url: part.url,
            body: file.slice(part.start, part.end),
            signal: watched,
            onProgress: (sentBytes) => {
              alive();
              observer.onProgress(part, sentBytes);
            },
          }),
        );
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof TranscribeError) throw error;
        throw new TryAgain(networkError(error));
      }
      return checkResponse(response, ports.clock.now());
    },
    ports,
    signal,
  );

/**
 * Sends the given parts of a file, several at a time, each until it is stored (4.5). The first part that fails
 * for good stops the others; rejects with its TranscribeError, or with the signal's reason.
 */
export const uploadParts = (
  file: Blob,
  parts: readonly Part[],
  ports: UploadPorts,
  observer: UploadObserver,
  signal: AbortSignal,
): Promise<void> =>
  withLinkedAbort(signal, async (stop) => {
    const queue = [...parts];
    const lane = async (): Promise<void> => {
      try {
        for (let part = queue.shift(); part; part = queue.shift()) {
          const etag = await sendPart(file, part, ports, observer, stop.signal);
          observer.onStored(part, etag);
        }
      } catch (error) {
        stop.abort(error);
        throw error;
      }
    };
    const lanes = Array.from({ length: Math.min(PARALLEL_PARTS, parts.length) }, lane);
    const results = await Promise.allSettled(lanes);
    signal.throwIfAborted();
    // The reason is the first failure; the other lanes only followed it.
    if (results.some(({ status }) => status === 'rejected')) throw stop.signal.reason;
  });
