/** Reads a stream of bytes in pieces of any size. */

export interface ByteReader {
  /** The next `count` bytes, or fewer at the end. They stay unread. */
  peek(count: number): Promise<Uint8Array>;
  /** The next `count` bytes, or fewer at the end. */
  take(count: number): Promise<Uint8Array>;
  /** The next bytes as they come; empty at the end. */
  next(): Promise<Uint8Array>;
  /** Puts back the last bytes that `next` returned. */
  unread(bytes: Uint8Array): void;
  /** Returns false if the stream ends before. */
  skip(count: number): Promise<boolean>;
  cancel(): Promise<void>;
}

const NOTHING = new Uint8Array();

const joined = (one: Uint8Array, other: Uint8Array): Uint8Array => {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
};

export const createByteReader = (stream: ReadableStream<Uint8Array>): ByteReader => {
  const reader = stream.getReader();
  let waiting: Uint8Array = NOTHING;

  const pull = async (): Promise<Uint8Array> => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return NOTHING;
      if (value.length > 0) return value;
    }
  };

  const peek = async (count: number): Promise<Uint8Array> => {
    while (waiting.length < count) {
      const more = await pull();
      if (more.length === 0) break;
      waiting = waiting.length === 0 ? more : joined(waiting, more);
    }
    return waiting.subarray(0, count);
  };

  const next = async (): Promise<Uint8Array> => {
    if (waiting.length === 0) return pull();
    const bytes = waiting;
    waiting = NOTHING;
    return bytes;
  };

  return {
    peek,
    next,
    unread: (bytes) => (waiting = bytes),
    async take(count) {
      const bytes = await peek(count);
      waiting = waiting.subarray(bytes.length);
      return bytes;
    },
    async skip(count) {
      let left = count;
      while (left > 0) {
        const bytes = await next();
        if (bytes.length === 0) return false;
        waiting = bytes.subarray(Math.min(left, bytes.length));
        left -= bytes.length - waiting.length;
      }
      return true;
    },
    cancel: () => reader.cancel(),
  };
};
