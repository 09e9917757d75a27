/**
 * Converts recordings that the service does not accept: copies AAC into an m4a file, encodes other audio to AAC, or
 * writes a WAV file where the browser has no encoder. The worker loads this module only when it needs it.
 */
import {
  ADTS,
  AudioSampleSink,
  BlobSource,
  EncodedPacketSink,
  FLAC,
  Input,
  InputDisposedError,
  Logging,
  LogLevel,
  MATROSKA,
  MP3,
  MP4,
  MPEG_TS,
  OGG,
  QTFF,
  WEBM,
  type EncodedPacket,
  type InputAudioTrack,
} from 'mediabunny';
import {
  BudgetError,
  createBudget,
  isChannelCount,
  isSampleRate,
  TooLongError,
  type Budget,
} from '../../engine/audio-headers/budget.js';
import type { ConvertProblem } from '../../engine/ports.js';
import { decodePackets, limitReads, planesOf, type Piece } from '../../peaks/decode-packets.js';
import { loadModule } from '../../peaks/load-module.js';
import { hasAudioDecoder } from '../../peaks/webkit-gtk.js';
import { readAiff, readAiffPieces } from './aiff.js';
import { mendCutOff } from './cut-off.js';
import { encodeAac, encodeWav, SilentEncoderError, type AudioReader } from './encode.js';
import { findEncoders } from './encoders.js';
import {
  CONVERT,
  type ConvertEnd,
  type ConvertMessage,
  type ConvertReply,
} from './convert-messages.js';
import { copyAac } from './m4a.js';
import { openFolder, type WorkFolder } from './work-folder.js';
import type { Convert } from './convert-worker.js';

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

/** Formats that no browser decodes, and how to recognise them: a text, and its position. */
const UNDECODABLE = [
  ['AMR', '#!AMR', 0],
  ['Speex', 'Speex   ', 28],
  ['Ogg FLAC', '\x7fFLAC', 28],
] as const;

const codecName = async (track: InputAudioTrack): Promise<string> => {
  const [codec, internal] = await Promise.all([track.getCodec(), track.getInternalCodecId()]);
  const id = codec ?? (typeof internal === 'string' ? internal : '');
  return CODEC_NAMES[id] ?? id.toUpperCase();
};

const startsWith = async (file: Blob, text: string, at = 0): Promise<boolean> =>
  (await file.slice(at, at + text.length).text()) === text;

/** Uncompressed audio needs no decoder. */
const mayDecode = async (track: InputAudioTrack): Promise<boolean> => {
  const codec = await track.getCodec();
  if (codec === null) return false;
  return (codec.startsWith('pcm') || hasAudioDecoder()) && track.canDecode();
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

/** The work on one file. */
interface Work {
  readonly message: ConvertMessage;
  readonly folder: WorkFolder;
  readonly budget: Budget;
  readonly report: (fraction: number) => void;
  readonly reply: (message: ConvertReply) => void;
}

/** Encodes with the first encoder that works. Writes a WAV file if there is none. */
const encode = async (
  reader: AudioReader,
  { folder, message: { encoderUrl, hashes = null } }: Work,
  onProgress: (seconds: number) => void,
): Promise<Blob> => {
  const loadWasm = encoderUrl === null ? null : () => loadModule(encoderUrl, hashes);
  const channels = reader.channels === 2 ? 2 : 1;
  for await (const encoder of findEncoders({ ...reader, channels }, loadWasm)) {
    try {
      return await encodeAac(reader, folder, encoder, onProgress);
    } catch (error) {
      if (!(error instanceof SilentEncoderError)) throw error;
    }
  }
  return encodeWav(reader, folder, onProgress);
};

/** `cutOffAt` is where the recording ends, in seconds, if its file was cut off. */
const convertAiff = async (work: Work) => {
  const { message, budget, report } = work;
  const { file } = message;
  const audio = await readAiff(file);
  if (audio === null) throw new CannotConvert('undecodable', 'AIFF');
  const { channels, sampleRate, bits, start, end } = audio;
  const seconds = (end - start) / (channels * (bits / 8)) / sampleRate;
  const pieces = (from: number) => readAiffPieces(file, audio, from);
  const reader: AudioReader = { id: 'aiff', channels, sampleRate, budget, pieces };
  const result = await encode(reader, work, (position) => report(position / seconds));
  return { result, cutOffAt: audio.isCutOff ? seconds : null };
};

/** Uncompressed audio from a time in seconds on. */
async function* readPcmPieces(track: InputAudioTrack, from: number): AsyncGenerator<Piece> {
  const sink = new AudioSampleSink(track);
  for await (const sample of from > 0 ? sink.samples(from) : sink.samples()) {
    try {
      const { sampleRate, timestamp } = sample;
      yield { start: timestamp, sampleRate, channels: planesOf(sample) };
    } finally {
      sample.close();
    }
  }
}

/** The pieces on the times of a recording that begins at `zero`. */
async function* movedBy(zero: number, pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  for await (const piece of pieces) yield { ...piece, start: piece.start - zero };
}

/** The packets from one on, until the file ends or is damaged. `onDamage` is called with the time of the last packet. */
async function* readPackets(
  track: InputAudioTrack,
  start: EncodedPacket,
  onDamage: (seconds: number) => void,
): AsyncGenerator<EncodedPacket> {
  const sink = new EncodedPacketSink(track);
  // `sink.packets()` reads ahead, and drops what it has read when it fails.
  for (let packet = start; ;) {
    yield packet;
    try {
      const next = await sink.getNextPacket(packet);
      if (next === null) return;
      packet = next;
    } catch (error) {
      // The file was changed, or costs too much.
      if (error instanceof DOMException || error instanceof InputDisposedError) throw error;
      return onDamage(packet.timestamp + packet.duration);
    }
  }
}

const convertTrack = async (work: Work) => {
  const { message, folder, budget, report, reply } = work;
  const { file, endsEarly } = await mendCutOff(message.file, budget);
  const source = new BlobSource(file, {
    handleUnhandledError: () => undefined,
    maxCacheSize: CACHE_BYTES,
  });
  let lastByte = 0;
  source.on('read', ({ end }) => {
    lastByte = end;
  });
  const formats = [MP4, QTFF, MATROSKA, WEBM, OGG, FLAC, MP3, ADTS, MPEG_TS];
  const input = new Input({ source, formats });
  limitReads(input, source, budget);
  try {
    if (!(await input.canRead())) throw new CannotConvert('unreadable');
    const tracks = await input.getAudioTracks();
    const languages = await Promise.all(tracks.map((track) => track.getLanguageCode()));
    reply({
      type: 'convert-tracks',
      tracks: languages.map((language) => ({ language: language === 'und' ? null : language })),
    });
    const track = tracks[message.track] ?? tracks[0];
    if (track === undefined) {
      const hasPicture = (await input.getVideoTracks()).length > 0;
      throw new CannotConvert(hasPicture ? 'no-sound' : 'unreadable');
    }
    const seconds = await track.getDurationFromMetadata();
    // Only the times of a transport stream begin anywhere.
    const zero = (await input.getFormat()) === MPEG_TS ? await input.getFirstTimestamp() : 0;
    let reached = 0;
    let isDamaged = false;
    // Formats without a duration are read from their start to their end, so their bytes show the progress.
    const onProgress = (position: number): void => {
      reached = Math.max(reached, position);
      report(seconds === null ? lastByte / file.size : position / (seconds || 1));
    };
    const packetsFrom = (start: EncodedPacket): AsyncIterable<EncodedPacket> =>
      readPackets(track, start, (end) => {
        isDamaged = true;
        reached = Math.max(reached, end - zero);
      });
    const done = (result: Blob) => ({
      result,
      cutOffAt: endsEarly || isDamaged ? reached : null,
    });
    const [channels, sampleRate] = [await track.getNumberOfChannels(), await track.getSampleRate()];
    if (!isSampleRate(sampleRate) || !isChannelCount(channels)) throw new BudgetError();
    if ((await track.getCodec()) === 'aac') {
      const copied = { track, zero, index: message.track, budget, packetsFrom };
      const result = await copyAac(copied, folder, onProgress);
      if (result !== null) return done(result);
    }
    const config = await track.getDecoderConfig();
    if (config === null || !(await mayDecode(track))) {
      throw new CannotConvert('undecodable', await codecName(track));
    }
    const decode = async function* (from: number): AsyncGenerator<Piece> {
      const sink = new EncodedPacketSink(track);
      const first = (from > 0 ? await sink.getPacket(from) : null) ?? (await sink.getFirstPacket());
      if (first !== null) yield* decodePackets(packetsFrom(first), config, budget);
    };
    const isPcm = config.codec.startsWith('pcm');
    const reader: AudioReader = {
      id: `track-${message.track}`,
      channels,
      sampleRate,
      budget,
      pieces(from) {
        const start = from > 0 ? zero + from : 0;
        return movedBy(zero, isPcm ? readPcmPieces(track, start) : decode(start));
      },
    };
    return done(await encode(reader, work, onProgress));
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
    for (const [name, text, at] of UNDECODABLE) {
      if (await startsWith(file, text, at)) throw new CannotConvert('undecodable', name);
    }
    const budget = createBudget(file.size);
    const folder = await openFolder(message.key, budget);
    const work = { message, folder, budget, report: createReporter(folder, reply), reply };
    const isAiff = (await startsWith(file, 'FORM')) && (await startsWith(file, 'AIF', 8));
    const { result, cutOffAt } = await (isAiff ? convertAiff(work) : convertTrack(work));
    return { kind: 'converted', result, isOnDisk: folder.isOnDisk, cutOffAt };
  } catch (error) {
    const [problem, codec] =
      error instanceof CannotConvert ? [error.problem, error.codec] : [problemOf(error), ''];
    return { kind: 'cannot', problem, codec };
  }
};

Object.assign(globalThis, { [CONVERT]: convert });
