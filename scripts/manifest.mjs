import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { apiPage } from './api-page.mjs';
import { cache, root } from './paths.mjs';
import { run } from './run-step.mjs';

const apiFile = join(root, 'docs/api.md');

async function analyzed() {
  mkdirSync(join(cache, 'manifest'), { recursive: true });
  const { ok, output } = await run('custom-elements-manifest', [
    'analyze',
    '--quiet',
    '--config',
    'scripts/manifest.config.mjs',
  ]);
  if (!ok) throw new Error(output);
  return readFileSync(join(cache, 'manifest/custom-elements.json'), 'utf8');
}

const manifest = await analyzed();
const files = [
  [join(root, 'custom-elements.json'), manifest],
  [apiFile, await apiPage(manifest, apiFile)],
];
for (const [path, text] of files) {
  if (!process.argv.includes('--check')) {
    writeFileSync(path, text);
  } else if (readFileSync(path, 'utf8') !== text) {
    console.error(
      `${relative(root, path)} is out of date: run \`npm run manifest\` and commit it.`,
    );
    process.exitCode = 1;
  }
}
