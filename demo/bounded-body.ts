import type { IncomingMessage, ServerResponse } from 'node:http';

const MOST_BYTES = 1024 * 1024;

/** The body of a request; null after answering 413 if it is longer than 1 MiB. */
export const boundedBody = async (
  req: IncomingMessage,
  res: ServerResponse,
): Promise<Buffer | null> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.byteLength;
    if (length > MOST_BYTES) {
      res.writeHead(413, { Connection: 'close' }).end();
      return null;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
