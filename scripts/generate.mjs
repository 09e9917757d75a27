import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { isMain, root } from './paths.mjs';

const source = `${root}src/worker/source.generated.ts`;

/** The hashing worker as a file, beside the module that starts it. */
export const workerFile = `${root}src/browser/audio-transcribe.worker.js`;

/**
 * The hashing worker as one module that imports nothing.
 * @returns {Promise<string>} its source
 */
async function bundleWorker() {
  const { outputFiles } = await build({
    entryPoints: [`${root}src/worker/entry.ts`],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    write: false,
  });
  return outputFiles[0].text.trimEnd();
}

/** An unchanged file keeps its time, so that nothing downstream is built again. */
function writeIfChanged(path, text) {
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
}

/** Writes the worker as a file, and its source as a TypeScript module for pages that must start it from a Blob. */
export async function generate() {
  const worker = await bundleWorker();
  writeIfChanged(workerFile, `${worker}\n`);
  writeIfChanged(
    source,
    `// Written by scripts/generate.mjs.\nexport const workerSource: string = ${JSON.stringify(worker)};\n`,
  );
}

if (isMain(import.meta)) await generate();
