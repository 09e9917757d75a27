/** The model of money as a program, also with a bug in the product. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleProgram } from '../../../scripts/bundle-tests.mjs';
import { cache, root } from '../../../scripts/paths.mjs';

const folder = join(cache, `money-${process.pid}`);
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** A bug: this text of a file of the product is replaced by another. */
export interface Patch {
  /** Path in the repository. */
  readonly file: string;
  readonly text: string;
  readonly by: string;
}

/** Throws if the text is not there exactly once: then the product has changed, and so must the patch. */
const patched = ({ file, text, by }: Patch): string => {
  const code = readFileSync(join(root, file), 'utf8');
  const [before, after, ...others] = code.split(text);
  if (before === undefined || after === undefined || others.length > 0) {
    throw new Error(`${file} does not have this text once: ${text}`);
  }
  return before + by + after;
};

/** Bundles the model with these bugs. Returns the path of the program. */
export const bundleModel = async (
  name: string,
  patches: readonly Patch[] = [],
): Promise<string> => {
  const program = join(folder, `${name.replaceAll(/\W+/g, '-')}.mjs`);
  const source = fileURLToPath(new URL('./histories.ts', import.meta.url));
  const changed = patches.map((patch) => [join(root, patch.file), patched(patch)] as const);
  await bundleProgram(source, program, new Map(changed));
  return program;
};

/** `isGood` is false if a history has failed, which `output` then describes. */
export const runModel = async (
  program: string,
  seeds: readonly [first: number, last: number],
  longestSeconds = Infinity,
): Promise<{ readonly output: string; readonly isGood: boolean }> => {
  const args = [program, ...seeds, longestSeconds].map(String);
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { output: output.trim(), isGood: code === 0 };
};
