/** The frames of an mp3 file, by their headers. */
import { readFrame } from '../../../../src/engine/audio-headers/mpeg-audio.js';
import { refuse, refuseTooLong, type FileBytes, type Structure } from './file-bytes.js';

type Frame = NonNullable<ReturnType<typeof readFrame>>;

/** Null if these four bytes are not a layer III header with a bit rate. */
const frameAt = (bytes: Buffer, at: number): Frame | null => {
  const frame = at + 4 <= bytes.length ? readFrame(bytes, at) : null;
  return frame?.codec === 'mp3' ? frame : null;
};

/** Position of a Xing or Info header, in bytes from the start of the frame: after the side information. */
const xingAt = ({ mpeg1, mono }: Frame): number => 4 + (mpeg1 ? (mono ? 17 : 32) : mono ? 9 : 17);

const HEADER = 10;

/** Where the audio starts: after an ID3v2 tag. */
const behindTag = async (file: FileBytes): Promise<number> => {
  const head = await file.read(0, HEADER);
  if (head.toString('latin1', 0, 3) !== 'ID3') return 0;
  const bytes = [...head.subarray(6, HEADER)];
  if (bytes.length < 4 || bytes.some((byte) => byte > 127))
    refuse('The ID3 tag of this mp3 file gives a length that is no number.');
  const length = bytes.reduce((sum, byte) => sum * 128 + byte, 0);
  if (HEADER + length >= file.size)
    refuse(
      `The ID3 tag of this mp3 file is said to have ${length} bytes, but the file has ${file.size}.`,
    );
  return HEADER + length;
};

/** The number of frames in a Xing or Info header; null if it is missing. */
const countedFrames = (bytes: Buffer, at: number): number | null => {
  const name = bytes.toString('latin1', at, at + 4);
  if ((name !== 'Xing' && name !== 'Info') || at + 12 > bytes.length) return null;
  const hasFrames = (bytes.readUInt32BE(at + 4) & 1) === 1;
  return hasFrames ? bytes.readUInt32BE(at + 8) : null;
};

const BLOCK = 256 * 1024;
/** The longest frame: 320 kbit/s at 32 kHz, and its padding. */
const LONGEST_FRAME = 1_441;

/** Rejects if less than half of the file is frames, or if announced frames are missing. */
export const readMp3 = async (file: FileBytes): Promise<Structure> => {
  const start = await behindTag(file);
  let at = start;
  let inFrames = 0;
  let frames = 0;
  let seconds = 0;
  let counted: number | null = null;
  let block: Buffer = Buffer.alloc(0);
  let blockAt = start;
  while (at + 4 <= file.size) {
    if (at + LONGEST_FRAME + 4 > blockAt + block.length && blockAt + block.length < file.size) {
      block = await file.read(at, BLOCK);
      blockAt = at;
    }
    const frame = frameAt(block, at - blockAt);
    const end = frame === null ? 0 : at + frame.size;
    // The next frame must start where this one ends, because four bytes may look like a header by chance.
    const isFrame =
      frame !== null &&
      end <= file.size &&
      (end + 4 > file.size ||
        frameAt(block, end - blockAt)?.sampleRate === frame.sampleRate ||
        (inFrames > 0 && block.toString('latin1', end - blockAt, end - blockAt + 3) === 'TAG'));
    if (!isFrame) {
      at += 1;
      continue;
    }
    const header = frames === 0 ? countedFrames(block, at - blockAt + xingAt(frame)) : null;
    counted ??= header;
    inFrames += frame.size;
    frames += 1;
    seconds += frame.samples / frame.sampleRate;
    at = end;
  }
  if (frames < 2 || 2 * inFrames < file.size - start)
    refuse('This mp3 file has hardly any frames of MPEG audio that can be read.');
  // The header frame is not always counted, nor is a truncated last frame.
  if (counted !== null && counted > frames + 2)
    refuse(
      `The file is incomplete: it is said to have ${counted} frames, and ${frames} are there.`,
    );
  refuseTooLong(seconds);
  return { seconds, pieces: [{ start, end: file.size }] };
};
