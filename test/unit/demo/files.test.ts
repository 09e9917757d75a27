/** The files that the QA console generates. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import decode from 'audio-decode';
import { makeFile, type LoadSample } from '../../../demo/qa/files/make-file.js';
import {
  DAMAGE_NAMES,
  parseRecipe,
  RecipeError,
  type Damage,
  type FileRecipe,
} from '../../../demo/qa/files/recipe.js';
import { checkFile } from '../../../src/engine/session/prepare.js';
import { TranscribeError } from '../../../src/protocol/errors.js';
import { FILE_TYPES, type FileType } from '../../../src/protocol/types.js';

const SAMPLES = { mp3: 'conversation.mp3', m4a: 'interview.m4a' } as const;

const loadSample: LoadSample = async (format) =>
  new Uint8Array(
    await readFile(new URL(`../../../demo/samples/${SAMPLES[format]}`, import.meta.url)),
  );

const make = (recipe: FileRecipe): Promise<File> => makeFile(recipe, loadSample);

/** What the element says about a file: `accepted`, or the reason of its error. */
const verdictOn = (file: File): Promise<string> =>
  checkFile(file, {}, () => Promise.resolve(null), new AbortController().signal).then(
    () => 'accepted',
    (error: unknown) => {
      assert.ok(error instanceof TranscribeError);
      return error.failure?.reason ?? error.code;
    },
  );

const durationOf = async (file: File): Promise<number> => {
  const { channelData, sampleRate } = await decode(new Uint8Array(await file.arrayBuffer()));
  return (channelData[0]?.length ?? 0) / sampleRate;
};

const GIBIBYTE = 1024 ** 3;

test('generated files: have exactly the size that is asked for', async () => {
  for (const [format, sizes] of [
    ['wav', [1_000, 1_001, 65_536, 3_000_001, 3 * GIBIBYTE]],
    ['mp3', [1_000, 1_009, 65_536, 3_000_001, 3 * GIBIBYTE]],
    ['m4a', [182_325, 3_000_001, 3 * GIBIBYTE]],
  ] as const)
    for (const bytes of sizes) {
      const file = await make({ format, bytes });
      assert.equal(file.size, bytes, `${format}, ${bytes} bytes`);
      assert.equal(await verdictOn(file), 'accepted', `${format}, ${bytes} bytes`);
    }
});

test('generated files: decode to the length that is asked for, with and without padding', async () => {
  for (const [recipe, seconds] of [
    [{ format: 'wav', seconds: 2 }, 2],
    [{ format: 'wav', seconds: 2, bytes: 100_001 }, 2],
    [{ format: 'wav', bytes: 96_044 }, 3],
    [{ format: 'wav' }, 10],
    [{ format: 'mp3', seconds: 2 }, 2],
    // Longer than the sample, whose frames repeat.
    [{ format: 'mp3', seconds: 60 }, 60],
    [{ format: 'mp3', seconds: 2, bytes: 100_001 }, 2],
    [{ format: 'm4a' }, 23.1],
    [{ format: 'm4a', bytes: 300_001 }, 23.1],
  ] as const) {
    const file = await make(recipe);
    const decoded = await durationOf(file);
    assert.ok(Math.abs(decoded - seconds) < 0.2, `${JSON.stringify(recipe)}: ${decoded} s`);
    const { durationSeconds } = await checkFile(
      file,
      {},
      () => Promise.resolve(null),
      new AbortController().signal,
    );
    // The size of an mp3 that is padded in its tag does not count.
    assert.ok(
      durationSeconds !== null && Math.abs(durationSeconds - seconds) < 0.5,
      `${JSON.stringify(recipe)}: the element finds ${durationSeconds} s`,
    );
  }
});

test('generated files: a large file is never read into memory, and its chunks differ', async () => {
  const file = await make({ format: 'wav', bytes: 3 * GIBIBYTE });
  const chunk = 5 * 1024 ** 2;
  const starts = [0, chunk, 2 * chunk, GIBIBYTE, 3 * GIBIBYTE - chunk];
  const heads = await Promise.all(
    starts.map(async (start) =>
      Buffer.from(await file.slice(start, start + 64).arrayBuffer()).toString('hex'),
    ),
  );
  assert.equal(new Set(heads).size, starts.length);
  const { arrayBuffers } = process.memoryUsage();
  assert.ok(arrayBuffers < 200 * 1024 ** 2, `${arrayBuffers} bytes in buffers`);
});

/** Damages that the element finds before it sends anything. */
const REFUSED: readonly Damage[] = ['empty', 'noise', 'zeros', 'picture', 'text', 'no-index'];
const REFUSED_IN: Readonly<Record<FileType, readonly Damage[]>> = {
  wav: ['wrong-header'],
  mp3: ['wrong-size'],
  m4a: ['wrong-header', 'wrong-size', 'noise-after-header', 'truncated'],
};

test('generated files: the element refuses damage that it can see, and accepts the other', async () => {
  const accepted: string[] = [];
  for (const format of FILE_TYPES)
    for (const damage of DAMAGE_NAMES) {
      if (damage === 'no-index' && format !== 'm4a') continue;
      const verdict = await verdictOn(await make({ format, damage }));
      const title = `${format}, ${damage}: ${verdict}`;
      const isRefused = [...REFUSED, ...REFUSED_IN[format]].includes(damage);
      assert.equal(verdict !== 'accepted', isRefused, title);
      if (damage === 'empty') assert.equal(verdict, 'file-empty');
      if (damage === 'no-index') assert.equal(verdict, 'm4a-incomplete');
      if (verdict === 'accepted') accepted.push(title);
    }
  // The service is to find these.
  assert.ok(accepted.length > 5);
});

test('generated files: the name is what is asked for, and the wrong extension replaces its own', async () => {
  const names = [
    `${'n'.repeat(200)}.wav`,
    '🎙️ résumé.wav',
    'مكالمة.wav',
    '../../etc/pass*?"<b>.wav',
    'noextension',
  ];
  for (const name of names) assert.equal((await make({ format: 'wav', name })).name, name);
  const wrong = await make({ format: 'mp3', name: 'a talk.mp3', damage: 'wrong-extension' });
  assert.deepEqual([wrong.name, wrong.type], ['a talk.m4a', 'audio/mp4']);
  assert.equal((await make({ format: 'm4a' })).name, 'recording.m4a');
});

test('generated files: a size that is too small for its sound is refused with the size that fits', async () => {
  for (const [recipe, problem] of [
    [{ format: 'wav', seconds: 2, bytes: 2_000 }, /64052 bytes/],
    [
      { format: 'mp3', seconds: 2, bytes: 2_000 },
      /bytes as an MP3 file: choose at least \d+ bytes/,
    ],
    [{ format: 'm4a', bytes: 2_000 }, /at least 182325 bytes/],
  ] as const)
    await assert.rejects(make(recipe), (error: Error) => {
      assert.ok(error instanceof RecipeError);
      assert.match(error.message, problem);
      return true;
    });
  assert.equal((await make({ format: 'wav', seconds: 2, bytes: 64_052 })).size, 64_052);
});

test('recipe: reads what it wrote, and names the field that is wrong', () => {
  const whole = { format: 'wav', bytes: 1_000, seconds: 0.1, name: 'a.wav', damage: 'noise' };
  assert.deepEqual(parseRecipe(whole, 'file'), whole);
  for (const [json, problem] of [
    [null, 'file must be an object'],
    [{}, 'file.format is missing'],
    [{ format: 'ogg' }, 'file.format must be one of mp3, m4a, wav'],
    [{ format: 'wav', bytes: 999 }, /^file.bytes must be a whole number of bytes from 1000 to/],
    [{ format: 'wav', bytes: 9 * GIBIBYTE }, /8 GiB/],
    [{ format: 'wav', bytes: '5' }, 'file.bytes must be a number'],
    [{ format: 'wav', seconds: 0 }, /^file.seconds must be a number of seconds from 0.1/],
    [{ format: 'm4a', seconds: 9 }, /^file.seconds is only for wav and mp3/],
    [{ format: 'wav', name: '' }, 'file.name must have 1 to 255 characters'],
    [{ format: 'wav', damage: 'no-index' }, /only if the format is m4a/],
    [{ format: 'wav', size: 1 }, /^file.size is not known. The fields are format, bytes,/],
  ] as const)
    assert.throws(() => parseRecipe(json, 'file'), { message: problem }, JSON.stringify(json));
});
