/** AAC frames as data, the m4a file that is made of them, and how they are copied from another file. */
import {
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  Mp4OutputFormat,
  NullTarget,
  Output,
  type InputAudioTrack,
} from 'mediabunny';
import type { Budget } from '../engine/audio-headers/budget.js';
import { fourCharacters, uint32 } from '../engine/audio-headers/bytes.js';
import { aacOf } from '../engine/audio-headers/frame-index.js';
import { openWork, PLAN_BYTES, type WorkFile, type WorkFolder } from './work-folder.js';

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
  const [first = 0, second = 0] = bytes;
  if (bytes.length < 7 || first !== 0xff || (second & 0xf6) !== 0xf0) return null;
  const { config, headerBytes } = aacOf(bytes);
  return { config, frame: bytes.subarray(headerBytes) };
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
  bytes: Pick<WorkFile, 'size' | 'read'>,
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

/** The frames that an earlier call with the same plan has collected, and a function that adds one. */
export const openFrames = (folder: WorkFolder, plan: object) => {
  const work = openWork(folder, plan);
  let [count, size] = [0, PLAN_BYTES];
  for (const { end } of readFrames(work, PLAN_BYTES)) [count, size] = [count + 1, end];
  work.truncate(size);
  return { count, add: (frame: Uint8Array): void => work.append(packedFrame(frame)) };
};

/** Samples that a player skips at the start, and those that it plays after them. */
interface Played {
  readonly skip: number;
  /** At most the samples of all frames. */
  readonly length: number;
}

/** Bytes before the frames: the header of a box with a size of 64 bits. */
const MDAT_BYTES = 16;

/**
 * Makes the parts of the file that are not frames: its type, and the movie box for frames that begin `MDAT_BYTES` after the
 * type. The frames are not kept in memory. `bytes` is the length of all of them.
 */
const makeIndex = async (
  work: WorkFile,
  { config, codec, sampleRate, channels, frameLength }: AacStream,
  { skip, length }: Played,
) => {
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

const FRAME_LENGTHS = [1024, 2048] as const;

/** Timestamps of some formats are in ms, and the frame after a silence is placed at the next whole frame. */
const TOLERANCE_FRAMES = 2.5;

/** The bytes of a frame. Packets of a stream without a configuration begin with an ADTS header. */
const frameOf = ({ data }: EncodedPacket, isAdts: boolean): Uint8Array =>
  isAdts ? (readAdts(data)?.frame ?? data) : data;

const streamOf = async (
  track: InputAudioTrack,
  first: EncodedPacket,
): Promise<{ readonly stream: AacStream; readonly isAdts: boolean } | null> => {
  const decoder = await track.getDecoderConfig();
  if (decoder === null) return null;
  const { codec, description, sampleRate, numberOfChannels: channels } = decoder;
  const config = description === undefined ? readAdts(first.data)?.config : bytesOf(description);
  if (config === undefined || config.length < 2) return null;
  const next = await new EncodedPacketSink(track).getNextPacket(first);
  const seconds = first.duration > 0 ? first.duration : (next?.timestamp ?? 0) - first.timestamp;
  const measured = seconds * sampleRate;
  const [short, long] = FRAME_LENGTHS;
  const frameLength = Math.abs(measured - long) < Math.abs(measured - short) ? long : short;
  return {
    stream: { config, codec, sampleRate, channels, frameLength },
    isAdts: description === undefined,
  };
};

interface CopiedTrack {
  readonly track: InputAudioTrack;
  /** The timestamp, in seconds, at which the recording begins. */
  readonly zero: number;
  /** Names the track, so that only the same work continues. */
  readonly index: number;
  readonly budget: Budget;
  /** True if times may start again, so that no packet can be found by its time. */
  readonly mayStartAgain: boolean;
  /** The packets from one on, as far as they can be read. */
  readonly packetsFrom: (start: EncodedPacket) => AsyncIterable<EncodedPacket>;
}

/**
 * Copies the track into an m4a file. Calls `onProgress` with the position in seconds. Null if the frames cannot be copied
 * so that all times stay the same.
 */
export const copyAac = async (
  { track, zero, index, budget, mayStartAgain, packetsFrom }: CopiedTrack,
  folder: WorkFolder,
  onProgress: (seconds: number) => void,
): Promise<Blob | null> => {
  const sink = new EncodedPacketSink(track);
  const first = await sink.getFirstPacket();
  const found = first === null ? null : await streamOf(track, first);
  if (first === null || found === null) return null;
  const { stream, isAdts } = found;
  const { sampleRate, frameLength } = stream;
  const frameSeconds = frameLength / sampleRate;
  const silence = silentFrame(stream);
  // A track that begins late gets silence in front. One that begins early has silence that players skip.
  const begin = first.timestamp - zero;
  const late = Math.max(0, begin);
  const silentFrames = silence === undefined ? 0 : Math.ceil(late / frameSeconds - 1e-6);
  if (silence === undefined && late > frameSeconds) return null;
  const origin = begin - silentFrames * frameSeconds;
  const skip = Math.max(0, Math.round(-origin * sampleRate));

  const collected = openFrames(folder, { kind: 'copy', index, origin, frameLength });
  // Without places to begin at, all is read again, and what was collected is not added twice.
  let frames = mayStartAgain ? 0 : collected.count;
  const add = (frame: Uint8Array): void => {
    if (frames >= collected.count) collected.add(frame);
    frames += 1;
  };
  const addSilence = (): void => {
    budget.fill(frameSeconds);
    if (silence !== undefined) add(silence);
  };
  while (frames < silentFrames) addSilence();

  const done = zero + origin + (frames + 0.5) * frameSeconds;
  const start = frames > silentFrames ? ((await sink.getPacket(done)) ?? first) : first;
  for await (const packet of packetsFrom(start)) {
    const position = packet.timestamp - zero;
    budget.reach(position);
    const ahead = (position - origin) / frameSeconds - frames;
    // Skip packets that were copied before a reload, or that are in the file twice.
    if (ahead < -TOLERANCE_FRAMES || (packet === start && ahead < -0.75)) continue;
    if (ahead > TOLERANCE_FRAMES) {
      if (silence === undefined) return null;
      for (let missing = Math.round(ahead); missing > 0; missing -= 1) addSilence();
    }
    const frame = frameOf(packet, isAdts);
    if (frame.length > 0) add(frame);
    else budget.waste();
    onProgress(position);
  }
  return finishM4a(folder, stream, { skip, length: frames * frameLength - skip });
};
