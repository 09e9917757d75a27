/** The input of the file form. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  draftOf,
  EMPTY_DRAFT,
  FILE_PRESETS,
  NAME_PRESETS,
  parseSize,
  recipeFrom,
  sizeText,
  parseRecipe,
} from '../../../demo/qa/files/recipe.js';

test('file form: reads sizes with and without a unit', () => {
  for (const [text, bytes] of [
    ['1000', 1_000],
    ['1 000 000', 1_000_000],
    [' 64 kB ', 64_000],
    ['64KiB', 65_536],
    ['2.5 MiB', 2_621_440],
    ['2,5mb', 2_500_000],
    ['8 GiB', 8 * 1024 ** 3],
  ] as const)
    assert.equal(parseSize(text), bytes, text);
  for (const text of ['', 'large', '5 TB', '-1', '1e3', '5 i', '0x10'])
    assert.equal(parseSize(text), null, text);
});

test('file form: shows a size so that it is read again', () => {
  for (const [bytes, text] of [
    [8 * 1024 ** 3, '8 GiB'],
    [5 * 1024 ** 2, '5 MiB'],
    [3_000_000, '3 MB'],
    [1_000, '1 kB'],
    [1_001, '1001'],
  ] as const) {
    assert.equal(sizeText(bytes), text);
    assert.equal(parseSize(text), bytes);
  }
});

test('file form: every preset is a valid recipe, and every name is accepted', () => {
  for (const [title, recipe] of Object.entries(FILE_PRESETS)) {
    assert.deepEqual(parseRecipe(recipe, ''), recipe, title);
    assert.deepEqual(recipeFrom(draftOf(recipe)), recipe, title);
  }
  for (const name of Object.values(NAME_PRESETS))
    assert.equal(recipeFrom({ ...EMPTY_DRAFT, name }).name, name);
  assert.equal(NAME_PRESETS['200 characters']?.length, 200);
});

test('file form: an empty field has its default, and a wrong one is named', () => {
  assert.deepEqual(recipeFrom(EMPTY_DRAFT), { format: 'wav' });
  for (const [changes, path] of [
    [{ bytes: 'large' }, 'bytes'],
    [{ bytes: '1' }, 'bytes'],
    [{ seconds: 'long' }, 'seconds'],
    [{ seconds: '0' }, 'seconds'],
    [{ damage: 'no-index' }, 'damage'],
  ] as const)
    assert.throws(() => recipeFrom({ ...EMPTY_DRAFT, ...changes }), { path });
});
