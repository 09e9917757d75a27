/** Builds the pages and the documentation once for all tests, which start servers of their own. */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { cache, root } from '../../scripts/paths.mjs';

/** The folder of the built pages. */
export const PAGES = join(cache, 'e2e-pages');

/** False if words of the command select other test files. The build takes 30 s. */
const isDocsWanted = (): boolean => {
  const words = process.argv.slice(3);
  const selected = readdirSync(join(root, 'test/e2e')).filter(
    (file) => file.endsWith('.spec.ts') && words.some((word) => `test/e2e/${file}`.includes(word)),
  );
  return selected.length === 0 || selected.includes('docs.spec.ts');
};

export default async (): Promise<void> => {
  await build({ root, mode: 'served', logLevel: 'warn', build: { outDir: PAGES } });
  if (!isDocsWanted()) return;
  await promisify(execFile)(process.execPath, ['scripts/docs.mjs', 'build'], { cwd: root });
};
