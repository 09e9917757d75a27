/** Takes the place of `audio-decode` in the packed sandbox: decodes WAV itself, and other formats if it is installed. */
import { decoder } from '@audio/decode-wav';

interface Decoded {
  readonly channelData: readonly Float32Array[];
  readonly sampleRate: number;
}

type Decode = (bytes: AsyncIterable<Uint8Array>, format: string) => AsyncIterable<Decoded>;

async function* decodeWav(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Decoded> {
  const wav = decoder();
  try {
    for await (const chunk of bytes) {
      const decoded = wav.decode(chunk);
      if (decoded.channelData.length > 0) yield decoded;
    }
  } finally {
    wav.free();
  }
}

/** A name that the bundler leaves alone. */
const INSTALLED = 'audio-decode';

export async function* decodeChunked(
  bytes: AsyncIterable<Uint8Array>,
  format: string,
): AsyncGenerator<Decoded> {
  if (format === 'wav') {
    yield* decodeWav(bytes);
    return;
  }
  const { decodeChunked: decode } = (await import(INSTALLED)) as { decodeChunked: Decode };
  yield* decode(bytes, format);
}
