/** Files of several recordings, one behind the other. Only the first one would be read. */
import { FLAC, MATROSKA, OGG, WEBM, type InputFormat } from 'mediabunny';
import type { Budget } from '../engine/audio-headers/budget.js';
import {
  ascii,
  byte,
  inBlocks,
  sourceOf,
  uint32,
  type ByteSource,
} from '../engine/audio-headers/bytes.js';
import { EBML, elementAt, SEGMENT } from './cut-off.js';
import { isChainedOgg } from './ogg.js';

const BLOCK_BYTES = 1024 * 1024;

/** The bytes that a matcher reads. */
const MATCHED_BYTES = 64;

type Matcher = (bytes: Uint8Array, at: number) => boolean;

/** A header with the name of its format. */
const isMatroskaHeader: Matcher = (bytes, at) =>
  uint32(bytes, at) === EBML &&
  /webm|matroska/.test(String.fromCharCode(...bytes.subarray(at, at + MATCHED_BYTES)));

/** The signature, and the block of 34 bytes that describes the stream. It may be marked as the last block. */
const isFlacHeader: Matcher = (bytes, at) =>
  ascii(bytes, at, 'fLaC') &&
  (byte(bytes, at + 4) & 0x7f) === 0 &&
  uint32(bytes, at + 4) % 0x1000000 === 34;

/** True if there is such a header from a position on. All begin with the same byte. */
const isFound = async (
  source: ByteSource,
  from: number,
  first: number,
  matches: Matcher,
): Promise<boolean> => {
  for (let start = from; start < source.size; start += BLOCK_BYTES) {
    const block = await source.read(start, BLOCK_BYTES + MATCHED_BYTES);
    for (let at = block.indexOf(first); at >= 0; at = block.indexOf(first, at + 1)) {
      if (matches(block, at)) return true;
    }
  }
  return false;
};

const isJoinedMatroska = async (source: ByteSource): Promise<boolean> => {
  const head = await elementAt(source, 0);
  const segment = head?.id === EBML ? await elementAt(source, head.end) : null;
  if (segment?.id !== SEGMENT) return false;
  for (let at = segment.end === Infinity ? segment.start : segment.end; at < source.size;) {
    const element = await elementAt(source, at);
    if (element === null || element.id === EBML) return element !== null;
    if (element.end === Infinity) return isFound(source, at, 0x1a, isMatroskaHeader);
    at = element.end;
  }
  return false;
};

/** The name of such a file; null for a single recording. Calls `onRead` now and then, because it may read the whole file. */
export const joinedName = async (
  file: Blob,
  format: InputFormat,
  budget: Budget,
  onRead: () => void,
): Promise<string | null> => {
  const source = inBlocks(sourceOf(file), (bytes) => {
    budget.read(bytes);
    onRead();
    return true;
  });
  if (format === OGG) return (await isChainedOgg(file)) ? 'chained Ogg' : null;
  const isJoined =
    (format === FLAC && (await isFound(source, 4, 0x66, isFlacHeader))) ||
    ((format === MATROSKA || format === WEBM) && (await isJoinedMatroska(source)));
  return isJoined ? `joined ${format.name}` : null;
};
