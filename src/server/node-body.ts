import type { IncomingMessage } from 'node:http';

/** What is thrown away, at most, of a body that was answered before its end; more and the connection is cut. */
const DRAIN_BYTES = 16 * 1024 * 1024;

/**
 * The body as it arrives, no faster than it is read. Unlike `Readable.toWeb`, giving up reading leaves the
 * connection whole, so that the answer still arrives.
 */
const streamOf = (req: IncomingMessage): ReadableStream<Uint8Array> => {
  let stop = (): void => undefined;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const onData = (chunk: Uint8Array): void => {
          controller.enqueue(new Uint8Array(chunk));
          if ((controller.desiredSize ?? 0) <= 0) req.pause();
        };
        const onEnd = (): void => {
          stop();
          controller.close();
        };
        const onBroken = (): void => {
          stop();
          controller.error(new Error('the request broke off'));
        };
        stop = () => {
          req.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
          // Without a listener a late error would end the process.
          req.on('error', () => undefined);
        };
        req.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
        req.pause();
      },
      pull() {
        req.resume();
      },
      cancel() {
        stop();
        req.pause();
      },
    },
    { highWaterMark: 0 },
  );
};

/** The body of a request: what a parser in front made of it, else the stream; null where there is none. */
export const bodyOf = (
  req: IncomingMessage,
  parsed: unknown,
): ReadableStream<Uint8Array> | string | Uint8Array<ArrayBuffer> | null => {
  if (!req.readableEnded && !req.readableDidRead) return streamOf(req);
  if (parsed === undefined || parsed === null) return null;
  if (typeof parsed === 'string') return parsed;
  return parsed instanceof Uint8Array ? new Uint8Array(parsed) : JSON.stringify(parsed);
};

/** Lets a client that is still sending come to its end, so that it reads the answer. */
export const drain = (req: IncomingMessage): void => {
  if (req.complete) return;
  let length = 0;
  req.removeAllListeners('data');
  req.on('data', (chunk: Uint8Array) => {
    length += chunk.byteLength;
    if (length > DRAIN_BYTES) req.destroy();
  });
  req.resume();
};
