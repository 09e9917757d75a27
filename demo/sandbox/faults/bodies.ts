/** Faults of request and response bodies. */
import type { Exchange } from '../http/route.js';

type Body = AsyncIterable<Uint8Array>;

/** Reads until at least this many bytes have arrived, or the body has ended. */
export const readSome = async (exchange: Exchange, bytes: number): Promise<void> => {
  const pieces = exchange.body[Symbol.asyncIterator]();
  while (exchange.received < bytes && !(await pieces.next()).done);
};

/** Reads and discards the whole body. */
export const drain = (exchange: Exchange): Promise<void> => readSome(exchange, Infinity);

export async function* dripping(
  body: Body,
  size: number,
  wait: () => Promise<unknown>,
): AsyncGenerator<Uint8Array> {
  for await (const bytes of body)
    for (let start = 0; start < bytes.length; start += size) {
      await wait();
      yield bytes.subarray(start, start + size);
    }
}

export async function* withChangedByte(body: Body, position: number): AsyncGenerator<Uint8Array> {
  let start = 0;
  for await (const bytes of body) {
    const here = position - start;
    start += bytes.length;
    const value = bytes[here];
    if (value === undefined) {
      yield bytes;
      continue;
    }
    const changed = Uint8Array.from(bytes);
    changed[here] = value ^ 0xff;
    yield changed;
  }
}
