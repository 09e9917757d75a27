import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { isMain, root } from './paths.mjs';

const source = `${root}src/hashing/source.generated.ts`;

/** The hashing worker as a file, next to the module that starts it. */
export const workerFile = `${root}src/hashing/audio-transcribe.worker.js`;

/**
 * The hashing worker as one module that imports nothing.
 * @returns {Promise<{ source: string, inputs: string[] }>} its source, and the files it is made of
 */
async function bundleWorker() {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['src/hashing/worker.ts'],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    metafile: true,
    write: false,
  });
  return { source: outputFiles[0].text.trimEnd(), inputs: Object.keys(metafile.inputs) };
}

/** Does not rewrite an unchanged file, so that its time stays and nothing is rebuilt. */
function writeIfChanged(path, text) {
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
}

/**
 * Writes the worker as a file, and its source as a TypeScript module for pages that must start it from a Blob.
 * @returns {Promise<string[]>} the files it is made of
 */
export async function generate() {
  const worker = await bundleWorker();
  writeIfChanged(workerFile, `${worker.source}\n`);
  writeIfChanged(
    source,
    `// Written by scripts/generate.mjs.\nexport const workerSource: string = ${JSON.stringify(worker.source)};\n`,
  );
  return worker.inputs;
}

if (isMain(import.meta)) await generate();
