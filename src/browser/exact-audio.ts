/**
 * Finds what to play of a recording, so that what is heard is what was clicked. A browser guesses the times of a file
 * without a full index, and cannot seek in one that a host only sends from its start.
 */
import { decodeAdpcm, isAdpcm } from '../engine/audio-headers/adpcm.js';
import { detectAudioFormat } from '../engine/audio-headers/detect-format.js';
import { readFrameIndex } from '../engine/audio-headers/frame-index.js';
import { sourceOf } from '../engine/audio-headers/bytes.js';
import { mp4Around } from '../engine/audio-headers/frames-in-mp4.js';
import { readFrame } from '../engine/audio-headers/mpeg-audio.js';
import { isWave, MP3_IN_WAVE, readWaveHeader } from '../engine/audio-headers/wave.js';

type WaveHeader = NonNullable<Awaited<ReturnType<typeof readWaveHeader>>>;

interface OpenedAudio {
  readonly copy: Blob | null;
  readonly soundMs: number | null;
}

const AS_IT_IS: OpenedAudio = { copy: null, soundMs: null };

/** Audio at an address is kept in memory up to this many bytes: about two hours of MP3. */
export const MOST_BYTES_IN_MEMORY = 100_000_000;

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

/** A copy of an MP3 or raw AAC that shares its bytes: only the index is new. */
const framesCopy = async (file: Blob, signal: AbortSignal): Promise<OpenedAudio> => {
  const index = await readFrameIndex(sourceOf(file), signal);
  if (index === null) return AS_IT_IS;
  const { head, from, seconds } = mp4Around(index, file.size);
  return {
    copy: await joined('audio/mp4', [head, file.slice(from)]),
    soundMs: seconds * 1000,
  };
};

/** PCM, float, A-law and µ-law. */
const UNCOMPRESSED = [1, 3, 6, 7];
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
      isDouble
        ? Math.max(-32_768, Math.min(32_767, 32_768 * view.getFloat64(8 * at, true)))
        : view.getInt16(4 * at + 2, true),
    );
  };
};

const DECODED_BYTES = 1024 * 1024;

/** The same samples with 16 bits; null if they are too many. */
const decodedCopy = async (
  data: Blob,
  { channels, sampleRate, frameBytes }: WaveHeader,
  decode: (bytes: Uint8Array) => Int16Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<Blob | null> => {
  const step = frameBytes * Math.max(1, Math.floor(DECODED_BYTES / frameBytes));
  const parts: Int16Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (let at = 0; at < data.size; at += step) {
    const samples = decode(new Uint8Array(await data.slice(at, at + step).arrayBuffer()));
    signal.throwIfAborted();
    bytes += samples.byteLength;
    if (bytes > MOST_BYTES_IN_MEMORY) return null;
    parts.push(samples);
  }
  const shape = { coding: 1, channels, sampleRate, frameBytes: 2 * channels };
  return new Blob([wavHeader(shape, bytes), ...parts], { type: 'audio/wav' });
};

/** What every browser plays: a header without unknown or 64-bit sizes or a wrong byte rate in front of the same samples, with 16 bits if needed. */
const waveCopy = async (file: Blob, signal: AbortSignal): Promise<Blob | null> => {
  const header = await readWaveHeader(sourceOf(file));
  if (header === null) return null;
  const { coding, channels, sampleRate, frameBytes, dataStart, dataBytes } = header;
  const rest = file.size - dataStart;
  const whole = Math.min(dataBytes, rest);
  const bytes = whole - (whole % frameBytes);
  const data = file.slice(dataStart, dataStart + bytes);
  const decode = decoderOf(header);
  if (decode !== null && bytes > 0) return decodedCopy(data, header, decode, signal);
  const isPlain =
    (await file.slice(0, 4).text()) === 'RIFF' &&
    dataBytes <= rest &&
    header.bytesPerSecond === sampleRate * frameBytes;
  if (isPlain || !UNCOMPRESSED.includes(coding)) return null;
  if (!(bytes > 0) || !Number.isInteger((frameBytes * 8) / channels) || bytes > MOST_RIFF_BYTES)
    return null;
  return joined('audio/wav', [wavHeader(header, bytes), data]);
};

/** Where an MP3 is inside a WAV file; null for other files. */
const mp3InWave = async (file: Blob): Promise<Blob | null> => {
  const header = await readWaveHeader(sourceOf(file));
  if (header?.coding !== MP3_IN_WAVE) return null;
  return file.slice(header.dataStart, header.dataStart + header.dataBytes);
};

const openFile = async (file: Blob, signal: AbortSignal): Promise<OpenedAudio> => {
  const format = await detectAudioFormat(sourceOf(file));
  signal.throwIfAborted();
  if (format.kind === 'unsupported' && format.found?.format === 'AAC')
    return framesCopy(file, signal);
  if (format.kind !== 'audio') return AS_IT_IS;
  if (format.fileType === 'mp3') return framesCopy(file, signal);
  const soundMs = format.durationSeconds === null ? null : format.durationSeconds * 1000;
  if (format.fileType !== 'wav') return { copy: null, soundMs };
  const mp3 = await mp3InWave(file);
  return mp3 === null ? { copy: await waveCopy(file, signal), soundMs } : framesCopy(mp3, signal);
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

/** True if browsers guess the times of a file that begins like this, or cannot read it. */
const isInexact = (head: Uint8Array): boolean => {
  const name = String.fromCharCode(...head.subarray(0, 4));
  return name.startsWith('ID3') || readFrame(head, 0) !== null || (isWave(head) && name !== 'RIFF');
};

/** What is at an address; null if it can be played from there. Rejects if the host does not allow the page to read it. */
const fetchAll = async (address: string, signal: AbortSignal): Promise<Blob | null> => {
  const response = await fetch(address, {
    signal,
    headers: { range: `bytes=0-${HEAD_BYTES - 1}` },
  });
  // A host that ignores ranges sends everything, and a player could only start at the beginning.
  if (response.status === 200) return readAll(response);
  if (response.status !== 206) return null;
  const head = new Uint8Array(await response.arrayBuffer());
  if (!isInexact(head)) return null;
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
