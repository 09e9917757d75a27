/**
 * Finds what to play of a recording, so that what is heard is what was clicked. A browser guesses the times of a file
 * without a full index, and cannot seek in one that a host only sends from its start.
 */
import { decodeAdpcm, isAdpcm } from '../engine/audio-headers/adpcm.js';
import { ascii, bounded, sourceOf, type ByteSource } from '../engine/audio-headers/bytes.js';
import { detectAudioFormat, type AudioFormat } from '../engine/audio-headers/detect-format.js';
import {
  readFrameIndex,
  readFrameRuns,
  type FrameRun,
} from '../engine/audio-headers/frame-index.js';
import { mp4Around } from '../engine/audio-headers/frames-in-mp4.js';
import { skipId3 } from '../engine/audio-headers/mpeg-audio.js';
import { EXTENSIBLE, isWave, MP3_IN_WAVE, readWaveHeader } from '../engine/audio-headers/wave.js';

type WaveHeader = NonNullable<Awaited<ReturnType<typeof readWaveHeader>>>;

interface OpenedAudio {
  readonly copy: Blob | null;
  readonly soundMs: number | null;
}

const AS_IT_IS: OpenedAudio = { copy: null, soundMs: null };

/** Audio at an address is kept in memory up to this many bytes: about two hours of MP3. */
const MOST_BYTES_IN_MEMORY = 100_000_000;

const HEAD_BYTES = 65_536;

/** Firefox cannot seek in a Blob of several parts. */
const needsOnePiece = (): boolean => navigator.userAgent.includes('Firefox/');

/** A Blob of these parts. Firefox writes what it reads from a response to a temporary file if it is large. */
const joined = async (
  type: string,
  parts: readonly [Uint8Array<ArrayBuffer>, Blob],
): Promise<Blob> => {
  const copy = new Blob([...parts], { type });
  return needsOnePiece() ? new Response(copy).blob() : copy;
};

const WAV_HEADER_BYTES = 44;
const MOST_RIFF_BYTES = 0xffffffff - WAV_HEADER_BYTES;

const wavHeader = (
  {
    coding,
    channels,
    sampleRate,
    frameBytes,
  }: Pick<WaveHeader, 'coding' | 'channels' | 'sampleRate' | 'frameBytes'>,
  bytes: number,
): Uint8Array<ArrayBuffer> => {
  const view = new DataView(new ArrayBuffer(WAV_HEADER_BYTES));
  const result = new Uint8Array(view.buffer);
  result.set(new TextEncoder().encode('RIFF    WAVEfmt '));
  view.setUint32(4, bytes + WAV_HEADER_BYTES - 8, true);
  view.setUint32(16, 16, true);
  view.setUint16(20, coding, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * frameBytes, true);
  view.setUint16(32, frameBytes, true);
  view.setUint16(34, (frameBytes * 8) / channels, true);
  result.set(new TextEncoder().encode('data'), 36);
  view.setUint32(40, bytes, true);
  return result;
};

const toInt16 = (level: number): number => Math.max(-32_768, Math.min(32_767, 32_768 * level));

/** Decodes a coding that not every browser plays to 16 bits. Null for other codings. The bytes are whole frames or blocks. */
const decoderOf = (header: WaveHeader): ((bytes: Uint8Array) => Int16Array<ArrayBuffer>) | null => {
  const { coding, channels, frameBytes } = header;
  if (isAdpcm(header)) {
    return (bytes) => {
      const blocks: Int16Array[] = [];
      for (let at = 0; at < bytes.length; at += frameBytes) {
        blocks.push(decodeAdpcm(coding, bytes.subarray(at, at + frameBytes), channels));
      }
      const samples = new Int16Array(blocks.reduce((sum, { length }) => sum + length, 0));
      let at = 0;
      for (const block of blocks) {
        samples.set(block, at);
        at += block.length;
      }
      return samples;
    };
  }
  const isDouble = coding === 3 && frameBytes === 8 * channels;
  if (!isDouble && !(coding === 1 && frameBytes === 4 * channels)) return null;
  return ({ buffer, byteOffset, byteLength }) => {
    const view = new DataView(buffer, byteOffset, byteLength);
    const bytesEach = isDouble ? 8 : 4;
    return Int16Array.from({ length: byteLength / bytesEach }, (_, at) =>
      isDouble ? toInt16(view.getFloat64(8 * at, true)) : view.getInt16(4 * at + 2, true),
    );
  };
};

const DECODED_BYTES = 1024 * 1024;
/** Browsers keep a large Blob on disk. This is about seven hours of a call. */
const MOST_DECODED_BYTES = 400_000_000;

/** The same samples with 16 bits; null if they are too many. */
const decodedCopy = async (
  data: Blob,
  { channels, sampleRate, frameBytes }: WaveHeader,
  decode: (bytes: Uint8Array) => Int16Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<Blob | null> => {
  const step = frameBytes * Math.max(1, Math.floor(DECODED_BYTES / frameBytes));
  const parts: Blob[] = [];
  let bytes = 0;
  for (let at = 0; at < data.size; at += step) {
    const samples = decode(new Uint8Array(await data.slice(at, at + step).arrayBuffer()));
    signal.throwIfAborted();
    bytes += samples.byteLength;
    if (bytes > MOST_DECODED_BYTES) return null;
    parts.push(new Blob([samples]));
  }
  const shape = { coding: 1, channels, sampleRate, frameBytes: 2 * channels };
  return joined('audio/wav', [wavHeader(shape, bytes), new Blob(parts)]);
};

/** Runs of alike frames: each one is decoded by itself. */
const MOST_RUNS = 100;

/** The samples of all channels in turn, with 16 bits. Silence follows if there are too few. */
const interleaved = (sound: AudioBuffer, channels: number, frames: number) => {
  const samples = new Int16Array(frames * channels);
  for (let channel = 0; channel < channels; channel += 1) {
    const levels = sound.getChannelData(Math.min(channel, sound.numberOfChannels - 1));
    for (let at = 0; at < Math.min(frames, levels.length); at += 1)
      samples[at * channels + channel] = toInt16(levels[at] ?? 0);
  }
  return samples;
};

/** The decoded sound of MP3 or AAC whose sample rate or channels change: no browser follows that. */
const decodedFrames = async (file: Blob, signal: AbortSignal): Promise<OpenedAudio> => {
  const runs: FrameRun[] = [];
  for await (const run of readFrameRuns(sourceOf(file), signal)) {
    if (runs.length === MOST_RUNS) return AS_IT_IS;
    runs.push(run);
  }
  const { sampleRate } = runs[0]?.frame ?? { sampleRate: 0 };
  const channels = runs.every(({ frame }) => frame.mono) ? 1 : 2;
  const ends = runs.map(() => 0);
  const seconds = runs.reduce((end, { frame, sizes }, at) => {
    ends[at] = end + (sizes.length * frame.samples) / frame.sampleRate;
    return ends[at];
  }, 0);
  const frameBytes = 2 * channels;
  if (seconds === 0 || seconds * sampleRate * frameBytes > MOST_BYTES_IN_MEMORY) return AS_IT_IS;
  const parts: Blob[] = [];
  let written = 0;
  let at = -1;
  for (const { start, sizes } of runs) {
    at += 1;
    const size = sizes.reduce((sum, one) => sum + one, 0);
    const bytes = await file.slice(start, start + size).arrayBuffer();
    const context = new OfflineAudioContext(channels, 1, sampleRate);
    const sound = await context.decodeAudioData(bytes);
    signal.throwIfAborted();
    const end = Math.round((ends[at] ?? 0) * sampleRate);
    parts.push(new Blob([interleaved(sound, channels, end - written)]));
    written = end;
  }
  const shape = { coding: 1, channels, sampleRate, frameBytes };
  const header = wavHeader(shape, written * frameBytes);
  const copy = await joined('audio/wav', [header, new Blob(parts)]);
  return { copy, soundMs: seconds * 1000 };
};

/** A copy of an MP3 or raw AAC that shares its bytes: only the index is new. It is decoded if its frames are not alike. */
const framesCopy = async (file: Blob, signal: AbortSignal): Promise<OpenedAudio> => {
  const index = await readFrameIndex(sourceOf(file), signal);
  if (index === null) return decodedFrames(file, signal);
  const { head, from, seconds } = mp4Around(index, file.size);
  return {
    copy: await joined('audio/mp4', [head, file.slice(from)]),
    soundMs: seconds * 1000,
  };
};

/** Makes what is played in place of a file. */
type MakeCopy = (file: Blob, signal: AbortSignal) => Promise<OpenedAudio>;

/** A plain header in front of the same samples, which have 16 bits if not every browser plays them as they are. */
const copyWave =
  (header: WaveHeader): MakeCopy =>
  async (file, signal) => {
    const { channels, frameBytes, sampleRate, dataStart, dataBytes } = header;
    const whole = Math.min(dataBytes, file.size - dataStart);
    const bytes = whole - (whole % frameBytes);
    const data = file.slice(dataStart, dataStart + bytes);
    const soundMs = (1000 * bytes) / (sampleRate * frameBytes);
    const decode = decoderOf(header);
    if (decode !== null && bytes > 0)
      return { copy: await decodedCopy(data, header, decode, signal), soundMs: null };
    const isPossible = bytes > 0 && Number.isInteger(frameBytes / channels);
    if (!isPossible || bytes > MOST_RIFF_BYTES) return AS_IT_IS;
    return { copy: await joined('audio/wav', [wavHeader(header, bytes), data]), soundMs };
  };

/** How to make what every browser plays of a WAV file at its exact times; null if that is the file itself. */
const wayToPlay = async (file: ByteSource): Promise<MakeCopy | null> => {
  const header = await readWaveHeader(file);
  if (header === null) return null;
  const { coding, isUncompressed, isExact, dataStart, dataBytes } = header;
  if (coding === MP3_IN_WAVE)
    return (whole, signal) => framesCopy(whole.slice(dataStart, dataStart + dataBytes), signal);
  const isComplete = dataBytes < Infinity && dataBytes <= file.size - dataStart;
  const isPlain = isExact && isComplete && ascii(await file.read(0, 4), 0, 'RIFF');
  // Without the rest of its header, it is not known what it has.
  const isInexact = isUncompressed && coding !== EXTENSIBLE && !isPlain;
  return isInexact || decoderOf(header) !== null ? copyWave(header) : null;
};

const areFrames = (format: AudioFormat): boolean =>
  format.kind === 'audio'
    ? format.fileType === 'mp3'
    : format.kind === 'unsupported' && format.found?.format === 'AAC';

const openFile = async (file: Blob, signal: AbortSignal): Promise<OpenedAudio> => {
  const source = sourceOf(file);
  const format = await detectAudioFormat(source);
  signal.throwIfAborted();
  if (areFrames(format)) return framesCopy(file, signal);
  if (format.kind !== 'audio') return AS_IT_IS;
  const soundMs = format.durationSeconds === null ? null : format.durationSeconds * 1000;
  if (format.fileType !== 'wav') return { copy: null, soundMs };
  // Browsers find no WAV file behind a tag.
  const start = await skipId3(bounded(source));
  const content = start > 0 ? file.slice(start, file.size, 'audio/wav') : file;
  const make = await wayToPlay(sourceOf(content));
  const opened = await make?.(content, signal);
  return {
    copy: opened?.copy ?? (start > 0 ? content : null),
    soundMs: opened?.soundMs ?? soundMs,
  };
};

/** The rest of a response as a Blob; null if it is too large. */
const readAll = async ({ body, headers }: Response): Promise<Blob | null> => {
  if (body === null) return null;
  const reader = body.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = Number(headers.get('content-length') ?? 0);
  let read = 0;
  for (;;) {
    bytes = Math.max(bytes, read);
    if (bytes > MOST_BYTES_IN_MEMORY) {
      await reader.cancel();
      return null;
    }
    const { done, value } = await reader.read();
    if (done) return new Blob(chunks, { type: headers.get('content-type') ?? '' });
    chunks.push(value);
    read += value.length;
  }
};

/** Asks for a part of what is at an address. */
const fetchPart = (address: string, start: number, length: number, signal: AbortSignal) =>
  fetch(address, { signal, headers: { range: `bytes=${start}-${start + length - 1}` } });

const bytesOf = async (part: Response): Promise<Uint8Array> => {
  if (part.status !== 206) throw new Error('the host does not send this part');
  return new Uint8Array(await part.arrayBuffer());
};

/** Size of the whole file in bytes, by the answer with a part of it. Infinity if the host does not say it. */
const sizeOf = ({ headers }: Response): number =>
  Number(/\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1] ?? Infinity);

/** True if browsers guess the times of what is at an address, or cannot read it. `head`: its first bytes. */
const isInexact = async (head: Uint8Array, file: ByteSource): Promise<boolean> => {
  if (ascii(head, 0, 'ID3')) return true;
  if (isWave(head)) return (await wayToPlay(bounded(file))) !== null;
  const read = async (at: number, length: number) => head.subarray(at, at + length);
  return areFrames(await detectAudioFormat({ size: file.size, read }));
};

/** What is at an address; null if it can be played from there. Rejects if the host does not allow the page to read it. */
const fetchAll = async (address: string, signal: AbortSignal): Promise<Blob | null> => {
  const response = await fetchPart(address, 0, HEAD_BYTES, signal);
  // A host that ignores ranges sends everything, and a player could only start at the beginning.
  if (response.status === 200) return readAll(response);
  if (response.status !== 206) return null;
  const head = await bytesOf(response);
  const read: ByteSource['read'] = async (at, length) =>
    at + length <= head.length
      ? head.subarray(at, at + length)
      : bytesOf(await fetchPart(address, at, length, signal));
  if (!(await isInexact(head, { size: sizeOf(response), read }))) return null;
  const whole = await fetch(address, { signal });
  return whole.ok ? readAll(whole) : null;
};

/** True if the user asked the browser to save data. Then no audio is downloaded only to draw it, or to seek exactly. */
export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

const isHttp = (address: string): boolean =>
  URL.canParse(address, document.baseURI) &&
  /^https?:$/.test(new URL(address, document.baseURI).protocol);

/**
 * What to play of a recording, or of the audio at an address. `copy` has the same sound, at exact times, and shares the
 * bytes of a file; it is null if the source itself is as good. Rejects only with the signal's reason.
 */
export const openAudio = async (
  source: Blob | string,
  signal: AbortSignal,
): Promise<OpenedAudio> => {
  try {
    if (typeof source !== 'string') return await openFile(source, signal);
    const file = isHttp(source) && !savesData() ? await fetchAll(source, signal) : null;
    if (file === null) return AS_IT_IS;
    const { copy, soundMs } = await openFile(file, signal);
    return { copy: copy ?? file, soundMs };
  } catch {
    signal.throwIfAborted();
    return AS_IT_IS;
  }
};
