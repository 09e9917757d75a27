/**
 * Converts recordings that the service does not accept: copies AAC into an m4a file, encodes other audio to AAC, or
 * writes a WAV file where the browser has no encoder. The worker loads this module only when it needs it.
 */
import {
  BlobSource,
  EncodedPacketSink,
  Input,
  Logging,
  LogLevel,
  MPEG_TS,
  type EncodedPacket,
  type InputAudioTrack,
} from 'mediabunny';
import {
  createBudget,
  isChannelCount,
  isSampleRate,
  TooLongError,
  type Budget,
} from '../engine/audio-headers/budget.js';
import type { ConvertProblem } from '../engine/ports.js';
import {
  decodePackets,
  isUncompressed,
  limitReads,
  readPcmPieces,
  UndecodableError,
  type Piece,
} from '../peaks/decode-packets.js';
import { loadModule } from '../peaks/load-module.js';
import { hasAudioDecoder } from '../peaks/webkit-gtk.js';
import { codecName } from './codec-name.js';
import { mendCutOff } from './cut-off.js';
import { encodeAac, encodeWav, SilentEncoderError, type AudioReader } from './encode.js';
import { findEncoders } from './encoders.js';
import {
  beginsWithFrames,
  configOf,
  copyRuns,
  readRunPieces,
  readRuns,
  streamOfAll,
} from './frame-runs.js';
import {
  CONVERT,
  type ConvertEnd,
  type ConvertMessage,
  type ConvertReply,
} from './convert-messages.js';
import { joinedName } from './joined.js';
import { copyAac } from './m4a.js';
import { CannotConvert, openRecording, TRACK_FORMATS, withoutSound } from './readable.js';
import { readRawPieces, secondsOfRaw, type RawAudio } from './raw-audio.js';
import { movedBy, onOneTimeline, readPackets } from './packets.js';
import { openFolder, type WorkFolder } from './work-folder.js';
import type { Convert } from './convert-worker.js';

// Log no details: logs end up in public bug reports.
Logging.level = LogLevel.Silent;

/** In bytes. Enough to read ahead; the rest of the file is not kept. */
const CACHE_BYTES = 8 * 1024 * 1024;

/** In ms. Each report makes the page draw. */
const REPORT_MS = 150;

/** Uncompressed audio needs no decoder. */
const mayDecode = async (track: InputAudioTrack): Promise<boolean> => {
  const codec = await track.getCodec();
  if (codec === null) return false;
  return isUncompressed(codec) || (hasAudioDecoder() && (await track.canDecode()));
};

const decodes = async (config: AudioDecoderConfig): Promise<boolean> =>
  hasAudioDecoder() && (await AudioDecoder.isConfigSupported(config)).supported === true;

/** Reports at most every `REPORT_MS`. */
const createReporter = (folder: WorkFolder, reply: (message: ConvertReply) => void) => {
  let reportedAt = -Infinity;
  return (fraction: number): void => {
    const now = performance.now();
    if (now - reportedAt < REPORT_MS) return;
    reportedAt = now;
    // Write to disk before the report: a reload must not lose what was reported.
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
const convertRaw = async (work: Work, audio: RawAudio) => {
  const { message, budget, report } = work;
  const { file } = message;
  const { channels, sampleRate, isCutOff } = audio;
  const seconds = secondsOfRaw(audio);
  const pieces = (from: number) => readRawPieces(file, audio, from);
  const reader: AudioReader = { id: 'raw', channels, sampleRate, budget, pieces };
  const result = await encode(reader, work, (position) => report(position / seconds));
  return { result, cutOffAt: isCutOff ? seconds : null };
};

/** Converts MP3 and raw AAC. mediabunny would leave out frames behind other bytes, and those that differ from the first one. */
const convertFrames = async (work: Work) => {
  const { message, budget, report } = work;
  const { file } = message;
  const runs = await readRuns(file, budget);
  const [first] = runs;
  if (first === undefined) throw new CannotConvert('unreadable');
  const seconds = runs.at(-1)?.to ?? 0;
  const onProgress = (position: number): void => report(position / seconds);
  const stream = streamOfAll(runs);
  if (stream !== null) {
    const result = await copyRuns({ ...work, file }, runs, stream, onProgress);
    return { result, cutOffAt: null };
  }
  const config = configOf(first);
  const name = first.frame.codec === 'mp3' ? 'MP3' : 'AAC';
  if (config === null || !(await decodes(config))) throw new CannotConvert('undecodable', name);
  const { numberOfChannels: channels, sampleRate } = config;
  const pieces = (from: number) => readRunPieces(file, runs, from, budget);
  const reader: AudioReader = { id: 'frames', channels, sampleRate, budget, pieces };
  try {
    return { result: await encode(reader, work, onProgress), cutOffAt: null };
  } catch (error) {
    throw error instanceof UndecodableError ? new CannotConvert('undecodable', name) : error;
  }
};

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
  const input = new Input({ source, formats: TRACK_FORMATS });
  limitReads(input, source, budget);
  let nameOf = (): Promise<string> => Promise.resolve('');
  try {
    if (!(await input.canRead())) {
      if (await beginsWithFrames(file)) return await convertFrames(work);
      throw new CannotConvert('unreadable');
    }
    const tracks = await input.getAudioTracks();
    const languages = await Promise.all(tracks.map((track) => track.getLanguageCode()));
    reply({
      type: 'convert-tracks',
      tracks: languages.map((language) => ({ language: language === 'und' ? null : language })),
    });
    const track = tracks[message.track] ?? tracks[0];
    if (track === undefined) throw await withoutSound(input, file);
    const joined = await joinedName(file, await input.getFormat(), budget, () => report(0));
    if (joined !== null) throw new CannotConvert('undecodable', joined);
    nameOf = () => codecName(track);
    const seconds = await track.getDurationFromMetadata();
    // Only the times of a transport stream begin anywhere, and may start again.
    const isStream = (await input.getFormat()) === MPEG_TS;
    const zero = isStream ? await input.getFirstTimestamp() : 0;
    let reached = 0;
    let isDamaged = false;
    // Formats without a duration are read from their start to their end, so their bytes show the progress.
    const onProgress = (position: number): void => {
      reached = Math.max(reached, position);
      report(seconds === null ? lastByte / file.size : position / (seconds || 1));
    };
    const packetsFrom = (start: EncodedPacket): AsyncIterable<EncodedPacket> => {
      const packets = readPackets(track, start, (end) => {
        isDamaged = true;
        reached = Math.max(reached, end - zero);
      });
      // After a reload, a stream is read from its start again, which shows as progress.
      return isStream ? onOneTimeline(packets, () => onProgress(0)) : packets;
    };
    const done = (result: Blob) => ({
      result,
      cutOffAt: endsEarly || isDamaged ? reached : null,
    });
    const [channels, sampleRate] = [await track.getNumberOfChannels(), await track.getSampleRate()];
    const codec = await track.getCodec();
    if (!isSampleRate(sampleRate) || !isChannelCount(channels)) {
      throw new CannotConvert('undecodable', await codecName(track));
    }
    if (codec === 'aac') {
      const copied = {
        ...{ track, zero, index: message.track, budget },
        ...{ mayStartAgain: isStream, packetsFrom },
      };
      const result = await copyAac(copied, folder, onProgress);
      if (result !== null) return done(result);
    }
    const config = await track.getDecoderConfig();
    if (config === null || !(await mayDecode(track))) {
      throw new CannotConvert('undecodable', await codecName(track));
    }
    const decode = async function* (from: number): AsyncGenerator<Piece> {
      const sink = new EncodedPacketSink(track);
      const isFound = from > 0 && !isStream;
      const first = (isFound ? await sink.getPacket(from) : null) ?? (await sink.getFirstPacket());
      if (first !== null) yield* decodePackets(packetsFrom(first), config, budget);
      // A whole file has packets that are not recognised, such as those of FLAC below 8 kHz.
      else if (seconds !== null && seconds > 0 && !endsEarly) throw new UndecodableError();
    };
    const isPcm = isUncompressed(codec);
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
  } catch (error) {
    if (!(error instanceof UndecodableError)) throw error;
    throw new CannotConvert('undecodable', await nameOf());
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
    const { file, raw } = await openRecording(message.file);
    const budget = createBudget(file.size);
    const folder = await openFolder(message.key, budget);
    const work = {
      message: { ...message, file },
      folder,
      budget,
      report: createReporter(folder, reply),
      reply,
    };
    const { result, cutOffAt } = await (raw === null ? convertTrack(work) : convertRaw(work, raw));
    return { kind: 'converted', result, isOnDisk: folder.isOnDisk, cutOffAt };
  } catch (error) {
    const [problem, codec] =
      error instanceof CannotConvert ? [error.problem, error.codec] : [problemOf(error), ''];
    return { kind: 'cannot', problem, codec };
  }
};

Object.assign(globalThis, { [CONVERT]: convert });
