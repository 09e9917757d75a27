/** Fails if the first load from a CDN is larger than it may be. */
import { bundleCdn, firstLoadOf, MOST_FIRST_LOAD } from './cdn.mjs';
import { generate } from './generate.mjs';

await generate();
const bytes = firstLoadOf(await bundleCdn({ write: false }));
console.log(`The first load is ${bytes} of ${MOST_FIRST_LOAD} bytes with gzip.`);
if (bytes > MOST_FIRST_LOAD) process.exitCode = 1;
