import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { execute, repository, type Consumer } from './consumer.js';

/** The content of the package, and whether Node and TypeScript can use it. */
export const contentTests = (packed: () => Consumer): void => {
  it('contains every file that its exports name', () => {
    const named = Object.values(packed().packageJson.exports).flatMap((entry) =>
      typeof entry === 'string' ? [entry] : Object.values(entry),
    );
    assert.ok(named.length > 10);
    const missing = named.filter((path) => !packed().files.includes(path.replace(/^\.\//, '')));
    assert.deepEqual(missing, []);
  });

  it('contains only built files and documentation', () => {
    const texts = [
      ...[
        'package.json',
        'custom-elements.json',
        'README.md',
        'CHANGELOG.md',
        'LICENSE',
        'llms.txt',
      ],
      ...['vscode.html-custom-data.json', 'web-types.json'],
      ...['openapi/partner-backend.yaml', 'openapi/service.yaml', 'bench/README.md'],
      ...['dist/sandbox/THIRD-PARTY-LICENSES.txt', 'dist/sbom.cdx.json'],
      ...['dist/THIRD-PARTY-LICENSES.txt', 'dist/cdn/integrity.json', 'docs/element.md'],
    ];
    const others = packed().files.filter(
      (file) =>
        !texts.includes(file) &&
        !/^dist\/[\w/.-]+(?<!\.test)\.(js|d\.ts)$/.test(file) &&
        !/^(?:(?:docs|docs\/parts|docs\/frameworks|demo\/sandbox)\/[\w-]+\.(?:md|png|webp)|(?:SECURITY|CONTRIBUTING)\.md)$/.test(
          file,
        ),
    );
    assert.deepEqual(others, []);
    for (const file of texts) assert.ok(packed().files.includes(file), `${file} is packed`);
  });

  it('passes publint', async () => {
    const { messages, pkg } = await publint({ pkgDir: packed().packageFolder, pack: false });
    const sentences = messages.map((message) => formatMessage(message, pkg));
    assert.deepEqual(sentences, []);
  });

  it('passes "Are the types wrong?"', async () => {
    const attw = join(repository, 'node_modules/.bin/attw');
    const untyped = ['cdn/integrity.json', 'custom-elements.json', 'package.json'];
    const { stdout } = await execute(attw, [
      ...[packed().tarball, '--profile', 'esm-only', '--no-color', '--no-emoji'],
      ...['--exclude-entrypoints', ...untyped],
    ]).catch((error: unknown) => assert.fail((error as { stdout: string }).stdout));
    const entries = Object.keys(packed().packageJson.exports).length - untyped.length;
    assert.equal(stdout.match(/^node16 \(from ESM\): OK/gm)?.length, entries);
    assert.equal(stdout.match(/^bundler: OK/gm)?.length, entries);
  });

  it("has types that compile with a partner's strictest settings", async () => {
    const { stdout } = await execute(
      process.execPath,
      [
        join(repository, 'node_modules/typescript/bin/tsc'),
        ...['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'],
        ...['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023,dom,dom.iterable'],
        ...['--jsx', 'react-jsx', '--typeRoots', join(repository, 'node_modules/@types')],
        ...['--types', 'node', '--skipLibCheck', 'false', 'consumer.ts'],
      ],
      { cwd: packed().folder },
    ).catch((error: unknown) => assert.fail((error as { stdout: string }).stdout));
    assert.equal(stdout, '');
  });

  for (const [entry, name] of [
    ['server.js', 'createPartnerHandler'],
    ['server/node.js', 'toNodeHandler'],
    ['engine.js', 'createSession'],
  ] as const) {
    it(`audio-transcribe/${entry} loads without a DOM`, async () => {
      const script = `
        import * as entry from 'audio-transcribe/${entry}';
        console.log(typeof entry.${name}, typeof document, typeof customElements);`;
      const { stdout, stderr } = await execute(
        process.execPath,
        ['--input-type=module', '--eval', script],
        { cwd: packed().folder },
      );
      assert.equal(stdout.trim(), 'function undefined undefined');
      assert.equal(stderr, '');
    });
  }

  it('uses import.meta.url only where bundlers replace it', async () => {
    // Otherwise, `import.meta.url` becomes a local path of the build machine.
    const literals =
      /new URL\('\.\/audio-transcribe\.(?:worker|decoder|converter|aac)\.js', import\.meta\.url\)/;
    const scripts = packed().files.filter(
      // Bundlers copy the encoder as it is.
      (file) =>
        /^dist\/(?!cdn\/|server\/|sandbox\/).*\.js$/.test(file) && !file.endsWith('.aac.js'),
    );
    let found = 0;
    for (const file of scripts) {
      const source = await readFile(join(packed().packageFolder, file), 'utf8');
      const rest = source.split(literals);
      found += rest.length - 1;
      assert.doesNotMatch(
        rest.join('').replace(/^\s*(?:\*|\/\/).*$/gm, ''),
        /import\.meta\.url/,
        file,
      );
    }
    assert.equal(found, 4);
  });

  it('has a React entry that starts with "use client"', async () => {
    const source = await readFile(join(packed().packageFolder, 'dist/react.js'), 'utf8');
    assert.match(source, /^'use client';\n/);
  });

  for (const entry of ['', '/element.js', '/react.js']) {
    // Development servers load Lit's development build.
    for (const condition of ['production', 'development']) {
      it(`audio-transcribe${entry} loads on a ${condition} server, and prints nothing`, async () => {
        const script = `import { AudioTranscribe } from 'audio-transcribe${entry}';
          console.log(AudioTranscribe !== undefined, typeof document);`;
        const { stdout, stderr } = await execute(
          process.execPath,
          [`--conditions=${condition}`, '--input-type=module', '--eval', script],
          { cwd: packed().folder },
        );
        assert.equal(stdout.trim(), 'true undefined');
        assert.equal(stderr, '');
      });
    }
  }

  it('has a worker in a single file', async () => {
    for (const folder of ['', 'hashing/audio-transcribe.', 'cdn/audio-transcribe.']) {
      const file = `dist/${folder}worker.js`;
      const source = await readFile(join(packed().packageFolder, file), 'utf8');
      // It loads the decoder from an address that the page sends.
      assert.doesNotMatch(source, /\bimport\b(?!\((?:\/\*[^*]+\*\/ )?\w+\))/, file);
    }
  });

  it('has a decoder without exports, because some bundlers drop them', async () => {
    const path = join(packed().packageFolder, 'dist/cdn/audio-transcribe.decoder.js');
    assert.doesNotMatch(await readFile(path, 'utf8'), /\bexport\b/);
  });
};
