/** The body is longer than allowed. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** The body is not JSON in UTF-8. */
export class NotJson extends Error {
  override readonly name = 'NotJson';
}

interface Message {
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array> | null;
}

const concatenated = (chunks: readonly Uint8Array[], length: number): Uint8Array => {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
};

/** Reads a body of at most `limit` bytes; stops at the first byte too many, whatever Content-Length says. */
export const readBounded = async (
  message: Message,
  limit: number,
  signal: AbortSignal,
): Promise<Uint8Array> => {
  signal.throwIfAborted();
  const declared = Number(message.headers.get('content-length') ?? 0);
  if (declared > limit) {
    void message.body?.cancel().catch(() => undefined);
    throw new BodyTooLarge();
  }
  if (!message.body) return new Uint8Array();
  const reader = message.body.getReader();
  const stop = (): void => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const chunks: Uint8Array[] = [];
    let length = 0;
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return concatenated(chunks, length);
      length += value.byteLength;
      if (length > limit) {
        stop();
        throw new BodyTooLarge();
      }
      chunks.push(value);
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
};

/** Throws NotJson, never what the parser says: it would quote the body. */
export const parseJson = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new NotJson();
  }
};
