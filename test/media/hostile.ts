/** Small Matroska files that would cost a converter much. */

const element = (id: readonly number[], ...content: readonly (readonly number[])[]): number[] => {
  const bytes = content.flat();
  const size = [0x10000000 + bytes.length].flatMap((value) => [
    ...[value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255],
  ]);
  return [...id, ...size, ...bytes];
};

const text = (value: string): number[] => [...value].map((letter) => letter.charCodeAt(0));

const uint = (value: number): number[] =>
  [6, 5, 4, 3, 2, 1, 0].map((byte) => Math.floor(value / 256 ** byte) & 255);

const float = (value: number): number[] => {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return [...new Uint8Array(view.buffer)];
};

const HEADER = element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], text('matroska')));
const INFO = element([0x15, 0x49, 0xa9, 0x66], element([0x2a, 0xd7, 0xb1], uint(1_000_000)));

/** One audio track. `config` is its CodecPrivate. */
const tracks = (codec: string, rate: number, config: readonly number[]): number[] =>
  element(
    [0x16, 0x54, 0xae, 0x6b],
    element(
      [0xae],
      ...[element([0xd7], [1]), element([0x73, 0xc5], [1]), element([0x83], [2])],
      element([0x86], text(codec)),
      ...(config.length === 0 ? [] : [element([0x63, 0xa2], config)]),
      element(
        [0xe1],
        element([0xb5], float(rate)),
        ...[element([0x9f], [1]), element([0x62, 0x64], [16])],
      ),
    ),
  );

/** A packet at a time in ms after the start of its cluster. */
const block = (ms: number, data: readonly number[]): number[] =>
  element([0xa3], [0x81, ms >> 8, ms & 255, 0x80], data);

const cluster = (ms: number, ...blocks: readonly (readonly number[])[]): number[] =>
  element([0x1f, 0x43, 0xb6, 0x75], element([0xe7], uint(ms)), ...blocks);

const file = (...parts: readonly (readonly number[] | Blob)[]): File => {
  const content = new Blob(
    parts.map((part) => (part instanceof Blob ? part : Uint8Array.from(part))),
  );
  // A segment of unknown size.
  const start = Uint8Array.from([
    ...HEADER,
    0x18,
    0x53,
    0x80,
    0x67,
    0x01,
    ...Array<number>(7).fill(255),
  ]);
  return new File([start, content], 'hostile.mkv');
};

const AAC = tracks('A_AAC', 48_000, [0x11, 0x88]);
const SILENT_FRAME = [0, 0, 0, 7];

/** Two frames of AAC with this many hours between them. */
export const gap = (hours: number): File =>
  file(
    ...[INFO, AAC, cluster(0, block(0, SILENT_FRAME), block(21, SILENT_FRAME))],
    cluster(hours * 3_600_000, block(0, SILENT_FRAME)),
  );

/** A second of uncompressed audio at another rate. */
export const atRate = (hertz: number): File =>
  file(
    INFO,
    tracks('A_PCM/INT/LIT', hertz, []),
    cluster(0, block(0, Array<number>(2_000).fill(9))),
  );

/** A frame of AAC, and packets without content. */
export const emptyPackets = (count: number): File => {
  const empty = Uint8Array.from(block(22, []));
  const many = new Uint8Array(empty.length * count);
  for (let at = 0; at < many.length; at += empty.length) many.set(empty, at);
  const start = cluster(0, block(0, SILENT_FRAME), block(21, SILENT_FRAME)).slice(8);
  // A cluster of unknown size.
  const head = [0x1f, 0x43, 0xb6, 0x75, 0x01, ...Array<number>(7).fill(255)];
  return file(INFO, AAC, head, start, new Blob([many]));
};
