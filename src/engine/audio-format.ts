import type { FileType } from '../protocol/index.js';

/** What the first bytes of a file say it is. */
export type AudioFormat =
  | { readonly kind: 'audio'; readonly fileType: FileType }
  /** Not taken by the service; `found` is a name for the person, null where the bytes are not known. */
  | { readonly kind: 'unsupported'; readonly found: string | null };

/** As many bytes as the recognition looks at. */
export const FORMAT_BYTES = 4096;

const ascii = (bytes: Uint8Array, start: number, text: string): boolean =>
  [...text].every((character, index) => bytes[start + index] === character.charCodeAt(0));

const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte);

/** MPEG audio frame header, layer III: 11 bits of sync, a real version, bitrate and sample rate. */
const isMp3Frame = (bytes: Uint8Array): boolean => {
  const [first = 0, second = 0, third = 0] = bytes;
  const sync = first === 0xff && (second & 0xe0) === 0xe0;
  const version = (second >> 3) & 3;
  const layer = (second >> 1) & 3;
  return sync && version !== 1 && layer === 1 && third >> 4 !== 15 && ((third >> 2) & 3) !== 3;
};

/** Brands of ISO base media files that are pictures or old QuickTime films, not audio. */
const NOT_AUDIO_BRANDS: Readonly<Record<string, string>> = {
  avif: 'an AVIF picture',
  heic: 'a HEIC picture',
  mif1: 'a HEIF picture',
  'qt  ': 'a QuickTime film',
};

const isoBaseMedia = (bytes: Uint8Array): AudioFormat => {
  const brand = String.fromCharCode(...bytes.subarray(8, 12));
  const other = NOT_AUDIO_BRANDS[brand];
  return other === undefined
    ? { kind: 'audio', fileType: 'm4a' }
    : { kind: 'unsupported', found: other };
};

const OTHERS: readonly (readonly [string, (bytes: Uint8Array) => boolean])[] = [
  ['an Ogg file', (bytes) => ascii(bytes, 0, 'OggS')],
  ['a FLAC file', (bytes) => ascii(bytes, 0, 'fLaC')],
  ['a WebM or Matroska file', (bytes) => startsWith(bytes, [0x1a, 0x45, 0xdf, 0xa3])],
  ['an AMR file', (bytes) => ascii(bytes, 0, '#!AMR')],
  ['an AIFF file', (bytes) => ascii(bytes, 0, 'FORM') && ascii(bytes, 8, 'AIF')],
  ['a MIDI file', (bytes) => ascii(bytes, 0, 'MThd')],
  ['an AVI film', (bytes) => ascii(bytes, 0, 'RIFF') && ascii(bytes, 8, 'AVI ')],
  ['a Windows Media file', (bytes) => startsWith(bytes, [0x30, 0x26, 0xb2, 0x75])],
  ['a raw AAC file', (bytes) => bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xf6) === 0xf0],
  ['a PDF document', (bytes) => ascii(bytes, 0, '%PDF')],
  ['a PNG picture', (bytes) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47])],
  ['a JPEG picture', (bytes) => startsWith(bytes, [0xff, 0xd8, 0xff])],
  ['a ZIP archive or an Office document', (bytes) => startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])],
];

/** Tells mp3, m4a and wav by their bytes, whatever the file's name and MIME type say. */
export const detectAudioFormat = (bytes: Uint8Array): AudioFormat => {
  const wave =
    ascii(bytes, 8, 'WAVE') &&
    (ascii(bytes, 0, 'RIFF') || ascii(bytes, 0, 'RF64') || ascii(bytes, 0, 'BW64'));
  if (wave) return { kind: 'audio', fileType: 'wav' };
  if (ascii(bytes, 4, 'ftyp')) return isoBaseMedia(bytes);
  if (ascii(bytes, 0, 'ID3') || isMp3Frame(bytes)) return { kind: 'audio', fileType: 'mp3' };
  return {
    kind: 'unsupported',
    found: OTHERS.find(([, matches]) => matches(bytes))?.[0] ?? null,
  };
};
