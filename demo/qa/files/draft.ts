/** The input of the file form, and the recipe that it describes. */
import { ContractError, type FileType } from '../../../src/protocol/index.js';
import { parseRecipe, type FileRecipe } from './recipe.js';

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
