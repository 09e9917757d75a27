import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { isMain, root } from './paths.mjs';

const generated = `${root}src/worker/source.generated.ts`;

/**
 * The hashing worker as one module that imports nothing.
 * @returns {Promise<string>} its source
 */
export async function bundleWorker() {
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

/** Writes the worker's source as a TypeScript module, for pages where it must start from a Blob. */
export async function generate() {
  const source = await bundleWorker();
  const text = `// Written by scripts/generate.mjs.\nexport const workerSource: string = ${JSON.stringify(source)};\n`;
  // an unchanged file keeps its time, so that nothing downstream is built again
  if (!existsSync(generated) || readFileSync(generated, 'utf8') !== text) {
    writeFileSync(generated, text);
  }
}

if (isMain(import.meta)) await generate();
