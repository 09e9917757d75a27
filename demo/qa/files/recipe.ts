/** Describes a file that the console generates, as plain JSON, and reads it strictly. */
import {
  ContractError,
  at,
  finite,
  object,
  oneOf,
  record,
  textOfLength,
  type Reader,
} from '../../../src/protocol/read.js';
import { FILE_TYPES, type FileType } from '../../../src/protocol/types.js';

/** How a generated file is broken, by its name in a recipe. */
export const DAMAGES = {
  empty: 'Zero bytes',
  truncated: 'Second half missing',
  noise: 'Only noise',
  zeros: 'Only zeros',
  'noise-after-header': 'Noise after the first bytes of the format',
  'wrong-header': 'First bytes wrong',
  'wrong-size': 'Header announces more than there is',
  'wrong-extension': 'Extension of another format',
  picture: 'A picture with this name',
  text: 'A text with this name',
  'no-index': 'Index missing (M4A)',
} as const;

export type Damage = keyof typeof DAMAGES;

export const DAMAGE_NAMES = Object.keys(DAMAGES) as readonly Damage[];

const LEAST_BYTES = 1_000;
const MOST_BYTES = 8 * 1024 ** 3;
const MOST_SECONDS = 48 * 3_600;
const LONGEST_NAME = 255;

/** Sound length in seconds if a recipe has neither a size nor a length. */
export const USUAL_SECONDS = 10;

type Readers<T> = { readonly [Name in keyof T]: Reader<T[Name]> };

/** Like `record`. Throws ContractError for a field that is not one of these, and lists them. */
export const knownRecord = <Required extends object, Others extends object = object>(
  required: Readers<Required>,
  others = {} as Readers<Others>,
): Reader<Required & Partial<Others>> => {
  const names = [...Object.keys(required), ...Object.keys(others)];
  return (value, path) => {
    const unknown = Object.keys(object(value, path)).find((key) => !names.includes(key));
    if (unknown === undefined) return record(required, others)(value, path);
    throw new ContractError(
      at(path, unknown.slice(0, 40)),
      `is not known. The fields are ${names.join(', ')}`,
    );
  };
};

const wholeBytes: Reader<number> = (value, path) => {
  const bytes = finite(value, path);
  if (Number.isInteger(bytes) && bytes >= LEAST_BYTES && bytes <= MOST_BYTES) return bytes;
  throw new ContractError(
    path,
    `must be a whole number of bytes from ${LEAST_BYTES} to ${MOST_BYTES} (8 GiB)`,
  );
};

const soundSeconds: Reader<number> = (value, path) => {
  const seconds = finite(value, path);
  if (seconds >= 0.1 && seconds <= MOST_SECONDS) return seconds;
  throw new ContractError(path, `must be a number of seconds from 0.1 to ${MOST_SECONDS} (48 h)`);
};

const readRecipe = knownRecord(
  { format: oneOf(FILE_TYPES) },
  {
    /** Exact size in bytes, 1,000 to 8 GiB. Default: the size of the sound. */
    bytes: wholeBytes,
    /**
     * Length of the sound in seconds; mp3 and wav only. Default: as long as the size allows, or 10 s without a size. If
     * the file is larger than its sound, it is padded.
     */
    seconds: soundSeconds,
    /** Default: `recording` with the extension of the format. */
    name: textOfLength(1, LONGEST_NAME),
    damage: oneOf(DAMAGE_NAMES),
  },
);
export type FileRecipe = Readonly<ReturnType<typeof readRecipe>>;

/** Throws ContractError, which names the invalid field. */
export const parseRecipe: Reader<FileRecipe> = (json, path) => {
  const recipe = readRecipe(json, path);
  if (recipe.format === 'm4a' && recipe.seconds !== undefined)
    throw new ContractError(
      at(path, 'seconds'),
      'is only for wav and mp3: an m4a always has the 23 seconds of its sample. Give its size instead',
    );
  if (recipe.damage === 'no-index' && recipe.format !== 'm4a')
    throw new ContractError(at(path, 'damage'), 'can be no-index only if the format is m4a');
  return recipe;
};

const OTHER: Readonly<Record<FileType, FileType>> = { wav: 'mp3', mp3: 'm4a', m4a: 'wav' };

/** The format that the name announces, which is wrong for `wrong-extension`. */
export const announcedFormat = ({ format, damage }: FileRecipe): FileType =>
  damage === 'wrong-extension' ? OTHER[format] : format;

export const nameOf = (recipe: FileRecipe): string => {
  const { format, name = `recording.${format}`, damage } = recipe;
  if (damage !== 'wrong-extension') return name;
  return `${name.replace(/\.\w+$/, '')}.${announcedFormat(recipe)}`;
};

/** The recipe cannot be followed; the message says why and what to change. */
export class RecipeError extends Error {
  override readonly name = 'RecipeError';
}

// The input of the file form, and the recipe that it describes.

/** The fields of the form, as typed. An empty one has its default. */
export interface FileDraft {
  readonly format: FileType;
  readonly bytes: string;
  readonly seconds: string;
  readonly name: string;
  readonly damage: string;
}

export const EMPTY_DRAFT: FileDraft = {
  format: 'wav',
  bytes: '',
  seconds: '',
  name: '',
  damage: '',
};

const UNITS: Readonly<Record<string, number>> = {
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  kib: 1024,
  mib: 1024 ** 2,
  gib: 1024 ** 3,
};

/** A size in bytes such as `1000`, `64 kB`, `2.5 MiB`; null if it cannot be read. */
export const parseSize = (text: string): number | null => {
  const [, number = '', unit = 'b'] =
    /^(\d+(?:[.,]\d+)?)\s*([kmg]?i?b)?$/i.exec(
      text.trim().replaceAll(/(\d)[\s_](?=\d{3})/g, '$1'),
    ) ?? [];
  const factor = UNITS[unit.toLowerCase()];
  return number === '' || factor === undefined
    ? null
    : Math.round(Number(number.replace(',', '.')) * factor);
};

/** A size that `parseSize` reads: in the largest unit that needs no decimals, such as `5 MiB` or `1 kB`. */
export const sizeText = (bytes: number): string => {
  const unit = (['GiB', 'MiB', 'GB', 'MB', 'KiB', 'kB'] as const).find(
    (it) => bytes % (UNITS[it.toLowerCase()] ?? 1) === 0,
  );
  return unit === undefined ? `${bytes}` : `${bytes / (UNITS[unit.toLowerCase()] ?? 1)} ${unit}`;
};

/** Throws ContractError, whose path is the name of the field. */
export const recipeFrom = ({ format, bytes, seconds, name, damage }: FileDraft): FileRecipe => {
  const size = parseSize(bytes);
  if (bytes.trim() !== '' && size === null)
    throw new ContractError('bytes', 'must be a size such as 500 kB, 5 MiB or 8 GiB');
  const length = Number(seconds.replace(',', '.'));
  if (seconds.trim() !== '' && Number.isNaN(length))
    throw new ContractError('seconds', 'must be a number of seconds');
  return parseRecipe(
    {
      format,
      ...(size === null ? {} : { bytes: size }),
      ...(seconds.trim() === '' ? {} : { seconds: length }),
      ...(name === '' ? {} : { name }),
      ...(damage === '' ? {} : { damage }),
    },
    '',
  );
};

export const draftOf = ({ format, bytes, seconds, name, damage }: FileRecipe): FileDraft => ({
  format,
  bytes: bytes === undefined ? '' : sizeText(bytes),
  seconds: seconds === undefined ? '' : String(seconds),
  name: name ?? '',
  damage: damage ?? '',
});

/** Files that people often need. */
export const FILE_PRESETS: Readonly<Record<string, FileRecipe>> = {
  'Ten seconds': { format: 'wav', seconds: 10 },
  'One minute, MP3': { format: 'mp3', seconds: 60 },
  '1 kB, the smallest': { format: 'wav', bytes: 1_000 },
  '3 MB, several chunks': { format: 'wav', bytes: 3_000_000 },
  '60 MB': { format: 'wav', bytes: 60_000_000 },
  '8 GiB, the largest': { format: 'wav', bytes: 8 * 1024 ** 3 },
  'M4A of 20 MB': { format: 'm4a', bytes: 20_000_000 },
  'Empty file': { format: 'mp3', damage: 'empty' },
  'Picture named .wav': { format: 'wav', damage: 'picture' },
  'Truncated M4A': { format: 'm4a', damage: 'truncated' },
};

/** Names that are hard to show or to store. */
export const NAME_PRESETS: Readonly<Record<string, string>> = {
  '200 characters': `${'A very long name of a recording '.repeat(7).slice(0, 196)}.wav`,
  'One word of 200 letters': `${'n'.repeat(196)}.wav`,
  Emoji: '🎙️ Intervju – 👩‍👩‍👧 日本語 ½.wav',
  'Right to left': 'مكالمة مع العميل 12.wav',
  'Bidirectional control characters': 'invoice\u202Evaw.exe.wav',
  'Path characters': '../../etc\\passwd*?"<|>:.wav',
  Markup: '<img src=x onerror=alert(1)>.wav',
  'No extension': 'recording',
  'Only an extension': '.wav',
  Spaces: '   .wav ',
};
