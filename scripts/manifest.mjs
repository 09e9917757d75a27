import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache, root } from './paths.mjs';
import { run } from './run-step.mjs';

const committed = join(root, 'custom-elements.json');

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

const text = await analyzed();
if (!process.argv.includes('--check')) {
  writeFileSync(committed, text);
} else if (readFileSync(committed, 'utf8') !== text) {
  console.error('custom-elements.json is out of date: run `npm run manifest` and commit it.');
  process.exitCode = 1;
}
