/** Builds the pages once for all tests, which start servers of their own. */
import { join } from 'node:path';
import { build } from 'vite';
import { cache, root } from '../../scripts/paths.mjs';

/** The folder of the built pages. */
export const PAGES = join(cache, 'e2e-pages');

export default async (): Promise<void> => {
  await build({ root, mode: 'served', logLevel: 'warn', build: { outDir: PAGES } });
};
