/** Fails if the first load from a CDN is larger than it may be. */
import { bundleCdn, ELEMENTS, firstLoadOf } from './cdn.mjs';
import { generate } from './generate.mjs';

await generate();
for (const element of ELEMENTS) {
  const bytes = firstLoadOf(await bundleCdn(element, { write: false }));
  console.log(`The first load of ${element.file} is ${bytes} of ${element.most} bytes with gzip.`);
  if (bytes > element.most) process.exitCode = 1;
}
