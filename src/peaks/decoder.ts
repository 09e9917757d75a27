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
} from 'mediabunny';
import { createBudget } from '../engine/audio-headers/budget.js';
import { inBlocks, sourceOf } from '../engine/audio-headers/bytes.js';
import { findNext } from '../engine/audio-headers/frame-index.js';
import {
  decodePackets,
  isUncompressed,
  limitReads,
  readPcmPieces,
  UndecodableError,
  type Piece,
} from './decode-packets.js';
import { DECODE, type ReadEnd } from './peaks-messages.js';
import { loudestOf, type AudioPiece } from './peaks.js';
import { hasAudioDecoder } from './webkit-gtk.js';

// Log no details: logs end up in public bug reports.
Logging.level = LogLevel.Silent;

/** Calls `onPiece` with the decoded audio. Resolves at its end, or where it can no longer be read. */
export type Decode = (
  source: Blob | string,
  onPiece: (piece: AudioPiece) => void,
) => Promise<ReadEnd>;

/** In bytes. Enough to read ahead; the rest of the file is not kept. */
const CACHE_BYTES = 4 * 1024 * 1024;

/** In bytes. */
const MOST_BYTES_OF_URL = 4 * 1024 ** 3;

/** Repeats a failed request once. */
const getRetryDelay = (previousAttempts: number): number | null =>
  previousAttempts > 1 ? null : 1;

const handleUnhandledError = (): void => undefined;

const open = (source: Blob | string): BlobSource | UrlSource =>
  typeof source === 'string'
    ? new UrlSource(source, {
        getRetryDelay,
        handleUnhandledError,
        parallelism: 1,
        maxCacheSize: CACHE_BYTES,
      })
    : new BlobSource(source, { handleUnhandledError, maxCacheSize: CACHE_BYTES });

const toPiece = ({ start, sampleRate, channels }: Piece): AudioPiece => ({
  // The audio that an encoder adds before the start has a negative time.
  start: Math.max(0, Math.round(start * sampleRate)),
  frames: channels[0]?.length ?? 0,
  sampleRate,
  loudest: loudestOf(channels),
});

/** The file from its first frame on, if other bytes are in front of it; null otherwise. Our reader looks farther than the library. */
const fromFrames = async (source: Blob | string): Promise<Blob | null> => {
  if (typeof source === 'string') return null;
  const found = await findNext(
    inBlocks(sourceOf(source), () => true),
    0,
  );
  return found === null || found.at === 0 ? null : source.slice(found.at);
};

const decode: Decode = async (source, onPiece) => {
  const opened = open(source);
  const input = new Input({ source: opened, formats: [MP3, MP4, QTFF, ADTS] });
  // The size of what is at a URL is not known.
  const budget = createBudget(typeof source === 'string' ? MOST_BYTES_OF_URL : source.size);
  limitReads(input, opened, budget);
  try {
    if (!(await input.canRead())) {
      const frames = await fromFrames(source);
      return frames === null ? { kind: 'unsupported' } : await decode(frames, onPiece);
    }
    const track = await input.getPrimaryAudioTrack();
    if (track === null) return { kind: 'unsupported' };
    if (isUncompressed(await track.getCodec())) {
      for await (const piece of readPcmPieces(track)) onPiece(toPiece(piece));
      return { kind: 'read' };
    }
    const config = await track.getDecoderConfig();
    const canDecode =
      config !== null &&
      hasAudioDecoder() &&
      (await AudioDecoder.isConfigSupported(config)).supported === true;
    try {
      if (canDecode) {
        const packets = new EncodedPacketSink(track).packets();
        for await (const piece of decodePackets(packets, config, budget)) onPiece(toPiece(piece));
        return { kind: 'read' };
      }
    } catch (error) {
      if (!(error instanceof UndecodableError)) throw error;
    }
    return { kind: 'no-decoder', lengthMs: 1000 * (await track.computeDuration()) };
  } catch {
    return { kind: 'unsupported' };
  } finally {
    input.dispose();
  }
};

Object.assign(globalThis, { [DECODE]: decode });
