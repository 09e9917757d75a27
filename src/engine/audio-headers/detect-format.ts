import type { FoundKind } from '../../protocol/errors.js';
import { ascii, bounded, byte, type ByteSource, uint32 } from './bytes.js';
import { audio, type AudioFormat, unsupported } from './format.js';
import { isIsoMedia, readIsoMedia } from './iso-media.js';
import { type FrameCodec, hasFramesInside, readMpegAudio, skipId3 } from './mpeg-audio.js';
import { isWave, readWave } from './wave.js';

export { conversionOf, type AudioFormat } from './format.js';
export type { ByteSource } from './bytes.js';

/** Number of bytes that the signatures need. */
const START_BYTES = 4096;

const OTHER_FRAMES: Readonly<Record<Exclude<FrameCodec, 'mp3'>, string>> = {
  'mpeg-layer-1': 'MP1',
  'mpeg-layer-2': 'MP2',
  aac: 'AAC',
};

/** The format of a file that begins with its content. */
const detectContent = async (file: ByteSource, isTagged: boolean): Promise<AudioFormat> => {
  const first = await file.read(0, START_BYTES);
  if (isWave(first)) return readWave(file);
  // Its index counts from the start of the file, so that a tag hides the sound until a conversion leaves it out.
  if (isIsoMedia(first)) return isTagged ? unsupported('audio', 'M4A') : readIsoMedia(file);
  const found = signatureOf(first);
  if (found !== null) return found;
  const frames = await readMpegAudio(file);
  if (frames?.codec === 'mp3') {
    return audio('mp3', frames.durationSeconds, frames.changes ? 'other-audio' : undefined);
  }
  if (frames !== null) return unsupported('audio', OTHER_FRAMES[frames.codec]);
  if (isTagged && (await hasFramesInside(file))) return audio('mp3', null);
  if (isText(first)) return unsupported('text');
  return isTagged ? NO_SOUND_BEHIND_TAG : { kind: 'unsupported', found: null };
};

const NO_SOUND_BEHIND_TAG = unsupported('no-audio', 'ID3');

/** The file from an offset on. */
const from = (file: ByteSource, start: number): ByteSource => ({
  size: file.size - start,
  read: (offset, length) => file.read(start + offset, length),
});

/**
 * Detects mp3, m4a and wav from the bytes of a file, and the duration if the headers have it. The name and MIME type are
 * ignored, and so is an ID3 tag. A file without sound is none of them: headers, tags and an index are not enough. Reads at
 * most 256 KiB and decodes nothing. Rejects only if `source` does.
 */
export const detectAudioFormat = async (source: ByteSource): Promise<AudioFormat> => {
  const file = bounded(source);
  const start = await skipId3(file);
  const isTagged = start > 0;
  return isTagged && start >= file.size
    ? NO_SOUND_BEHIND_TAG
    : detectContent(from(file, start), isTagged);
};

type Matcher = (bytes: Uint8Array) => boolean;

const text =
  (signature: string): Matcher =>
  (bytes) =>
    ascii(bytes, 0, signature);

const chunked =
  (container: string, kind: string): Matcher =>
  (bytes) =>
    ascii(bytes, 0, container) && ascii(bytes, 8, kind);

/** The first characters after a byte order mark and white space, in lower case. */
const beginning = (bytes: Uint8Array): string =>
  String.fromCharCode(...bytes.subarray(0, 512))
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    .toLowerCase();

const opens =
  (...openings: readonly string[]): Matcher =>
  (bytes) =>
    openings.some((opening) => beginning(bytes).startsWith(opening));

/** MPEG-TS packets begin every 188 bytes. Packets from cameras have a 4-byte timestamp in front. */
const isTransportStream: Matcher = (bytes) =>
  [0, 4].some((head) => [0, 1, 2].every((packet) => bytes[head + packet * (188 + head)] === 0x47));

/** A frame of AC-3 or Enhanced AC-3 (ETSI TS 102 366): its sync word, and the version of its bit stream. */
const isDolbyDigital: Matcher = (bytes) =>
  byte(bytes, 0) === 0x0b && byte(bytes, 1) === 0x77 && byte(bytes, 5) >> 3 <= 16;

/** QuickTime files older than `ftyp` begin with one of these boxes. */
const isOldQuickTime: Matcher = (bytes) =>
  uint32(bytes, 0) < 0x10000000 &&
  ['moov', 'mdat', 'wide', 'pnot'].some((type) => ascii(bytes, 4, type));

/** Kind of file, name of the format, and how to recognise it. */
const SIGNATURES: readonly (readonly [kind: FoundKind, format: string, matches: Matcher])[] = [
  ['audio', 'Ogg', text('OggS')],
  ['audio', 'FLAC', text('fLaC')],
  ['video', 'WebM / Matroska', text('\x1a\x45\xdf\xa3')],
  ['audio', 'AMR', text('#!AMR')],
  ['audio', 'AIFF', chunked('FORM', 'AIF')],
  ['audio', 'CAF', text('caff')],
  ['audio', 'Dolby Digital', isDolbyDigital],
  ['audio', 'DTS', text('\x7f\xfe\x80\x01')],
  ['audio', 'Windows Media', text('\x30\x26\xb2\x75')],
  ['audio', 'WavPack', text('wvpk')],
  ['audio', 'Monkey’s Audio', text('MAC ')],
  ['audio', 'DSD', text('DSD ')],
  ['audio', 'Sun AU', text('.snd')],
  ['audio', 'RealMedia', text('.RMF')],
  ['audio', 'Wave64', text('riff\x2e\x91\xcf\x11')],
  ['audio', 'MIDI', text('MThd')],
  ['video', 'AVI', chunked('RIFF', 'AVI ')],
  ['video', 'FLV', text('FLV\x01')],
  ['video', 'MPEG', text('\x00\x00\x01\xba')],
  ['video', 'MPEG', text('\x00\x00\x01\xb3')],
  ['video', 'MPEG', isTransportStream],
  ['video', 'QuickTime', isOldQuickTime],
  ['video', 'DASH', (bytes) => ['styp', 'moof'].some((type) => ascii(bytes, 4, type))],
  ['picture', 'WebP', chunked('RIFF', 'WEBP')],
  ['picture', 'PNG', text('\x89PNG')],
  ['picture', 'JPEG', text('\xff\xd8\xff')],
  ['picture', 'GIF', text('GIF8')],
  ['picture', 'TIFF', text('II*\0')],
  ['picture', 'TIFF', text('MM\0*')],
  ['picture', 'BMP', (bytes) => ascii(bytes, 0, 'BM') && uint32(bytes, 6) === 0],
  ['document', 'PDF', text('%PDF')],
  ['archive', 'ZIP / Office', text('PK\x03\x04')],
  ['document', 'Office', text('\xd0\xcf\x11\xe0')],
  ['document', 'RTF', text('{\\rtf')],
  ['archive', 'RAR', text('Rar!')],
  ['archive', '7z', text('7z\xbc\xaf')],
  ['archive', 'gzip', text('\x1f\x8b\x08')],
  ['program', '', text('\x7fELF')],
  ['program', '', (bytes) => ascii(bytes, 0, 'MZ') && byte(bytes, 3) === 0],
  ['program', '', text('\xcf\xfa\xed\xfe')],
  ['text', 'HTML', opens('<!doctype html', '<html', '<head', '<body')],
  ['text', 'XML', opens('<?xml')],
  ['text', 'M3U', opens('#extm3u', '[playlist]', '<asx')],
];

/** The kind and format of a file that begins with these bytes. Null if unknown. */
const signatureOf = (bytes: Uint8Array): AudioFormat | null => {
  const [kind, format] = SIGNATURES.find(([, , matches]) => matches(bytes)) ?? [];
  return kind === undefined ? null : unsupported(kind, format);
};

/**
 * True for bytes without control characters and without bytes that never occur in UTF-8, or after a UTF-16
 * byte order mark.
 */
const isText = (bytes: Uint8Array): boolean =>
  ['\xff\xfe', '\xfe\xff'].some((mark) => ascii(bytes, 0, mark)) ||
  (bytes.length > 0 &&
    bytes.every(
      (value) =>
        (value >= 0x20 && value < 0xf5 && value !== 0x7f) || [9, 10, 12, 13].includes(value),
    ));
