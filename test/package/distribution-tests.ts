import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { build, type Metafile } from 'esbuild';
import { repository, type Consumer } from './consumer.js';

/** Consistency of the packed files, their content, and the packages they need. */
export const distributionTests = (packed: () => Consumer): void => {
  const read = (file: string): Promise<string> =>
    readFile(join(packed().packageFolder, file), 'utf8');

  const bundle = async (folder: string, entryPoints: string[]): Promise<Metafile['inputs']> => {
    const { metafile } = await build({
      ...{ absWorkingDir: folder, entryPoints, outdir: 'out', platform: 'browser' },
      ...{ bundle: true, splitting: true, format: 'esm', write: false, metafile: true },
      ...{ external: ['node:*', 'react', 'bullmq'], logLevel: 'silent' },
    });
    return metafile.inputs;
  };

  it('has types for every JavaScript export', () => {
    const { exports } = packed().packageJson;
    const untyped = Object.entries(exports).filter(([, entry]) =>
      typeof entry === 'string' ? !entry.endsWith('.json') : entry['types'] === undefined,
    );
    assert.deepEqual(untyped, []);
  });

  it('contains every file that package.json names', () => {
    const json = packed().packageJson as unknown as Readonly<Record<string, string>>;
    for (const field of ['main', 'module', 'types', 'unpkg', 'jsdelivr', 'customElements']) {
      assert.ok(packed().files.includes(normalize(json[field] ?? '')), field);
    }
  });

  it('has no dead links in its documents', async () => {
    const documents = packed().files.filter((file) => file.endsWith('.md'));
    assert.ok(documents.includes('README.md') && documents.length > 8);
    const links: string[] = [];
    for (const document of documents) {
      for (const [, target = ''] of (await read(document)).matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^(?:https?:|mailto:|#)/.test(target)) continue;
        links.push(
          `${document} → ${normalize(join(dirname(document), target.split('#')[0] ?? ''))}`,
        );
      }
    }
    assert.ok(links.length > 20);
    const dead = links.filter((link) => !packed().files.includes(link.split(' → ')[1] ?? ''));
    assert.deepEqual(dead, []);
  });

  it('imports no CommonJS, except React where a page uses it', async () => {
    const { exports } = packed().packageJson;
    const entries = Object.values(exports).flatMap((entry) =>
      typeof entry === 'string' ? [] : [entry['default'] ?? ''],
    );
    const inputs = await bundle(packed().packageFolder, entries);
    assert.ok(Object.keys(inputs).some((file) => file.includes('node_modules/lit/')));
    const commonJs = Object.keys(inputs).filter((file) => inputs[file]?.format === 'cjs');
    assert.deepEqual(commonJs, []);
  });

  it('contains the licence of every bundled package', async () => {
    const libraries = (await readdir(join(repository, 'src'), { recursive: true })).filter((file) =>
      /(?:-libraries|-library|ipaddr)\.js$/.test(file),
    );
    assert.equal(libraries.length, 3);
    const inputs = await bundle(repository, [
      ...['src/index.ts', 'src/worker.ts', 'src/peaks/decoder.ts'],
      ...libraries.map((file) => `src/${file}`),
    ]);
    const folders = new Set(
      Object.keys(inputs)
        // A package may have files that it replaces with nothing in a browser.
        .filter((file) => !file.startsWith('(disabled):'))
        .flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []),
    );
    assert.ok(folders.size >= 8);
    const text = await read('dist/THIRD-PARTY-LICENSES.txt');
    for (const folder of folders) {
      const manifest = await readFile(join(repository, folder, 'package.json'), 'utf8');
      const { name, version } = JSON.parse(manifest) as { name: string; version: string };
      const file = (await readdir(join(repository, folder))).find((it) => /^licen[cs]e/i.test(it));
      const licence = await readFile(join(repository, folder, file ?? ''), 'utf8');
      assert.ok(text.includes(`${name}@${version} (`), name);
      assert.ok(text.includes(licence.trim()), `the licence of ${name}`);
    }
    // docx contains these without an import.
    assert.match(text, /^fflate@/m);
    assert.match(text, /^nanoid@/m);
    assert.match(text, /Adapted from stream-browserify/);
  });

  it('has the right hash of every file in the CDN folder', async () => {
    const hashes = JSON.parse(await read('dist/cdn/integrity.json')) as Record<string, string>;
    const files = packed()
      .files.filter((file) => /^dist\/cdn\/.*\.js$/.test(file))
      .map((file) => file.slice('dist/cdn/'.length));
    assert.ok(files.includes('audio-transcribe.js') && files.length > 3);
    assert.deepEqual(Object.keys(hashes).sort(), files.sort());
    for (const file of files) {
      const bytes = await readFile(join(packed().packageFolder, 'dist/cdn', file));
      const digest = createHash('sha384').update(bytes).digest('base64');
      assert.equal(hashes[file], `sha384-${digest}`, file);
    }
    // The import map says nothing of what the worker loads, so the scripts have these hashes.
    const scripts = await Promise.all(files.map((file) => read(`dist/cdn/${file}`)));
    for (const part of ['decoder', 'converter', 'aac']) {
      const hash = hashes[`audio-transcribe.${part}.js`]?.slice('sha384-'.length) ?? '';
      assert.equal(hash.length, 64, part);
      assert.ok(
        scripts.some((script) => script.includes(hash)),
        `no script checks the ${part}`,
      );
    }
  });

  it('has a valid custom-elements.json that names only packed files', async () => {
    const text = await read('custom-elements.json');
    const schemaFile = join(repository, 'node_modules/custom-elements-manifest/schema.json');
    const schema = JSON.parse(await readFile(schemaFile, 'utf8')) as { $schema?: string };
    delete schema.$schema;
    const validate = new Ajv2020({ strict: false, allErrors: true }).compile(schema);
    validate(JSON.parse(text));
    assert.deepEqual(validate.errors, null);

    const references = [...text.matchAll(/"(?:module|path)": "([^"]+)"/g)].map(([, path]) => path);
    assert.ok(references.length > 20);
    const missing = references.filter((path = '') => !packed().files.includes(path));
    assert.deepEqual([...new Set(missing)], []);
  });

  it('has a manifest with the class of each event, the type of each attribute, and the custom states', async () => {
    interface Named {
      readonly name: string;
      readonly type?: { readonly text: string };
    }
    interface Declared extends Named {
      readonly events?: readonly Named[];
      readonly attributes?: readonly Named[];
      readonly cssStates?: readonly Named[];
    }
    const { modules } = JSON.parse(await read('custom-elements.json')) as {
      readonly modules: readonly { readonly declarations: readonly Declared[] }[];
    };
    const element = modules
      .flatMap(({ declarations }) => declarations)
      .find(({ name }) => name === 'AudioTranscribe');
    const types = new Map(element?.events?.map(({ name, type }) => [name, type?.text]));
    assert.equal(types.get('transcribe-ready'), 'TranscribeReadyEvent');
    assert.equal(types.get('transcribe-edit'), 'TranscribeEditEvent');
    assert.deepEqual(
      [...types.values()].filter((type) => !/^Transcribe\w+Event$/.test(type ?? '')),
      [],
    );
    const attributes = element?.attributes ?? [];
    assert.ok(attributes.length > 20);
    assert.deepEqual(
      attributes.filter(({ type }) => !type).map(({ name }) => name),
      [],
    );
    const typeOf = (name: string): string | undefined =>
      attributes.find((attribute) => attribute.name === name)?.type?.text;
    assert.equal(typeOf('language'), 'string');
    assert.match(typeOf('state') ?? '', /^'preparing' \| .*'failed'$/);
    assert.equal(
      element?.cssStates?.map(({ name }) => name).join(' '),
      'idle preparing uploading paused submitting transcribing ready failed user-invalid',
    );
  });
};
