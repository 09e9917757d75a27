/** Copies AAC frames from a media file, without encoding them again. */
import { EncodedPacketSink, type EncodedPacket, type InputAudioTrack } from 'mediabunny';
import type { Budget } from '../../engine/audio-headers/budget.js';
import { bytesOf, packedFrame, readAdts, readFrames, silentFrame, type AacStream } from './aac.js';
import { finishM4a } from './m4a.js';
import { type WorkFolder, openWork, PLAN_BYTES } from './work-folder.js';

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

export interface CopiedTrack {
  readonly track: InputAudioTrack;
  /** The timestamp, in seconds, at which the recording begins. */
  readonly zero: number;
  /** Names the track, so that only the same work continues. */
  readonly index: number;
  readonly budget: Budget;
  /** The packets from one on, as far as they can be read. */
  readonly packetsFrom: (start: EncodedPacket) => AsyncIterable<EncodedPacket>;
}

/**
 * Copies the track into an m4a file. Calls `onProgress` with the position in seconds. Null if the frames cannot be copied
 * so that all times stay the same.
 */
export const copyAac = async (
  { track, zero, index, budget, packetsFrom }: CopiedTrack,
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

  const work = openWork(folder, { kind: 'copy', index, origin, frameLength });
  let frames = 0;
  let written = PLAN_BYTES;
  for (const { end } of readFrames(work, PLAN_BYTES)) [frames, written] = [frames + 1, end];
  work.truncate(written);
  const add = (frame: Uint8Array): void => {
    work.append(packedFrame(frame));
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
    // What was copied before a reload, or is in the file twice.
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
