/** Writes a ZIP archive, which is what a Word document is. Compressed where the platform can. */

/** What browsers and Node have. The types of this folder are those of the language alone. */
interface Stream {
  readonly readable: unknown;
  readonly writable: { getWriter(): { write(bytes: Uint8Array): unknown; close(): unknown } };
}
declare const CompressionStream: (new (format: 'deflate-raw') => Stream) | undefined;
declare const Response: new (body: unknown) => { arrayBuffer(): Promise<ArrayBuffer> };
declare const TextEncoder: new () => { encode(text: string): Uint8Array };

const STORED = 0;
const DEFLATED = 8;

/** 20: the version of the format that has folders and compression. */
const VERSION = 20;

/** 1 January 1980, the first day that the format knows: the same transcript gives the same bytes. */
const DAY = 0x21;

/** What eight bits add to a CRC-32 (ISO 3309), by their value. */
const TABLE = new Uint32Array(256);
for (let value = 0; value < 256; value += 1) {
  let crc = value;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xed_b8_83_20 : 0);
  TABLE[value] = crc;
}

const checksum = (bytes: Uint8Array): number => {
  let crc = -1;
  for (const byte of bytes) crc = (crc >>> 8) ^ (TABLE[(crc ^ byte) & 0xff] ?? 0);
  return ~crc >>> 0;
};

/** Null where the platform cannot compress. */
const deflate = async (bytes: Uint8Array): Promise<Uint8Array | null> => {
  if (typeof CompressionStream === 'undefined') return null;
  try {
    const { readable, writable } = new CompressionStream('deflate-raw');
    const writer = writable.getWriter();
    const [packed] = await Promise.all([
      new Response(readable).arrayBuffer(),
      writer.write(bytes),
      writer.close(),
    ]);
    return new Uint8Array(packed);
  } catch {
    return null;
  }
};

/** Numbers of two or four bytes, the lowest byte first. */
const numbers = (...fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Uint8Array =>
  new Uint8Array(
    fields.flatMap(([bytes, value]) =>
      [0, 8, 16, 24].slice(0, bytes).map((shift) => (value >>> shift) & 0xff),
    ),
  );

const joined = (parts: readonly Uint8Array[]): Uint8Array => {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};

/** An archive of these texts, in UTF-8, by path. Paths are ASCII. */
export const zip = async (
  files: readonly (readonly [path: string, text: string])[],
): Promise<Uint8Array> => {
  const encoder = new TextEncoder();
  const contents: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const [path, text] of files) {
    const name = encoder.encode(path);
    const bytes = encoder.encode(text);
    const packed = await deflate(bytes);
    const content = packed ?? bytes;
    const header = numbers(
      ...([
        [2, VERSION],
        [2, 0],
        [2, packed ? DEFLATED : STORED],
        [2, 0],
        [2, DAY],
        [4, checksum(bytes)],
        [4, content.length],
        [4, bytes.length],
        [2, name.length],
        [2, 0],
      ] as const),
    );
    const entry = [numbers([4, 0x04_03_4b_50]), header, name, content];
    // Comment, disk, attributes, and the place of the file.
    const rest = numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, at]);
    contents.push(...entry);
    directory.push(numbers([4, 0x02_01_4b_50], [2, VERSION]), header, rest, name);
    at += entry.reduce((sum, { length }) => sum + length, 0);
  }
  const list = joined(directory);
  const count = files.length;
  const end = numbers(
    ...([
      [4, 0x06_05_4b_50],
      [2, 0],
      [2, 0],
      [2, count],
      [2, count],
      [4, list.length],
      [4, at],
      [2, 0],
    ] as const),
  );
  return joined([...contents, list, end]);
};
