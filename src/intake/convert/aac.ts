/** AAC frames as data: their configuration, silent frames, and the file in which they are collected. */

/** Samples of one channel in a frame of AAC-LC. */
export const FRAME_LENGTH = 1024;

export interface AacStream {
  /** An AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1). */
  readonly config: Uint8Array;
  /** Such as `mp4a.40.2`. */
  readonly codec: string;
  readonly sampleRate: number;
  readonly channels: number;
  /** Samples of one channel in a frame: 1,024, or 2,048 with spectral band replication. */
  readonly frameLength: number;
}

/** A copy of the bytes. */
export const bytesOf = (source: AllowSharedBufferSource): Uint8Array =>
  ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice()
    : new Uint8Array(source).slice();

/** A frame with an ADTS header, and its configuration. Null for other bytes. */
export const readAdts = (
  bytes: Uint8Array,
): { readonly config: Uint8Array; readonly frame: Uint8Array } | null => {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes;
  if (bytes.length < 7 || first !== 0xff || (second & 0xf6) !== 0xf0) return null;
  const object = (third >> 6) + 1;
  const rate = (third >> 2) & 15;
  const channels = ((third & 1) << 2) | (fourth >> 6);
  const config = Uint8Array.of((object << 3) | (rate >> 1), ((rate & 1) << 7) | (channels << 3));
  return { config, frame: bytes.subarray((second & 1) === 1 ? 7 : 9) };
};

/** Silent frames of AAC-LC by number of channels. All fields are 0, and the last three bits end the frame. */
const SILENCE: readonly (Uint8Array | undefined)[] = [
  undefined,
  Uint8Array.of(0, 0, 0, 7),
  // A channel pair (001, tag 0000) with a common window (1).
  Uint8Array.of(0x21, 0, 0, 0, 0, 0x1c),
];

/** A silent frame. Undefined for more than two channels. */
export const silentFrame = ({ channels }: AacStream): Uint8Array | undefined => SILENCE[channels];

/** Bytes that can be read at any position, such as a file. */
export interface Bytes {
  readonly size: number;
  /** Returns fewer bytes at the end. */
  read(at: number, length: number): Uint8Array;
}

/** Two bytes before each frame have its length. */
const LENGTH_BYTES = 2;

export const packedFrame = (frame: Uint8Array): Uint8Array => {
  const packed = new Uint8Array(LENGTH_BYTES + frame.length);
  packed[0] = frame.length >> 8;
  packed[1] = frame.length & 255;
  packed.set(frame, LENGTH_BYTES);
  return packed;
};

const SCAN_BYTES = 1024 * 1024;

/** Each complete frame from a position on, and the position after it. */
export function* readFrames(
  bytes: Bytes,
  start: number,
): Generator<{ readonly frame: Uint8Array; readonly end: number }> {
  for (let at = start; at < bytes.size;) {
    const block = bytes.read(at, SCAN_BYTES);
    let offset = 0;
    for (;;) {
      const length = ((block[offset] ?? 0) << 8) | (block[offset + 1] ?? 0);
      const end = offset + LENGTH_BYTES + length;
      if (length === 0 || end > block.length) break;
      yield { frame: block.subarray(offset + LENGTH_BYTES, end), end: at + end };
      offset = end;
    }
    if (offset === 0) return;
    at += offset;
  }
}
