import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, normalize, relative } from 'node:path';
import { build as bundle } from 'esbuild';
import { buildSandbox } from './build-sandbox.mjs';
import { SYNTAX } from './browsers.mjs';
import { bundleCdn, ELEMENTS, sha384 } from './cdn.mjs';
import { converterFile, decoderFile, encoderFile, generate, workerFile } from './generate.mjs';
import { licenseExpression, thirdPartyLicenses } from './licenses.mjs';
import { root } from './paths.mjs';
import { sbom } from './sbom.mjs';

const dist = join(root, 'dist');

/** The modules that only the converter's bundle needs. */
const converterModules = [
  ...['codec-name', 'converter', 'cut-off', 'encode', 'encoders', 'frame-runs', 'joined', 'm4a'],
  ...['ogg', 'packets', 'raw-audio', 'transport-stream', 'work-folder'],
];

/** What the compiler writes to `dist` and no one imports: these modules are bundled. */
const bundledModules = [
  // The declaration of `decode-packets` stays for the compiler, and the package leaves it out.
  ...['peaks/decoder.js', 'peaks/decoder.d.ts', 'peaks/decode-packets.js'],
  ...converterModules.map((name) => `convert/${name}.js`),
].map(normalize);

/** Every file that a bundler read. */
const bundled = new Set();

/**
 * Deletes everything from `dist` that the compiler did not write for a module of today: it writes only what has
 * changed. If it would not write a missing file, all of `dist` is deleted.
 */
function keepCompiled() {
  const compiled = readdirSync(join(root, 'src'), { recursive: true })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
    .flatMap((path) => ['.js', '.d.ts'].map((ending) => path.replace(/\.ts$/, ending)));
  const isMissing = (path) => !bundledModules.includes(path) && !existsSync(join(dist, path));
  if (compiled.some(isMissing)) return rmSync(dist, { recursive: true, force: true });
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const path = relative(dist, join(entry.parentPath, entry.name));
    const isKept = path.endsWith('.tsbuildinfo') || compiled.includes(path);
    if (entry.isFile() && !isKept) rmSync(join(dist, path));
  }
}

/** Builds each module separately, with its types. */
function compile() {
  keepCompiled();
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [compiler, '-b', 'src'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
}

/** A JavaScript module of src with a .d.ts file re-exports part of a package; both are bundled into one file. */
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
    target: SYNTAX,
    // Bundlers that see Node's Buffer try to polyfill it.
    define: { 'process.env.NODE_ENV': '"production"', Buffer: 'undefined' },
    legalComments: 'none',
    metafile: true,
  });
  for (const input of Object.keys(metafile.inputs)) bundled.add(input);
}

/** Types for templates: declarations only, with empty modules. */
function writeTemplateTypes() {
  cpSync(join(root, 'src/element/types'), join(dist, 'element/types'), { recursive: true });
  for (const file of readdirSync(join(dist, 'element/types'))) {
    writeFileSync(join(dist, 'element/types', file.replace(/\.d\.ts$/, '.js')), 'export {};\n');
  }
}

/** Writes the worker beside each script that starts it, and as `audio-transcribe/worker.js` for `worker-url`. */
function writeWorker() {
  for (const folder of ['hashing', 'cdn']) {
    copyFileSync(workerFile, join(dist, folder, basename(workerFile)));
  }
  copyFileSync(workerFile, join(dist, 'worker.js'));
}

/** Writes the decoder beside each script that has its address. */
function writeDecoder() {
  for (const folder of ['peaks', 'cdn']) {
    copyFileSync(decoderFile, join(dist, folder, basename(decoderFile)));
  }
}

/** Writes the converter and its encoder beside each script that has their addresses. */
function writeConverter() {
  for (const folder of ['convert', 'cdn']) {
    for (const file of [converterFile, encoderFile]) {
      copyFileSync(file, join(dist, folder, basename(file)));
    }
  }
}

/** Deletes the modules that are needed only in the bundles of the decoder and the converter. */
function deleteBundledModules() {
  for (const path of bundledModules) rmSync(join(dist, path), { force: true });
}

/** The hash of each file in the CDN folder, as `integrity` attributes need it. */
function writeIntegrity() {
  const folder = join(dist, 'cdn');
  const hash = (file) => `sha384-${sha384(join(folder, file))}`;
  const hashes = Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((file) => [file, hash(file)]),
  );
  writeFileSync(join(folder, 'integrity.json'), `${JSON.stringify(hashes, null, 2)}\n`);
}

for (const input of await generate()) bundled.add(input);
compile();
await bundleLibraries();
writeTemplateTypes();
for (const element of ELEMENTS)
  for (const { moduleIds = [] } of await bundleCdn(element, { write: true }))
    for (const id of moduleIds) bundled.add(id);
writeWorker();
writeDecoder();
writeConverter();
deleteBundledModules();
writeIntegrity();
writeFileSync(join(dist, 'THIRD-PARTY-LICENSES.txt'), thirdPartyLicenses(bundled, root));
for (const input of await buildSandbox()) bundled.add(input);
writeFileSync(join(dist, 'sbom.cdx.json'), sbom(bundled, root));
const { license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const expected = licenseExpression(bundled, root, 'MIT');
if (license !== expected) throw new Error(`"license" of package.json must be "${expected}"`);
