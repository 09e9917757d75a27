/**
 * `npm run api`: writes the public surface of the build in `dist` to surface.txt, if the changelog names every change.
 * `--unpublished` writes it without that.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readSurface } from './read-surface.js';
import { parseSurface, textOf, undocumented } from './surface.js';

const root = new URL('../../..', import.meta.url);
const file = new URL('surface.txt', import.meta.url);
const surface = readSurface(fileURLToPath(root));
const before = parseSurface(readFileSync(file, 'utf8'));
const changelog = readFileSync(new URL('CHANGELOG.md', root), 'utf8');
const missing = process.argv.includes('--unpublished')
  ? []
  : undocumented(before, surface, changelog);
if (missing.length > 0) {
  console.error(['CHANGELOG.md must name these changes:', ...missing].join('\n'));
  process.exitCode = 1;
} else writeFileSync(file, textOf(surface));
