import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { licenseExpression, thirdPartyLicenses } from '../../../scripts/licenses.mjs';

const folderWith = async (
  test: TestContext,
  files: Readonly<Record<string, string>>,
): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'licenses-'));
  test.after(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
};

const manifest = (name: string, dependencies = {}): string =>
  JSON.stringify({ name, version: '1.2.3', license: 'MIT', dependencies });

describe('licences of bundled code', () => {
  it('include those of the bundled packages and their dependencies, each once', async (test) => {
    const root = await folderWith(test, {
      'src/own.js': '/*! own notice */',
      'node_modules/@scope/one/package.json': manifest('@scope/one', { two: '1', '@types/x': '1' }),
      'node_modules/@scope/one/LICENSE': 'Licence of one',
      'node_modules/@scope/one/a.js': '/** @license Taken from elsewhere */',
      'node_modules/two/package.json': manifest('two'),
      'node_modules/two/LICENSE.md': 'Licence of two',
      'node_modules/other/package.json': manifest('other'),
      'node_modules/other/LICENSE': 'Licence of another',
    });
    const inputs = ['src/own.js', 'node_modules/@scope/one/a.js', 'node_modules/@scope/one/b.js'];
    const text = thirdPartyLicenses(inputs, root);
    assert.equal(text.match(/@scope\/one@1\.2\.3 \(MIT\)\n\nLicence of one/g)?.length, 1);
    assert.match(text, /two@1\.2\.3 \(MIT\)\n\nLicence of two/);
    assert.match(text, /Taken from elsewhere/);
    assert.doesNotMatch(text, /another|own notice/);
  });

  it('name the source code of a package under the MPL', async (test) => {
    const root = await folderWith(test, {
      'node_modules/one/package.json': JSON.stringify({
        ...{ name: 'one', version: '1.2.3', license: 'MPL-2.0' },
      }),
      'node_modules/one/LICENSE': 'Mozilla Public License',
    });
    const text = thirdPartyLicenses(['node_modules/one/a.js'], root);
    assert.match(
      text,
      /one@1\.2\.3 \(MPL-2\.0\)\n\nSource code: https:\/\/www\.npmjs\.com\/package\/one\/v\/1\.2\.3\n/,
    );
  });

  it('throw if a bundled package has no licence file', async (test) => {
    const root = await folderWith(test, { 'node_modules/one/package.json': manifest('one') });
    assert.throws(
      () => thirdPartyLicenses(['node_modules/one/a.js'], root),
      /one@1\.2\.3 is bundled, but has no licence file/,
    );
  });

  it('throw if a module belongs to no package', () => {
    assert.throws(() => thirdPartyLicenses(['\0helper/x.js'], '/'), /helper\/x\.js is bundled/);
  });

  it('are one SPDX expression, with the choices in brackets', async (test) => {
    const licensed = (name: string, license: string) =>
      JSON.stringify({ name, version: '1.2.3', license });
    const root = await folderWith(test, {
      'node_modules/one/package.json': licensed('one', 'MPL-2.0'),
      'node_modules/two/package.json': licensed('two', '(MIT OR WTFPL)'),
      'node_modules/three/package.json': licensed('three', 'MIT'),
    });
    const inputs = [
      'src/own.js',
      ...['one', 'two', 'three'].map((it) => `node_modules/${it}/a.js`),
    ];
    assert.equal(licenseExpression(inputs, root, 'MIT'), 'MIT AND (MIT OR WTFPL) AND MPL-2.0');
  });

  it('of FFmpeg: its text, version and source', () => {
    const root = new URL('../../../', import.meta.url).pathname;
    const inputs = ['node_modules/@mediabunny/aac-encoder/dist/modules/build/aac.js'];
    const text = thirdPartyLicenses(inputs, root);
    assert.match(text, /audio-transcribe\.aac\.js contains libavcodec \d+\.\d+\.\d+/);
    assert.match(text, /https:\/\/git\.ffmpeg\.org\/ffmpeg\.git/);
    assert.match(text, /GNU LESSER GENERAL PUBLIC LICENSE\s+Version 2\.1, February 1999/);
    assert.match(text, /6\. As an exception to the Sections above/);
    assert.match(licenseExpression(inputs, root, 'MIT'), /LGPL-2\.1-or-later AND MPL-2\.0/);
  });
});
