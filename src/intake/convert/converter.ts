/**
 * Converts recordings that the service does not accept: copies AAC into an m4a file, encodes other audio to AAC, or
 * writes a WAV file where the browser has no encoder. The worker loads this module only when it needs it.
 */
import {
  ADTS,
  AudioSampleSink,
  BlobSource,
  FLAC,
  Input,
  Logging,
  LogLevel,
  MATROSKA,
  MP3,
  MP4,
  MPEG_TS,
  OGG,
  QTFF,
  WEBM,
  type InputAudioTrack,
} from 'mediabunny';
import { isWebKitGtk } from '../../peaks/webkit-gtk.js';
import { browserEncoder, wasmEncoder, type CreateEncoder } from './aac-encoders.js';
import { readAiff, readAiffPieces } from './aiff.js';
import { copyAac } from './copy.js';
import { encodeAac, encodeWav, type AudioReader } from './encode.js';
import {
  CONVERT,
  type ConvertEnd,
  type ConvertMessage,
  type ConvertProblem,
  type ConvertReply,
} from './messages.js';
import type { Piece } from './pcm.js';
import { openFolder, TooLongError, type WorkFolder } from './storage.js';
import type { Convert } from './worker.js';

// What is logged may end in somebody's bug report.
Logging.level = LogLevel.Silent;

/** In bytes. Enough to read ahead; the rest of the file is not kept. */
const CACHE_BYTES = 8 * 1024 * 1024;

/** In ms. Each report makes the page draw. */
const REPORT_MS = 150;

class CannotConvert extends Error {
  constructor(
    readonly problem: ConvertProblem,
    readonly codec = '',
  ) {
    super(problem);
  }
}

/** The names of codecs that a user may know. */
const CODEC_NAMES: Readonly<Record<string, string>> = {
  samr: 'AMR',
  sawb: 'AMR-WB',
  'ac-3': 'Dolby Digital',
  'ec-3': 'Dolby Digital Plus',
  ac3: 'Dolby Digital',
  eac3: 'Dolby Digital Plus',
  A_DTS: 'DTS',
  alac: 'ALAC',
  A_ALAC: 'ALAC',
  A_TRUEHD: 'TrueHD',
};

const codecName = async (track: InputAudioTrack): Promise<string> => {
  const [codec, internal] = await Promise.all([track.getCodec(), track.getInternalCodecId()]);
  const id = codec ?? (typeof internal === 'string' ? internal : '');
  return CODEC_NAMES[id] ?? id.toUpperCase();
};

const startsWith = async (file: Blob, text: string, at = 0): Promise<boolean> =>
  (await file.slice(at, at + text.length).text()) === text;

/** WebKitGTK crashes when it decodes as fast as a file can be read. Uncompressed audio needs no decoder. */
const mayDecode = async (track: InputAudioTrack): Promise<boolean> => {
  const codec = await track.getCodec();
  if (codec === null) return false;
  return isWebKitGtk(navigator.userAgent) ? codec.startsWith('pcm') : track.canDecode();
};

/** Reports at most every `REPORT_MS`. */
const createReporter = (folder: WorkFolder, reply: (message: ConvertReply) => void) => {
  let reportedAt = -Infinity;
  return (fraction: number): void => {
    const now = performance.now();
    if (now - reportedAt < REPORT_MS) return;
    reportedAt = now;
    // What was reported is kept after a reload.
    folder.part.flush();
    const progress = { fraction: Math.min(1, Math.max(0, fraction)), bytes: folder.part.size };
    reply({ type: 'convert-progress', progress });
  };
};

type Report = ReturnType<typeof createReporter>;

/** The encoder for the audio; null if there is none, so that a WAV file is written. */
const findEncoder = async (
  { sampleRate, channels }: { readonly sampleRate: number; readonly channels: 1 | 2 },
  encoderUrl: string | null,
): Promise<{ readonly create: CreateEncoder; readonly sampleRate: number } | null> => {
  const own = [16_000, 22_050, 24_000, 32_000, 44_100, 48_000].includes(sampleRate)
    ? sampleRate
    : 48_000;
  const rates = isWebKitGtk(navigator.userAgent) ? [] : [own, 48_000];
  for (const rate of new Set(rates)) {
    const create = await browserEncoder({ sampleRate: rate, channels });
    if (create !== null) return { create, sampleRate: rate };
  }
  const create = encoderUrl === null ? null : await wasmEncoder(encoderUrl).catch(() => null);
  return create === null ? null : { create, sampleRate: own };
};

const encode = async (
  reader: AudioReader,
  folder: WorkFolder,
  encoderUrl: string | null,
  onProgress: (seconds: number) => void,
): Promise<Blob> => {
  const channels = reader.channels === 2 ? 2 : 1;
  const encoder = await findEncoder({ sampleRate: reader.sampleRate, channels }, encoderUrl);
  return encoder === null
    ? encodeWav(reader, folder, onProgress)
    : encodeAac(reader, folder, { ...encoder, channels }, onProgress);
};

const convertAiff = async (
  { file, encoderUrl }: ConvertMessage,
  folder: WorkFolder,
  report: Report,
): Promise<Blob> => {
  const audio = await readAiff(file);
  if (audio === null) throw new CannotConvert('undecodable', 'AIFF');
  const { channels, sampleRate, bits, start, end } = audio;
  const seconds = (end - start) / (channels * (bits / 8)) / sampleRate;
  const pieces = (from: number) => readAiffPieces(file, audio, from);
  return encode({ id: 'aiff', channels, sampleRate, pieces }, folder, encoderUrl, (position) =>
    report(position / seconds),
  );
};

/**
 * Decodes a track from a time in seconds on. The first piece may begin before it. `zero` is the timestamp, in seconds, at which
 * the recording begins.
 */
async function* readTrackPieces(
  track: InputAudioTrack,
  zero: number,
  from: number,
): AsyncGenerator<Piece> {
  const sink = new AudioSampleSink(track);
  // Sound before the start, which an encoder has added, is left out by the timeline.
  const samples = from > 0 ? sink.samples(zero + from) : sink.samples();
  for await (const sample of samples) {
    try {
      const { numberOfFrames, numberOfChannels, sampleRate, timestamp } = sample;
      const channels = Array.from({ length: numberOfChannels }, (_, planeIndex) => {
        const plane = new Float32Array(numberOfFrames);
        sample.copyTo(plane, { planeIndex, format: 'f32-planar' });
        return plane;
      });
      yield { start: timestamp - zero, sampleRate, channels };
    } finally {
      sample.close();
    }
  }
}

const convertTrack = async (
  message: ConvertMessage,
  folder: WorkFolder,
  report: Report,
  reply: (message: ConvertReply) => void,
): Promise<Blob> => {
  const source = new BlobSource(message.file, {
    handleUnhandledError: () => undefined,
    maxCacheSize: CACHE_BYTES,
  });
  let lastByte = 0;
  source.onread = (_start, end) => {
    lastByte = end;
  };
  const formats = [MP4, QTFF, MATROSKA, WEBM, OGG, FLAC, MP3, ADTS, MPEG_TS];
  const input = new Input({ source, formats });
  try {
    if (!(await input.canRead())) throw new CannotConvert('unreadable');
    const tracks = await input.getAudioTracks();
    const languages = await Promise.all(tracks.map((track) => track.getLanguageCode()));
    reply({
      type: 'convert-tracks',
      tracks: languages.map((language) => ({ language: language === 'und' ? null : language })),
    });
    const track = tracks[message.track] ?? tracks[0];
    if (track === undefined) throw new CannotConvert('unreadable');
    const seconds = await track.getDurationFromMetadata();
    // Only the times of a transport stream begin anywhere.
    const zero = (await input.getFormat()) === MPEG_TS ? await input.getFirstTimestamp() : 0;
    // Formats without a duration are read from their start to their end, so their bytes show the progress.
    const onProgress = (position: number): void =>
      report(seconds === null ? lastByte / message.file.size : position / (seconds || 1));
    if ((await track.getCodec()) === 'aac') {
      const copied = await copyAac({ track, zero, index: message.track }, folder, onProgress);
      if (copied !== null) return copied;
    }
    if (!(await mayDecode(track))) {
      throw new CannotConvert('undecodable', await codecName(track));
    }
    const reader: AudioReader = {
      id: `track-${message.track}`,
      channels: await track.getNumberOfChannels(),
      sampleRate: await track.getSampleRate(),
      pieces: (from) => readTrackPieces(track, zero, from),
    };
    return await encode(reader, folder, message.encoderUrl, onProgress);
  } finally {
    input.dispose();
  }
};

const problemOf = (error: unknown): ConvertProblem => {
  if (error instanceof TooLongError) return 'too-long';
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'QuotaExceededError') return 'no-space';
  if (name === 'NotReadableError' || name === 'NotFoundError') return 'file-changed';
  return 'unreadable';
};

const convert: Convert = async (message, reply): Promise<ConvertEnd> => {
  try {
    const { file } = message;
    if (await startsWith(file, '#!AMR')) throw new CannotConvert('undecodable', 'AMR');
    const folder = await openFolder(message.key);
    const report = createReporter(folder, reply);
    const isAiff = (await startsWith(file, 'FORM')) && (await startsWith(file, 'AIF', 8));
    const result = isAiff
      ? await convertAiff(message, folder, report)
      : await convertTrack(message, folder, report, reply);
    return { kind: 'converted', result, isOnDisk: folder.isOnDisk };
  } catch (error) {
    const [problem, codec] =
      error instanceof CannotConvert ? [error.problem, error.codec] : [problemOf(error), ''];
    return { kind: 'cannot', problem, codec };
  }
};

Object.assign(globalThis, { [CONVERT]: convert });
