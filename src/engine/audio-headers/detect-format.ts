import { ascii, bounded, byte, type ByteSource, startsWith, uint32 } from './bytes.js';
import { audio, type AudioFormat, unsupported } from './format.js';
import { isIsoMedia, readIsoMedia } from './iso-media.js';
import { type FrameCodec, readMpegAudio, skipId3 } from './mpeg-audio.js';
import { isWave, readWaveDuration } from './wave.js';

export type { AudioFormat } from './format.js';
export type { ByteSource } from './bytes.js';

/** Number of bytes that the signatures need. */
const START_BYTES = 4096;

const OTHER_FRAMES: Readonly<Record<Exclude<FrameCodec, 'mp3'>, string>> = {
  'mpeg-layer-1': 'an MP1 file (MPEG layer I)',
  'mpeg-layer-2': 'an MP2 file (MPEG layer II)',
  aac: 'a raw AAC file',
};

/**
 * Detects mp3, m4a and wav from the bytes of a file, and the duration if the headers have it. The name and MIME type
 * are ignored. Reads at most 256 KiB and decodes nothing. Rejects only if `source` does.
 */
export const detectAudioFormat = async (source: ByteSource): Promise<AudioFormat> => {
  const file = bounded(source);
  const first = await file.read(0, START_BYTES);
  if (isWave(first)) return audio('wav', await readWaveDuration(file));
  if (isIsoMedia(first)) return readIsoMedia(file);
  const start = await skipId3(file);
  const tagged = start > 0;
  if (tagged && start >= file.size) return unsupported('an ID3 tag without a recording behind it');
  const content = tagged ? await file.read(start, START_BYTES) : first;
  const found = signatureOf(content);
  if (found !== null) return unsupported(found);
  const frames = await readMpegAudio(file, start);
  if (frames?.codec === 'mp3') return audio('mp3', frames.durationSeconds);
  if (frames !== null) return unsupported(OTHER_FRAMES[frames.codec]);
  if (tagged) return audio('mp3', null);
  return unsupported(isText(content) ? 'a text file' : null);
};

type Matcher = (bytes: Uint8Array) => boolean;

const text =
  (signature: string, at = 0): Matcher =>
  (bytes) =>
    ascii(bytes, at, signature);

const hexadecimal =
  (...signature: readonly number[]): Matcher =>
  (bytes) =>
    startsWith(bytes, signature);

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
  [
    [0, 188],
    [4, 192],
  ].some(([start = 0, step = 0]) =>
    [0, 1, 2].every((packet) => bytes[start + packet * step] === 0x47),
  );

/** QuickTime files older than `ftyp` begin with one of these boxes. */
const isOldQuickTime: Matcher = (bytes) =>
  uint32(bytes, 0) < 0x10000000 &&
  ['moov', 'mdat', 'wide', 'pnot'].some((type) => ascii(bytes, 4, type));

const UTF_16_MARKS = [
  [0xff, 0xfe],
  [0xfe, 0xff],
] as const;

const SIGNATURES: readonly (readonly [string, Matcher])[] = [
  ['an Ogg file', text('OggS')],
  ['a FLAC file', text('fLaC')],
  ['a WebM or Matroska file', hexadecimal(0x1a, 0x45, 0xdf, 0xa3)],
  ['an AMR file', text('#!AMR')],
  ['an AIFF file', chunked('FORM', 'AIF')],
  ['a Core Audio file', text('caff')],
  ['a Windows Media file', hexadecimal(0x30, 0x26, 0xb2, 0x75)],
  ['a WavPack file', text('wvpk')],
  ['a Monkey’s Audio file', text('MAC ')],
  ['a DSD file', text('DSD ')],
  ['a Sun audio file', text('.snd')],
  ['a RealMedia file', text('.RMF')],
  ['a Wave64 file', text('riff\x2e\x91\xcf\x11')],
  ['a MIDI file', text('MThd')],
  ['an AVI film', chunked('RIFF', 'AVI ')],
  ['a Flash film', text('FLV\x01')],
  ['an MPEG film', hexadecimal(0, 0, 1, 0xba)],
  ['an MPEG film', hexadecimal(0, 0, 1, 0xb3)],
  ['an MPEG film', isTransportStream],
  ['a QuickTime film', isOldQuickTime],
  ['a piece of a stream', (bytes) => ['styp', 'moof'].some((type) => ascii(bytes, 4, type))],
  ['a WebP picture', chunked('RIFF', 'WEBP')],
  ['a PNG picture', hexadecimal(0x89, 0x50, 0x4e, 0x47)],
  ['a JPEG picture', hexadecimal(0xff, 0xd8, 0xff)],
  ['a GIF picture', text('GIF8')],
  ['a TIFF picture', text('II*\0')],
  ['a TIFF picture', text('MM\0*')],
  ['a BMP picture', (bytes) => ascii(bytes, 0, 'BM') && uint32(bytes, 6) === 0],
  ['a PDF document', text('%PDF')],
  ['a ZIP archive or an Office document', hexadecimal(0x50, 0x4b, 0x03, 0x04)],
  ['an Office document', hexadecimal(0xd0, 0xcf, 0x11, 0xe0)],
  ['an RTF document', text('{\\rtf')],
  ['a RAR archive', text('Rar!')],
  ['a 7-Zip archive', hexadecimal(0x37, 0x7a, 0xbc, 0xaf)],
  ['a gzip archive', hexadecimal(0x1f, 0x8b, 0x08)],
  ['a program', hexadecimal(0x7f, 0x45, 0x4c, 0x46)],
  ['a program', (bytes) => ascii(bytes, 0, 'MZ') && byte(bytes, 3) === 0],
  ['a program', hexadecimal(0xcf, 0xfa, 0xed, 0xfe)],
  ['a web page', opens('<!doctype html', '<html', '<head', '<body')],
  ['an XML file', opens('<?xml')],
  ['a playlist', opens('#extm3u', '[playlist]', '<asx')],
];

/** Describes the kind of file that begins with these bytes. Null if unknown. */
const signatureOf = (bytes: Uint8Array): string | null =>
  SIGNATURES.find(([, matches]) => matches(bytes))?.[0] ?? null;

/**
 * True for bytes without control characters and without bytes that never occur in UTF-8, or after a UTF-16
 * byte order mark.
 */
const isText = (bytes: Uint8Array): boolean =>
  UTF_16_MARKS.some((mark) => startsWith(bytes, mark)) ||
  (bytes.length > 0 &&
    bytes.every(
      (value) =>
        (value >= 0x20 && value < 0xf5 && value !== 0x7f) || [9, 10, 12, 13].includes(value),
    ));
