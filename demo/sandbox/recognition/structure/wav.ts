/** The chunks of a wav file. */
import { refuse, refuseTooLong, type FileBytes, type Structure } from './file-bytes.js';

interface Format {
  readonly channels: number;
  /** Samples per second. */
  readonly rate: number;
  /** Bytes of one sample of every channel, or of one block of ADPCM. */
  readonly block: number;
  readonly bits: number;
  /** Samples per channel in one block. */
  readonly samplesPerBlock: number;
}

const PCM = 1;
const MS_ADPCM = 2;
const FLOAT = 3;
const IMA_ADPCM = 0x11;
const G711 = [6, 7];
const EXTENSIBLE = 0xfffe;

const MOST_CHANNELS = 32;
/** Maximum number of chunks before the audio that are skipped, e.g. a cover. */
const MOST_CHUNKS = 1_000;
/** Maximum size of a fmt chunk in bytes; the longest in use has 50. */
const LONGEST_FORMAT = 1_024;
/** Sizes that programs write when they do not know the size yet: the audio continues to the end of the file. */
const UNKNOWN_SIZES = [0, 0xffff_ffff];

/** Samples per channel in a block of ADPCM, from the header. Both kinds store at most two samples per byte. */
const adpcmBlock = (chunk: Buffer, channels: number, block: number): number => {
  const stated = chunk.length >= 20 ? chunk.readUInt16LE(18) : 0;
  const most = (2 * block) / channels + 2;
  if (stated > most)
    refuse(`A block of ${block} bytes cannot hold ${stated} samples of ${channels} channels.`);
  return stated > 0 ? stated : most;
};

const readFormat = (chunk: Buffer): Format => {
  if (chunk.length < 16) refuse('This wav file has no fmt chunk before its audio.');
  const first = chunk.readUInt16LE(0);
  const codec = first === EXTENSIBLE && chunk.length >= 26 ? chunk.readUInt16LE(24) : first;
  const channels = chunk.readUInt16LE(2);
  const rate = chunk.readUInt32LE(4);
  const block = chunk.readUInt16LE(12);
  const bits = chunk.readUInt16LE(14);
  if (channels < 1 || channels > MOST_CHANNELS)
    refuse(`This wav file says that it has ${channels} channels.`);
  if (rate === 0) refuse('This wav file says that it has 0 samples a second.');
  if (block === 0) refuse('This wav file says that a sample takes 0 bytes.');
  const shared = { channels, rate, block, bits };
  if (codec === MS_ADPCM || codec === IMA_ADPCM)
    return { ...shared, samplesPerBlock: adpcmBlock(chunk, channels, block) };
  const sizes = { [PCM]: [8, 16, 24, 32], [FLOAT]: [32, 64] }[codec];
  const fits = sizes?.includes(bits) ?? (G711.includes(codec) && bits === 8);
  if (!fits) refuse(`This wav file has format ${codec} with ${bits} bits, which is not supported.`);
  if (block !== (channels * bits) / 8)
    refuse(`${channels} channels of ${bits} bits do not take ${block} bytes a sample.`);
  return { ...shared, samplesPerBlock: 1 };
};

/** The header for the decoder. Other chunks of the file are omitted. */
const plainHeader = (format: Buffer, size: number): Buffer => {
  const header = Buffer.alloc(28 + format.length);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(0xffff_ffff, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(format.length, 16);
  format.copy(header, 20);
  header.write('data', 20 + format.length, 'latin1');
  header.writeUInt32LE(size, 24 + format.length);
  return header;
};

export const readWav = async (file: FileBytes): Promise<Structure> => {
  let chunk: Buffer = Buffer.alloc(0);
  let at = 12;
  for (let count = 0; count < MOST_CHUNKS && at + 8 <= file.size; count += 1) {
    const head = await file.read(at, 8);
    const name = head.toString('latin1', 0, 4);
    const stated = head.readUInt32LE(4);
    const left = file.size - at - 8;
    const isData = name === 'data';
    const size = isData && UNKNOWN_SIZES.includes(stated) ? left : stated;
    if (size > left)
      refuse(
        `The file is incomplete: its ${isData ? 'audio' : 'header'} is said to have ${size} bytes, and ${left} are there.`,
      );
    if (name === 'fmt ' && size < 16)
      refuse(`The fmt chunk of this wav file has ${size} bytes, and at least 16 are needed.`);
    if (name === 'fmt ') chunk = await file.read(at + 8, Math.min(size, LONGEST_FORMAT));
    if (isData) {
      const { block, samplesPerBlock, rate } = readFormat(chunk);
      const seconds = (Math.floor(size / block) * samplesPerBlock) / rate;
      if (seconds === 0) refuse('There is no audio in this wav file.');
      refuseTooLong(seconds);
      return {
        seconds,
        pieces: [{ bytes: plainHeader(chunk, size) }, { start: at + 8, end: at + 8 + size }],
      };
    }
    // A chunk of odd size is followed by a padding byte.
    at += 8 + size + (size % 2);
  }
  return refuse('There is no audio in this wav file.');
};
