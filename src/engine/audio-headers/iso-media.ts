/** ISO base media (ISO/IEC 14496-12): m4a and other files that begin with an `ftyp` box. */
import { ascii, byte, type ByteSource, fourCharacters, uint32, uint64 } from './bytes.js';
import { audio, secondsOf, unsupported, type AudioFormat } from './format.js';
import { areThere, BOX_HEADER_BYTES, findSamples, isBlank } from './sample-table.js';

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
  for (let at = start; at + BOX_HEADER_BYTES <= end;) {
    const head = await source.read(at, 16);
    if (head.length < BOX_HEADER_BYTES) return;
    const short = uint32(head, 0);
    const headBytes = short === 1 ? 16 : BOX_HEADER_BYTES;
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

type Track = Awaited<ReturnType<typeof readTrack>>;

/** The tables of a track: the boxes in its `stbl`, by their types. */
const readTables = async (source: ByteSource, media: Box): Promise<ReadonlyMap<string, Box>> => {
  const tables = new Map<string, Box>();
  for await (const table of boxes(source, media.start, media.end)) {
    if (table.type !== 'stbl') continue;
    for await (const box of boxes(source, table.start, table.end)) tables.set(box.type, box);
  }
  return tables;
};

const NO_TABLES: ReadonlyMap<string, Box> = new Map();

/** Of an edit list: a pause, instead of a place in the sound. */
const NO_MEDIA = 0xffffffff;

/**
 * True if a track begins late or consists of several pieces of its sound. Browsers disagree about its times. Encoders write
 * one edit, which skips their padding; browsers agree about that.
 */
const isCutTogether = async (source: ByteSource, edits: Box): Promise<boolean> => {
  for await (const list of boxes(source, edits.start, edits.end)) {
    if (list.type !== 'elst') continue;
    const content = await source.read(list.start, 28);
    const first = byte(content, 0) === 1 ? uint32(content, 20) : uint32(content, 12);
    return uint32(content, 4) > 1 || first === NO_MEDIA;
  }
  return false;
};

const readTrack = async (source: ByteSource, track: Box) => {
  /** `soun`, `vide`, `text`, … Empty if the track has no handler. */
  let handler = '';
  let seconds: number | null = null;
  let information: Box | null = null;
  let isCut = false;
  for await (const media of boxes(source, track.start, track.end)) {
    if (media.type === 'edts') isCut = await isCutTogether(source, media);
    if (media.type !== 'mdia') continue;
    for await (const box of boxes(source, media.start, media.end)) {
      if (box.type === 'minf') information = box;
      if (box.type === 'hdlr') handler = fourCharacters(await source.read(box.start, 12), 8);
      if (box.type !== 'mdhd') continue;
      const { timescale, units } = await readTimes(source, box);
      seconds = secondsOf(units, timescale);
    }
  }
  const isSound = handler === 'soun';
  const tables = isSound && information ? await readTables(source, information) : NO_TABLES;
  const codecs = tables.get('stsd');
  /** Of a sound track: `mp4a`, `alac`, … Empty if it is unknown. */
  const codec = codecs ? fourCharacters(await source.read(codecs.start, 16), 12) : '';
  return { handler, codec, seconds, tables, isCut };
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

/** Codecs whose samples are never all zeros. */
const ENCODED: ReadonlySet<string> = new Set(['mp4a', 'alac']);
/** The codecs of files that are usually called m4a. */
const USUAL_CODECS: ReadonlySet<string> = new Set(['', ...ENCODED]);

/**
 * Only one of several sound tracks is transcribed, and everybody must agree which one. Fragments have no index of all samples,
 * so that some players cannot seek in them.
 */
const besideOf = (
  { tracks, fragmented }: Movie,
  [first, ...others]: readonly Track[],
): 'picture' | 'other-audio' | undefined => {
  if (tracks.some(({ handler }) => handler === 'vide')) return 'picture';
  const isUsual = USUAL_CODECS.has(first?.codec ?? '') && others.length === 0;
  return isUsual && first?.isCut !== true && !fragmented ? undefined : 'other-audio';
};

/** Encrypted sound, by its codec. */
const ENCRYPTED: Readonly<Record<string, string>> = { drms: 'M4P', enca: 'MP4', aavd: 'AAX' };

/** The format of a sound track's file. Encrypted if all of its sound tracks are. */
const formatOf = (movie: Movie, sound: readonly Track[]): AudioFormat => {
  const [encrypted] = sound.map(({ codec }) => ENCRYPTED[codec]);
  return encrypted !== undefined && sound.every(({ codec }) => codec in ENCRYPTED)
    ? unsupported('protected-audio', encrypted)
    : audio('m4a', durationOf(movie, sound), besideOf(movie, sound));
};

const withoutSound = ({ tracks }: Movie): AudioFormat =>
  tracks.some(({ handler }) => handler === 'vide')
    ? unsupported('silent-video')
    : unsupported('no-audio', 'MP4');

/** The boxes at the top level. */
interface File {
  /** The contents of its boxes with sound or pictures. */
  readonly media: readonly Box[];
  /** True if a fragment has media after the index. */
  readonly hasFragment: boolean;
  /** Where the last box ends. The boxes cannot always be followed to the end of the file. */
  readonly reached: number;
}

/** The format of a file, if its sound is in the file. */
const checkSound = async (
  source: ByteSource,
  movie: Movie,
  { media, hasFragment, reached }: File,
): Promise<AudioFormat> => {
  const sound = movie.tracks.filter(({ handler }) => handler === 'soun');
  const format = formatOf(movie, sound);
  if (format.kind !== 'audio') return format;
  // The converter uses what there is of other files.
  const isWhole = format.beside === undefined;
  if (isWhole && media.some(({ fitsContainer }) => !fitsContainer)) return { kind: 'incomplete' };
  for (const { tables, codec } of sound) {
    const samples = await findSamples(source, tables);
    if (samples === 'none') continue;
    const content = { media, reached, isWhole, isEncoded: ENCODED.has(codec) };
    return (await areThere(source, samples, content)) ? format : { kind: 'incomplete' };
  }
  if (!movie.fragmented) return withoutSound(movie);
  const isWalked = reached + BOX_HEADER_BYTES > source.size;
  return hasFragment || !isWalked ? format : { kind: 'incomplete' };
};

/** A file with a sound track is an m4a, whatever its brand, with or without video. Its sound must be there. */
export const readIsoMedia = async (source: ByteSource): Promise<AudioFormat> => {
  const brand = fourCharacters(await source.read(0, 12), 8);
  const guarded = PROTECTED[brand];
  if (guarded !== undefined) return unsupported('protected-audio', guarded);
  const picture = PICTURES[brand];
  let movie: Movie | null = null;
  let isFragment = false;
  let hasFragment = false;
  let reached = 0;
  const media: Box[] = [];
  for await (const box of boxes(source, 0, source.size)) {
    reached = box.end;
    if (box.type === 'moof') isFragment = movie !== null;
    if (box.type === 'mdat') {
      media.push(box);
      const isEncoded = movie?.tracks.some(({ codec }) => ENCODED.has(codec)) === true;
      const isWritten = box.end > box.start && !(isEncoded && (await isBlank(source, box)));
      hasFragment = isFragment && isWritten;
      // One fragment is enough. There may be thousands.
      if (hasFragment) break;
    }
    if (box.type !== 'moov' || movie !== null) continue;
    if (!box.fitsContainer) break;
    movie = await readMovie(source, box);
    if (movie.tracks.some(({ handler }) => handler === 'soun')) continue;
    return picture === undefined ? withoutSound(movie) : unsupported('picture', picture);
  }
  if (movie !== null) return checkSound(source, movie, { media, hasFragment, reached });
  return picture === undefined ? { kind: 'incomplete' } : unsupported('picture', picture);
};
