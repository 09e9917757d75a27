/** Makes the file of a recipe. It refers to a few small parts, so that it takes next to no memory. */
import type { FileType } from '../../../src/protocol/index.js';
import { MEDIA_TYPES } from '../../sandbox/media-types.js';
import { makeM4a, soundSizeAt, withoutIndex } from './m4a.js';
import { makeMp3 } from './mp3.js';
import { latin1, noise, replaced, zeros } from './pieces.js';
import { announcedFormat, nameOf, type FileRecipe } from './recipe.js';
import { makeWav } from './wav.js';

/** Loads the sample whose frames are repeated. Rejects if it cannot be loaded. */
export type LoadSample = (format: 'mp3' | 'm4a') => Promise<Uint8Array<ArrayBuffer>>;

/** The first bytes by which each format is recognised. */
export const FIRST_BYTES: Readonly<Record<FileType, string>> = {
  mp3: 'ID3\x04\0\0\0\0\0\0',
  m4a: '\0\0\0\x1cftypM4A ',
  wav: 'RIFF\0\0\0\0WAVEfmt ',
};

/** The smallest PNG picture: one transparent pixel. */
const PICTURE = Uint8Array.from(
  atob(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  ),
  (character) => character.charCodeAt(0),
);

const FF = Uint8Array.of(0xff, 0xff, 0xff, 0x7f);

const makeSound = async (recipe: FileRecipe, loadSample: LoadSample): Promise<Blob> => {
  const { format } = recipe;
  if (format === 'wav') return makeWav(recipe);
  const sample = await loadSample(format);
  return format === 'mp3' ? makeMp3(recipe, sample) : makeM4a(recipe, sample);
};

/** The start of a file whose headers announce more bytes than follow. */
const withWrongSize = async (recipe: FileRecipe, loadSample: LoadSample): Promise<Blob> => {
  const sound = await makeSound(recipe, loadSample);
  switch (recipe.format) {
    case 'wav':
      return replaced(sound, 40, FF);
    case 'mp3':
      return new Blob([latin1('ID3\x04\0\0'), Uint8Array.of(127, 127, 127, 127), sound]).slice(
        0,
        sound.size,
      );
    case 'm4a':
      return replaced(sound, soundSizeAt(await loadSample('m4a')), FF.toReversed());
  }
};

const padded = (start: Blob, bytes: number): Blob =>
  new Blob([start, zeros(Math.max(0, bytes - start.size))]);

const makeContent = async (recipe: FileRecipe, loadSample: LoadSample): Promise<Blob> => {
  const { format, damage = 'none' } = recipe;
  const sound = (): Promise<Blob> => makeSound(recipe, loadSample);
  switch (damage) {
    case 'none':
    case 'wrong-extension':
      return sound();
    case 'empty':
      return new Blob([]);
    case 'truncated': {
      const whole = await sound();
      return whole.slice(0, Math.ceil(whole.size / 2));
    }
    case 'noise':
      return noise((await sound()).size);
    case 'zeros':
      return zeros((await sound()).size);
    case 'noise-after-header':
      return replaced(noise((await sound()).size), 0, latin1(FIRST_BYTES[format]));
    case 'wrong-header':
      // An m4a is recognised by its fourth to eighth byte.
      return replaced(await sound(), 0, latin1('XXXXXXXX'));
    case 'wrong-size':
      return withWrongSize(recipe, loadSample);
    case 'picture':
      return padded(new Blob([PICTURE]), (await sound()).size);
    case 'text':
      return new Blob(['This is a text, and no recording.\n']);
    case 'no-index':
      return padded(new Blob([withoutIndex(await loadSample('m4a'))]), recipe.bytes ?? 0);
  }
};

/**
 * Makes the file. Rejects with RecipeError if the size and the length do not go together, and with the error of
 * `loadSample`.
 */
export const makeFile = async (recipe: FileRecipe, loadSample: LoadSample): Promise<File> =>
  new File([await makeContent(recipe, loadSample)], nameOf(recipe), {
    type: MEDIA_TYPES[announcedFormat(recipe)],
  });
