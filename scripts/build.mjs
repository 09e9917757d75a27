import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build as bundle } from 'esbuild';
import { build } from 'vite';
import { generate, workerFile } from './generate.mjs';
import { thirdPartyLicenses } from './licenses.mjs';
import { root } from './paths.mjs';

const dist = join(root, 'dist');

/** Every file that a bundler took in. */
const bundled = new Set();

/** Each module as a module, with its types. */
function compile() {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [compiler, '-b', 'src'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
}

/** A module of src that is JavaScript with types beside it re-exports a part of a package: both become one file. */
async function bundleLibraries() {
  const files = readdirSync(join(root, 'src'), { recursive: true });
  const modules = files.filter(
    (path) => path.endsWith('.js') && files.includes(path.replace(/js$/, 'd.ts')),
  );
  const { metafile } = await bundle({
    absWorkingDir: root,
    entryPoints: modules.map((path) => `src/${path}`),
    outbase: 'src',
    outdir: 'dist',
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    // a bundler that meets Node's Buffer wants to add one
    define: { 'process.env.NODE_ENV': '"production"', Buffer: 'undefined' },
    legalComments: 'none',
    metafile: true,
  });
  for (const input of Object.keys(metafile.inputs)) bundled.add(input);
}

/** Types for templates: declarations alone, beside modules that hold nothing. */
function writeTemplateTypes() {
  cpSync(join(root, 'src/element/types'), join(dist, 'element/types'), { recursive: true });
  for (const file of readdirSync(join(dist, 'element/types'))) {
    writeFileSync(join(dist, 'element/types', file.replace(/\.d\.ts$/, '.js')), 'export {};\n');
  }
}

/** The worker beside each script that starts it, and as `audio-transcribe/worker.js` for `worker-url`. */
function writeWorker() {
  for (const folder of ['hashing', 'cdn']) {
    copyFileSync(workerFile, join(dist, folder, basename(workerFile)));
  }
  copyFileSync(workerFile, join(dist, 'worker.js'));
}

// Vite would inline the worker as a data: address, which no page may start as a worker.
const workerBeside = {
  name: 'worker-beside',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('src/hashing/worker-ladder.ts')) return undefined;
    const address = `new URL('./${basename(workerFile)}', import.meta.url)`;
    if (!code.includes(address)) throw new Error(`${id} no longer has ${address}`);
    return code.replace(address, address.replace('(', '(/* @vite-ignore */ '));
  },
};

const recordInputs = {
  name: 'record-inputs',
  generateBundle(_options, chunks) {
    for (const chunk of Object.values(chunks)) {
      for (const id of chunk.moduleIds ?? []) bundled.add(id);
    }
  },
};

/** One file for a script tag; what is rarely needed is loaded from beside it on first use. */
async function writeCdn() {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [workerBeside, recordInputs],
    build: {
      outDir: join(dist, 'cdn'),
      target: 'es2022',
      lib: { entry: join(root, 'src/index.ts'), formats: ['es'] },
      rolldownOptions: {
        output: {
          entryFileNames: 'audio-transcribe.js',
          chunkFileNames: '[name]-[hash].js',
          minify: true,
        },
      },
    },
  });
}

/** The hash of each file of the CDN's folder, as `integrity` attributes take it. */
function writeIntegrity() {
  const folder = join(dist, 'cdn');
  const hash = (file) =>
    `sha384-${createHash('sha384')
      .update(readFileSync(join(folder, file)))
      .digest('base64')}`;
  const hashes = Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((file) => [file, hash(file)]),
  );
  writeFileSync(join(folder, 'integrity.json'), `${JSON.stringify(hashes, null, 2)}\n`);
}

rmSync(dist, { recursive: true, force: true });
for (const input of await generate()) bundled.add(input);
compile();
await bundleLibraries();
writeTemplateTypes();
await writeCdn();
writeWorker();
writeIntegrity();
writeFileSync(join(dist, 'THIRD-PARTY-LICENSES.txt'), thirdPartyLicenses(bundled, root));
