/** Ogg files (RFC 3533) that are not read as they are. */
import { ascii, byte, uint32 } from '../engine/audio-headers/bytes.js';

/** A page's header without its table of segments. */
const HEADER_BYTES = 27;
/** The longest page. */
const PAGE_BYTES = 65_307;
const FIRST_PAGE = 2;

const isPage = (bytes: Uint8Array, at: number): boolean =>
  ascii(bytes, at, 'OggS\0') && at + HEADER_BYTES <= bytes.length;

const serialOf = (bytes: Uint8Array, at: number): number => uint32(bytes, at + 14);

/** Where the next page begins. */
const endOf = (bytes: Uint8Array, at: number): number => {
  const count = byte(bytes, at + 26);
  const sizes = bytes.subarray(at + HEADER_BYTES, at + HEADER_BYTES + count);
  return at + HEADER_BYTES + count + sizes.reduce((sum, size) => sum + size, 0);
};

/** The streams that begin at the start of the file: all first pages are there. */
const firstSerials = (bytes: Uint8Array): ReadonlySet<number> => {
  const serials = new Set<number>();
  for (let at = 0; isPage(bytes, at) && (byte(bytes, at + 5) & FIRST_PAGE) !== 0;) {
    serials.add(serialOf(bytes, at));
    at = endOf(bytes, at);
  }
  return serials;
};

const read = async (blob: Blob): Promise<Uint8Array> => new Uint8Array(await blob.arrayBuffer());

/** True for recordings that were joined (RFC 3533, 4: chained). Only the first one of them would be read. */
export const isChainedOgg = async (file: Blob): Promise<boolean> => {
  const serials = firstSerials(await read(file.slice(0, PAGE_BYTES)));
  if (serials.size === 0) return false;
  const end = await read(file.slice(Math.max(0, file.size - 2 * PAGE_BYTES)));
  for (let at = end.length - HEADER_BYTES; at >= 0; at -= 1) {
    if (isPage(end, at)) return !serials.has(serialOf(end, at));
  }
  return false;
};

/** Codings that are not read, and how their first packet begins. Null for a picture. */
const CODINGS = [
  ['Speex', 'Speex   '],
  ['Ogg FLAC', '\x7fFLAC'],
  [null, '\x80theora'],
] as const;

/** The coding of an Ogg file in which no sound was found. Null if it has a picture only. */
export const oggCoding = async (file: Blob): Promise<string | null> => {
  const start = String.fromCharCode(...(await read(file.slice(0, 4096))));
  const [coding] = CODINGS.find(([, text]) => start.includes(text)) ?? ['Ogg'];
  return coding;
};
