/** ISO base media (ISO/IEC 14496-12): m4a and other files that begin with an `ftyp` box. */
import { ascii, byte, type ByteSource, fourCharacters, uint32, uint64 } from './bytes.js';
import { audio, secondsOf, unsupported, type AudioFormat } from './format.js';

/** A box: its type, and the offsets of its content. */
interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  /** False if it claims to end after its container. */
  readonly fitsContainer: boolean;
}

/** Formats by brands that describe the file better than its tracks do. */
const PICTURES: Readonly<Record<string, string>> = {
  avif: 'AVIF',
  avis: 'AVIF',
  heic: 'HEIC',
  heix: 'HEIC',
  hevc: 'HEIC',
  hevx: 'HEIC',
  mif1: 'HEIF',
  msf1: 'HEIF',
  'crx ': 'CR3',
};
const PROTECTED: Readonly<Record<string, string>> = {
  'M4P ': 'M4P',
  'aax ': 'AAX',
  aaxc: 'AAX',
};

export const isIsoMedia = (bytes: Uint8Array): boolean => ascii(bytes, 4, 'ftyp');

/** The boxes between two offsets. Ends at a box with an invalid size. */
async function* boxes(source: ByteSource, start: number, end: number): AsyncGenerator<Box> {
  for (let at = start; at + 8 <= end;) {
    const head = await source.read(at, 16);
    if (head.length < 8) return;
    const short = uint32(head, 0);
    const headBytes = short === 1 ? 16 : 8;
    const size = short === 0 ? end - at : short === 1 ? uint64(head, 8) : short;
    if (size < headBytes) return;
    const behind = at + size;
    yield {
      type: fourCharacters(head, 4),
      start: at + headBytes,
      end: Math.min(behind, end),
      fitsContainer: behind <= end,
    };
    at = behind;
  }
}

/** Reads `mvhd` or `mdhd`: units per second, and the duration in these units (0 if unknown). */
const readTimes = async (source: ByteSource, { start }: Box) => {
  const content = await source.read(start, 32);
  const long = byte(content, 0) === 1;
  const units = long ? uint64(content, 24) : uint32(content, 16);
  const unknown = units >= (long ? 2 ** 63 : 0xffffffff);
  return { timescale: uint32(content, long ? 20 : 12), units: unknown ? 0 : units };
};

/** The codec in `stbl` and `stsd`. */
const readCodec = async (source: ByteSource, media: Box): Promise<string> => {
  for await (const table of boxes(source, media.start, media.end)) {
    if (table.type !== 'stbl') continue;
    for await (const box of boxes(source, table.start, table.end)) {
      if (box.type === 'stsd') return fourCharacters(await source.read(box.start, 16), 12);
    }
  }
  return '';
};

type Track = Awaited<ReturnType<typeof readTrack>>;

const readTrack = async (source: ByteSource, track: Box) => {
  /** `soun`, `vide`, `text`, … Empty if the track has no handler. */
  let handler = '';
  /** `mp4a`, `alac`, … Empty if it is unknown. */
  let codec = '';
  let seconds: number | null = null;
  for await (const media of boxes(source, track.start, track.end)) {
    if (media.type !== 'mdia') continue;
    for await (const box of boxes(source, media.start, media.end)) {
      if (box.type === 'minf') codec = await readCodec(source, box);
      if (box.type === 'hdlr') handler = fourCharacters(await source.read(box.start, 12), 8);
      if (box.type !== 'mdhd') continue;
      const { timescale, units } = await readTimes(source, box);
      seconds = secondsOf(units, timescale);
    }
  }
  return { handler, codec, seconds };
};

type Movie = Awaited<ReturnType<typeof readMovie>>;

const readMovie = async (source: ByteSource, index: Box) => {
  const tracks: Track[] = [];
  let [timescale, units, fragmentedUnits] = [0, 0, 0];
  /** The sound is in fragments after the index, so the durations in the index do not cover it. */
  let fragmented = false;
  for await (const box of boxes(source, index.start, index.end)) {
    if (box.type === 'mvhd') ({ timescale, units } = await readTimes(source, box));
    if (box.type === 'trak') tracks.push(await readTrack(source, box));
    if (box.type !== 'mvex') continue;
    fragmented = true;
    for await (const inner of boxes(source, box.start, box.end)) {
      if (inner.type !== 'mehd') continue;
      const content = await source.read(inner.start, 12);
      fragmentedUnits = byte(content, 0) === 1 ? uint64(content, 4) : uint32(content, 4);
    }
  }
  return { timescale, seconds: secondsOf(units, timescale), tracks, fragmented, fragmentedUnits };
};

const durationOf = (movie: Movie, sound: readonly Track[]): number | null => {
  if (movie.fragmented) return secondsOf(movie.fragmentedUnits, movie.timescale);
  const longest = Math.max(...sound.map(({ seconds }) => seconds ?? 0));
  // A track includes an encoder's padding, and the index includes a longer picture: the shorter one is right.
  const known = [longest, movie.seconds ?? 0].filter((seconds) => seconds > 0);
  return known.length > 0 ? Math.min(...known) : null;
};

/** The codecs of files that are usually called m4a. */
const USUAL_CODECS: ReadonlySet<string> = new Set(['', 'mp4a', 'alac']);

const besideOf = (
  tracks: readonly Track[],
  [first]: readonly Track[],
): 'picture' | 'other-audio' | undefined => {
  if (tracks.some(({ handler }) => handler === 'vide')) return 'picture';
  return USUAL_CODECS.has(first?.codec ?? '') ? undefined : 'other-audio';
};

/** A file with a sound track is an m4a, whatever its brand, with or without video. */
export const readIsoMedia = async (source: ByteSource): Promise<AudioFormat> => {
  const brand = fourCharacters(await source.read(0, 12), 8);
  const guarded = PROTECTED[brand];
  if (guarded !== undefined) return unsupported('protected-audio', guarded);
  const picture = PICTURES[brand];
  let found: AudioFormat | null = null;
  for await (const box of boxes(source, 0, source.size)) {
    // The index comes first, and the sound ends after the file.
    if (found !== null && box.type === 'mdat' && !box.fitsContainer) return { kind: 'incomplete' };
    if (box.type !== 'moov' || found !== null) continue;
    if (!box.fitsContainer) break;
    const movie = await readMovie(source, box);
    const sound = movie.tracks.filter(({ handler }) => handler === 'soun');
    if (sound.length > 0) {
      const beside = besideOf(movie.tracks, sound);
      found = audio('m4a', durationOf(movie, sound), beside);
      // The converter uses what there is of other files.
      if (beside !== undefined || movie.fragmented) return found;
      continue;
    }
    const film = movie.tracks.some(({ handler }) => handler === 'vide');
    if (picture !== undefined) return unsupported('picture', picture);
    return film ? unsupported('silent-video') : unsupported('no-audio', 'MP4');
  }
  if (found !== null) return found;
  return picture === undefined ? { kind: 'incomplete' } : unsupported('picture', picture);
};
