/** `npm run build:demo`: the demo as static files, for any folder of any host. */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPages } from './pages.js';

const folder = fileURLToPath(new URL('../dist-demo', import.meta.url));

await buildPages(folder, true);
console.log(
  `The static demo is in ${relative(process.cwd(), folder) || '.'}. Serve it over https.`,
);
