/** `npm run manifest`: custom-elements.json, and from it the data for VS Code and JetBrains editors. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateJetBrainsWebTypes } from 'custom-element-jet-brains-integration';
import { generateVsCodeCustomElementData } from 'custom-element-vs-code-integration';
import { cache, root } from './paths.mjs';
import { run } from './run-step.mjs';

const outdir = join(cache, 'manifest');
const packageJson = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

mkdirSync(outdir, { recursive: true });
const { ok, output } = await run('custom-elements-manifest', [
  'analyze',
  '--quiet',
  '--config',
  'scripts/manifest.config.mjs',
]);
if (!ok) throw new Error(output);

const manifest = JSON.parse(readFileSync(join(outdir, 'custom-elements.json'), 'utf8'));
generateVsCodeCustomElementData(structuredClone(manifest), { outdir, cssFileName: null });
generateJetBrainsWebTypes(structuredClone(manifest), {
  outdir,
  packageJson: false,
  name: packageJson.name,
  version: packageJson.version,
  defaultIconPath: undefined,
});

for (const file of ['custom-elements.json', 'vscode.html-custom-data.json', 'web-types.json']) {
  const text = readFileSync(join(outdir, file), 'utf8');
  const committed = join(root, file);
  if (!process.argv.includes('--check')) {
    writeFileSync(committed, text);
  } else if (readFileSync(committed, 'utf8') !== text) {
    console.error(`${file} is out of date: run \`npm run manifest\` and commit it.`);
    process.exitCode = 1;
  }
}
