import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ELEMENTS } from '../../scripts/cdn.mjs';
import type { Consumer } from './consumer.js';

const LANGUAGE = /^[a-z]{2}(?:-[A-Z]{2})?-/;

/** The largest size of each file that is loaded later, in bytes with gzip. */
const LATER: readonly (readonly [file: RegExp, bytes: number])[] = [
  [/^work-/, 52_600],
  [/^job-store-/, 7_400],
  [/^microphone-/, 11_700],
  [/^whole-reader-/, 49_500],
  [/^later-parts-/, 19_000],
  [/^queue-controller-/, 12_000],
  [/^audio-tools-/, 13_000],
  [/^export-shown-/, 500],
  [/^correction-tools-/, 10_500],
  [/^files-/, 11_500],
  [/^hash-blob-/, 10_000],
  [/^source\.generated-/, 15_200],
  [/^audio-transcribe\.worker\.js$/, 15_200],
  [/^audio-transcribe\.decoder\.js$/, 58_500],
  // Mediabunny reads and writes the containers.
  [/^audio-transcribe\.converter\.js$/, 120_500],
  // The encoder is FFmpeg's, in WebAssembly.
  [/^audio-transcribe\.aac\.js$/, 245_000],
  [LANGUAGE, 9_600],
];

/** The name in the docs: without the hash of the content. */
const nameOf = (file: string): string =>
  file.startsWith('audio-transcribe.') ? file : file.replace(/-.{6}\.js$/, '-….js');

const isReader = (file: string): boolean => file.startsWith('whole-reader-');

/** How much a page downloads from the CDN folder, and when. */
export const sizeTests = (packed: () => Consumer): void => {
  const folder = (): string => join(packed().packageFolder, 'dist/cdn');
  const read = (file: string): Promise<string> => readFile(join(folder(), file), 'utf8');
  const zipped = async (files: Iterable<string>): Promise<number> =>
    (await Promise.all([...files].map(read)))
      .map((text) => gzipSync(text, { level: 9 }).length)
      .reduce((sum, size) => sum + size, 0);

  /** The file and the files that it imports at once. */
  const loadedWith = async (file: string, known = new Set<string>()): Promise<Set<string>> => {
    if (known.has(file)) return known;
    known.add(file);
    for (const [, imported = ''] of (await read(file)).matchAll(/\bfrom\s*["`]\.\/([^"`]+)["`]/g))
      await loadedWith(imported, known);
    return known;
  };

  /** What the script tags of both elements load. */
  const loadedFirst = async (): Promise<Set<string>> => {
    const known = new Set<string>();
    for (const { file } of ELEMENTS) await loadedWith(file, known);
    return known;
  };

  it('has a first load within its limit for each element, and no larger file for later than expected', async () => {
    for (const { file, most } of ELEMENTS) {
      const size = await zipped(await loadedWith(file));
      assert.ok(size <= most, `first load of ${file}: ${size}`);
    }
    const first = await loadedFirst();
    const scripts = (await readdir(folder())).filter((file) => file.endsWith('.js'));
    for (const file of scripts.filter((one) => !first.has(one))) {
      const limit = LATER.find(([pattern]) => pattern.test(file))?.[1];
      assert.ok(limit !== undefined, `${file} has no limit`);
      const size = await zipped([file]);
      assert.ok(size <= limit, `${file}: ${size}`);
    }
  });

  it('has the files for later that the docs name', async () => {
    const first = await loadedFirst();
    const later = (await readdir(folder())).filter(
      (file) => file.endsWith('.js') && !first.has(file) && !LANGUAGE.test(file),
    );
    const docs = await readFile(join(packed().packageFolder, 'docs/frameworks/cdn.md'), 'utf8');
    const named = [...docs.matchAll(/^\| `([\w.-]+(?:-….js|\.js))` +\|/gm)].map(([, name]) => name);
    assert.deepEqual(named.sort(), [...new Set(later.map(nameOf))].sort());
  });

  // Firefox never repeats a failed download of the same URL.
  it('has files for later that need only what is loaded by then, so that a failed download can be tried again', async () => {
    const first = await loadedFirst();
    assert.ok(first.size > 1);
    const later = (await readdir(folder())).filter(
      (file) => file.endsWith('.js') && !first.has(file),
    );
    assert.ok(later.length > 5);
    for (const file of later) {
      const others = [...(await loadedWith(file))].filter((one) => one !== file && !first.has(one));
      // Only the reader loads these files.
      const expected = /^(?:files|correction-tools)-/.test(file) ? later.filter(isReader) : [];
      assert.ok(
        others.every((other) => expected.includes(other)),
        `${file}: ${others.join(', ')}`,
      );
    }
  });
};
