import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { SYNTAX } from './browsers.mjs';
import { isMain, root } from './paths.mjs';

const source = `${root}src/hashing/source.generated.ts`;
const versionModule = `${root}src/element/version.generated.ts`;

/** The worker as a file, next to the module that starts it. */
export const workerFile = `${root}src/hashing/audio-transcribe.worker.js`;

/** The decoder that the worker loads for compressed recordings, next to the module that has its address. */
export const decoderFile = `${root}src/peaks/audio-transcribe.decoder.js`;

/** What converts recordings in the worker, next to the module that has its address. */
export const converterFile = `${root}src/convert/audio-transcribe.converter.js`;

/** The AAC encoder, which the converter loads where the browser has none. */
export const encoderFile = `${root}src/convert/audio-transcribe.aac.js`;

/** All files that `generate` writes. */
export const generatedFiles = [
  ...[source, versionModule, workerFile, decoderFile, converterFile, encoderFile],
];

const ENCODER_LICENSE =
  '/*! libavcodec and libavutil of FFmpeg, LGPL-2.1-or-later. THIRD-PARTY-LICENSES.txt says where their source code is. */';

/**
 * The encoder without the worker that the package starts for it. Its module mixes `exports` with `import.meta`, which
 * bundlers take for an ES module.
 */
const encoderAsModule = {
  name: 'encoder-as-module',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@mediabunny\/aac-encoder$/ }, () => ({
      path: `${root}node_modules/@mediabunny/aac-encoder/dist/modules/build/aac.js`,
    }));
    onLoad({ filter: /aac-encoder\/dist\/modules\/build\/aac\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8')
        .replace('Object.defineProperty(exports, "__esModule", { value: true });', '')
        .replace('exports.default = Module;', 'export default Module;'),
      loader: 'js',
    }));
  },
};

/**
 * Bundles a file of src into one module without imports.
 * @returns {Promise<{ source: string, inputs: string[] }>} its source, and the bundled files
 */
async function bundleModule(entry) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'esm',
    target: SYNTAX,
    legalComments: 'none',
    metafile: true,
    write: false,
    plugins: [encoderAsModule],
  });
  // The address of the decoder is known only in the worker. Vite would warn about it.
  const source = outputFiles[0].text
    .trimEnd()
    .replace(/\bimport\((?=\w+\))/g, 'import(/* @vite-ignore */ ');
  return { source, inputs: Object.keys(metafile.inputs) };
}

/** Does not rewrite an unchanged file, so that its time stays and nothing is rebuilt. */
function writeIfChanged(path, text) {
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
}

/**
 * Writes the worker and what it loads as files, the worker's source as a TypeScript module for pages that must start it
 * from a Blob, and the version of the package.
 * @returns {Promise<string[]>} the bundled files
 */
export async function generate() {
  const worker = await bundleModule('src/worker.ts');
  const decoder = await bundleModule('src/peaks/decoder.ts');
  writeIfChanged(workerFile, `${worker.source}\n`);
  writeIfChanged(decoderFile, `${decoder.source}\n`);
  const converter = await bundleModule('src/convert/converter.ts');
  writeIfChanged(converterFile, `${converter.source}\n`);
  const encoder = await bundleModule('src/convert/aac-module.js');
  writeIfChanged(encoderFile, `${ENCODER_LICENSE}\n${encoder.source}\n`);
  writeIfChanged(
    source,
    `// Written by scripts/generate.mjs.\nexport const workerSource: string = ${JSON.stringify(worker.source)};\n`,
  );
  const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  writeIfChanged(
    versionModule,
    `// Written by scripts/generate.mjs.\nexport const VERSION = '${version}';\n`,
  );
  return [worker, decoder, converter, encoder].flatMap(({ inputs }) => inputs);
}

if (isMain(import.meta)) await generate();
