/** Builds the demo's pages once for all tests. */
import { fileURLToPath } from 'node:url';
import { buildPages } from '../../demo/pages.js';

export const PAGES = fileURLToPath(new URL('../../.cache/e2e-pages', import.meta.url));

export default (): Promise<void> => buildPages(PAGES);
