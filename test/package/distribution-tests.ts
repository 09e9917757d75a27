import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { it } from 'node:test';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
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
      /(?:-libraries|ipaddr)\.js$/.test(file),
    );
    assert.equal(libraries.length, 2);
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
  });

  interface Component {
    readonly group?: string;
    readonly name: string;
    readonly version: string;
    readonly purl: string;
    readonly licenses: readonly {
      readonly expression?: string;
      readonly license?: { readonly id: string };
    }[];
  }

  interface Bom {
    readonly metadata: { readonly component: Component };
    readonly components: readonly Component[];
  }

  const licensesOf = ({ licenses }: Component): readonly string[] =>
    licenses.map(({ expression, license }) => expression ?? license?.id ?? '');

  it('has a valid list of its packages in CycloneDX 1.6', async () => {
    const ajv = new Ajv({ strict: false, allErrors: true });
    addFormats.default(ajv);
    for (const name of ['idn-email', 'iri-reference']) ajv.addFormat(name, true);
    const schemas = join(repository, 'node_modules/@cyclonedx/cyclonedx-library/res/schema');
    const schemaOf = async (name: string): Promise<object> =>
      JSON.parse(await readFile(join(schemas, `${name}.SNAPSHOT.schema.json`), 'utf8')) as object;
    for (const name of ['spdx', 'jsf-0.82', 'cryptography-defs'])
      ajv.addSchema(
        await schemaOf(name),
        `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`,
      );
    const validate = ajv.compile(await schemaOf('bom-1.6'));
    const bom = JSON.parse(await read('dist/sbom.cdx.json')) as object;
    validate(bom);
    assert.deepEqual(validate.errors, null);
    assert.equal(validate({ ...bom, components: [{ name: 'without a type' }] }), false);
  });

  it('lists the packages of its licence texts and FFmpeg in the SBOM, with the licences of package.json', async () => {
    const { metadata, components } = JSON.parse(await read('dist/sbom.cdx.json')) as Bom;
    const texts =
      (await read('dist/THIRD-PARTY-LICENSES.txt')) +
      (await read('dist/sandbox/THIRD-PARTY-LICENSES.txt'));
    const named = [...texts.matchAll(/^-{80}\n\n(\S+@\d\S*) \(/gm)].map(([, name]) => name);
    const [, libavcodec = ''] = /contains libavcodec (\S+)/.exec(texts) ?? [];
    const listed = components.map(({ group, name, version }) =>
      [...(group === undefined ? [] : [group]), `${name}@${version}`].join('/'),
    );
    assert.ok(listed.length > 10);
    assert.deepEqual(listed.sort(), [...new Set([...named, `libavcodec@${libavcodec}`])].sort());
    const { license } = packed().packageJson;
    assert.deepEqual(licensesOf(metadata.component), [license]);
    const parts = license.split(' AND ').map((part) => part.replace(/^\((.*)\)$/, '$1'));
    assert.deepEqual(
      [...new Set(components.flatMap(licensesOf))]
        .map((part) => part.replace(/^\((.*)\)$/, '$1'))
        .sort(),
      parts.sort(),
    );
  });

  it('has FFmpeg only in files that can be replaced, with its source, licence and version', async () => {
    const withFfmpeg: string[] = [];
    for (const file of packed().files.filter((it) => it.endsWith('.js')))
      if (/Lavc\d+\.\d+/.test(await read(file))) withFfmpeg.push(file);
    assert.deepEqual(withFfmpeg.sort(), [
      'dist/cdn/audio-transcribe.aac.js',
      'dist/convert/audio-transcribe.aac.js',
    ]);
    const text = await read('dist/THIRD-PARTY-LICENSES.txt');
    for (const expected of [
      /Source code of FFmpeg: https:/,
      /GNU LESSER GENERAL PUBLIC LICENSE\s+Version 2\.1/,
      /You may replace audio-transcribe\.aac\.js/,
      /replace the one that integrity\.json has by that of your file/,
    ])
      assert.match(text, expected);
    const files = packed().files.filter((file) => file.endsWith('audio-transcribe.aac.js'));
    assert.equal(files.length, 2);
    for (const file of files) assert.match(await read(file), /^\/\*! .*LGPL-2\.1-or-later/);
  });

  it('has nothing for developers in package.json, and is published with provenance', () => {
    const { publishConfig, ...json } = packed().packageJson;
    for (const field of ['scripts', 'devDependencies', 'overrides', 'allowScripts'])
      assert.ok(!(field in json), field);
    // With this file, npm compiles a package without a script.
    assert.ok(!packed().files.includes('binding.gyp'));
    assert.equal(publishConfig.provenance, true);
  });

  it('has an upper end of each range of dependencies and peers, and needs no tslib', async () => {
    const { dependencies, peerDependencies } = packed().packageJson;
    const ranges = Object.entries({ ...dependencies, ...peerDependencies }).flatMap(
      ([name, range]) => range.split('||').map((part) => `${name} ${part.trim()}`),
    );
    assert.ok(ranges.length >= 6);
    assert.deepEqual(
      ranges.filter((range) => !/ [\^~]?\d+\.\d+\.\d+$/.test(range)),
      [],
    );
    assert.ok(!('tslib' in dependencies));
    assert.doesNotMatch(await read('dist/sbom.cdx.json'), /tslib/);
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
