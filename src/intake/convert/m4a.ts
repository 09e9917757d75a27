/** Writes m4a files with one AAC track. */
import {
  EncodedAudioPacketSource,
  EncodedPacket,
  Mp4OutputFormat,
  NullTarget,
  Output,
} from 'mediabunny';
import { fourCharacters, uint32 } from '../../engine/audio-headers/bytes.js';
import { readFrames, type AacStream } from './aac.js';
import { PLAN_BYTES, type WorkFile, type WorkFolder } from './work-folder.js';

/** Samples that a player skips at the start, and those that it plays after them. */
export interface Played {
  readonly skip: number;
  /** At most the samples of all frames. */
  readonly length: number;
}

/** The parts of the file that are not frames, and how many frames there are. */
interface Index {
  readonly type: Uint8Array;
  /** For frames that begin `MDAT_BYTES` after the type. */
  readonly movie: Uint8Array;
  readonly frames: number;
  /** Bytes of all frames. */
  readonly bytes: number;
}

/** Bytes before the frames: the header of a box with a size of 64 bits. */
const MDAT_BYTES = 16;

/** Makes the index of the frames, which are not kept in memory. */
const makeIndex = async (
  work: WorkFile,
  { config, codec, sampleRate, channels, frameLength }: AacStream,
  { skip, length }: Played,
): Promise<Index> => {
  let [type, movie] = [new Uint8Array(), new Uint8Array()];
  const output = new Output({
    format: new Mp4OutputFormat({
      fastStart: false,
      onFtyp: (data) => (type = data.slice()),
      onMoov: (data) => (movie = data.slice()),
    }),
    target: new NullTarget(),
  });
  const source = new EncodedAudioPacketSource('aac');
  output.addAudioTrack(source);
  await output.start();
  const decoderConfig = { codec, sampleRate, numberOfChannels: channels, description: config };
  let [start, frames, bytes] = [-skip, 0, 0];
  for (const { frame } of readFrames(work, PLAN_BYTES)) {
    const end = Math.min(start + frameLength, length);
    if (end <= start) break;
    const seconds = (end - start) / sampleRate;
    const packet = new EncodedPacket(frame, 'key', start / sampleRate, seconds);
    await source.add(packet, { decoderConfig });
    start = end;
    frames += 1;
    bytes += frame.length;
  }
  if (frames === 0) throw new Error('there is no sound');
  await output.finalize();
  return { type, movie, frames, bytes };
};

const CONTAINERS = ['moov', 'trak', 'mdia', 'minf', 'stbl'];

/** Adds to the offsets in an index. Throws RangeError for a file of 4 GiB or more, which has another table. */
const moveOffsets = (movie: Uint8Array, distance: number): void => {
  const view = new DataView(movie.buffer, movie.byteOffset, movie.byteLength);
  for (let at = 0; at < movie.length;) {
    const type = fourCharacters(movie, at + 4);
    const size = uint32(movie, at);
    if (CONTAINERS.includes(type)) {
      at += 8;
      continue;
    }
    if (type === 'co64') throw new RangeError('the m4a file is too large');
    if (type === 'stco') {
      for (let entry = at + 16; entry < at + size; entry += 4) {
        const offset = uint32(movie, entry) + distance;
        if (offset > 0xffffffff) throw new RangeError('the m4a file is too large');
        view.setUint32(entry, offset);
      }
    }
    at += size;
  }
};

const mdatHeader = (bytes: number): Uint8Array => {
  const view = new DataView(new ArrayBuffer(MDAT_BYTES));
  view.setUint32(0, 1);
  view.setUint32(4, 0x6d646174);
  view.setBigUint64(8, BigInt(MDAT_BYTES + bytes));
  return new Uint8Array(view.buffer);
};

/**
 * Writes the file from the frames that were collected, and returns it. The index comes first, so that the file can be read
 * as a stream; mediabunny would need the whole file in memory for that. The work is deleted. Throws if there are no
 * frames.
 */
export const finishM4a = async (
  folder: WorkFolder,
  stream: AacStream,
  played: Played,
): Promise<Blob> => {
  const { type, movie, frames, bytes } = await makeIndex(folder.part, stream, played);
  moveOffsets(movie, movie.length);
  const result = await folder.createResult();
  for (const part of [type, movie, mdatHeader(bytes)]) result.append(part);
  let left = frames;
  for (const { frame } of readFrames(folder.part, PLAN_BYTES)) {
    if (left === 0) break;
    left -= 1;
    result.append(frame);
  }
  const file = await result.finish();
  await folder.removePart();
  return file;
};
