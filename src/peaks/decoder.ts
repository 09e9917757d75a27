/** Decodes compressed formats with WebCodecs. The worker loads this module only when it needs it. */
import {
  ADTS,
  BlobSource,
  EncodedPacketSink,
  Input,
  Logging,
  LogLevel,
  MP3,
  MP4,
  QTFF,
  UrlSource,
  type EncodedPacket,
  type InputAudioTrack,
} from 'mediabunny';
import { DECODE, type ReadEnd } from './messages.js';
import type { AudioPiece } from './peaks.js';
import { isWebKitGtk } from './webkit-gtk.js';

// What is logged may end in somebody's bug report.
Logging.level = LogLevel.Silent;

/** Calls `onPiece` with the decoded audio. Resolves at its end, or where it can no longer be read. */
export type Decode = (
  source: Blob | string,
  onPiece: (piece: AudioPiece) => void,
) => Promise<ReadEnd>;

/** In bytes. Enough to read ahead; the rest of the file is not kept. */
const CACHE_BYTES = 4 * 1024 * 1024;

/** Packets decoded before the decoder is flushed, about ten seconds of audio. Bounds the memory. */
const BATCH_PACKETS = 500;

/** Repeats a failed request once. */
const getRetryDelay = (previousAttempts: number): number | null =>
  previousAttempts > 1 ? null : 1;

const handleUnhandledError = (): void => undefined;

const open = (source: Blob | string): BlobSource | UrlSource =>
  typeof source === 'string'
    ? new UrlSource(source, {
        ...{ getRetryDelay, handleUnhandledError, parallelism: 1 },
        maxCacheSize: CACHE_BYTES,
      })
    : new BlobSource(source, { handleUnhandledError, maxCacheSize: CACHE_BYTES });

/** Reads decoded audio into one buffer, which is reused. */
const createPieceReader = (): ((data: AudioData) => AudioPiece) => {
  let buffer = new Float32Array(0);
  return (data) => {
    const { numberOfFrames: frames, numberOfChannels: channels, sampleRate, timestamp } = data;
    if (buffer.length < frames * channels) buffer = new Float32Array(frames * channels);
    const samples = buffer;
    for (let planeIndex = 0; planeIndex < channels; planeIndex += 1) {
      const plane = samples.subarray(planeIndex * frames, (planeIndex + 1) * frames);
      data.copyTo(plane, { planeIndex, format: 'f32-planar' });
    }
    return {
      // The audio that an encoder adds before the start has a negative time.
      start: Math.max(0, Math.round((timestamp * sampleRate) / 1e6)),
      ...{ frames, sampleRate },
      loudest: (from, end) => {
        let loudest = 0;
        for (let channel = 0; channel < channels; channel += 1) {
          for (let at = channel * frames + from; at < channel * frames + end; at += 1) {
            const level = Math.abs(samples[at] ?? 0);
            if (level > loudest) loudest = level;
          }
        }
        return loudest;
      },
    };
  };
};

/** Decodes packets in batches. A flush between them is the only back pressure that works in every browser. */
const createBatchDecoder = (config: AudioDecoderConfig, onPiece: (piece: AudioPiece) => void) => {
  const toPiece = createPieceReader();
  const output = (data: AudioData): void => {
    try {
      onPiece(toPiece(data));
    } finally {
      data.close();
    }
  };
  let decoder: AudioDecoder | null = null;
  return {
    /** Returns false if the decoder failed. What it decoded before was reported. */
    async decode(packets: readonly EncodedPacket[]): Promise<boolean> {
      try {
        if (decoder === null || decoder.state === 'closed') {
          decoder = new AudioDecoder({ output, error: () => undefined });
          decoder.configure(config);
        }
        for (const packet of packets) decoder.decode(packet.toEncodedAudioChunk());
        await decoder.flush();
        return true;
      } catch {
        return false;
      }
    },
    close(): void {
      if (decoder !== null && decoder.state !== 'closed') decoder.close();
    },
  };
};

const canDecode = async (config: AudioDecoderConfig): Promise<boolean> =>
  typeof AudioDecoder !== 'undefined' &&
  !isWebKitGtk(navigator.userAgent) &&
  (await AudioDecoder.isConfigSupported(config)).supported === true;

/** Returns false if the browser cannot decode the track at all. A damaged part is left out. */
const decodeTrack = async (
  track: InputAudioTrack,
  onPiece: (piece: AudioPiece) => void,
): Promise<boolean> => {
  const config = await track.getDecoderConfig();
  if (config === null || !(await canDecode(config))) return false;
  let isHeard = false;
  const decoder = createBatchDecoder(config, (piece) => {
    isHeard = true;
    onPiece(piece);
  });
  /** Some browsers claim to support a format that they cannot decode. */
  const isUseless = async (packets: readonly EncodedPacket[]): Promise<boolean> =>
    !(await decoder.decode(packets)) && !isHeard;
  try {
    let batch: EncodedPacket[] = [];
    for await (const packet of new EncodedPacketSink(track).packets()) {
      batch.push(packet);
      if (batch.length < BATCH_PACKETS) continue;
      if (await isUseless(batch)) return false;
      batch = [];
    }
    return !(await isUseless(batch));
  } finally {
    decoder.close();
  }
};

const decode: Decode = async (source, onPiece) => {
  const input = new Input({ source: open(source), formats: [MP3, MP4, QTFF, ADTS] });
  try {
    if (!(await input.canRead())) return { kind: 'unsupported' };
    const track = await input.getPrimaryAudioTrack();
    if (track === null) return { kind: 'unsupported' };
    if (await decodeTrack(track, onPiece)) return { kind: 'read' };
    return { kind: 'no-decoder', lengthMs: 1000 * (await track.computeDuration()) };
  } catch {
    return { kind: 'unsupported' };
  } finally {
    input.dispose();
  }
};

Object.assign(globalThis, { [DECODE]: decode });
