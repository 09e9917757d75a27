/** Programs of the repository that tests start as processes. */
import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleProgram } from '../../scripts/bundle-tests.mjs';
import { cache } from '../../scripts/paths.mjs';

const folder = join(cache, `programs-${process.pid}`);
const bundles = new Map<string, Promise<string>>();

const bundle = async (program: string): Promise<string> => {
  const file = join(folder, `${basename(program, '.ts')}.mjs`);
  await bundleProgram(program, file);
  return file;
};

/** The path of a program as one JavaScript file, which starts several times faster than with tsx. Built once. */
export const bundledProgram = (source: URL): Promise<string> => {
  if (bundles.size === 0)
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const program = fileURLToPath(source);
  const found = bundles.get(program) ?? bundle(program);
  bundles.set(program, found);
  return found;
};
