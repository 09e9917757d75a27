/** `npm run manifest`: custom-elements.json, and from it the data for VS Code and JetBrains editors and docs/api.md. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateJetBrainsWebTypes } from 'custom-element-jet-brains-integration';
import { generateVsCodeCustomElementData } from 'custom-element-vs-code-integration';
import { apiPage } from './api-page.mjs';
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

const text = readFileSync(join(outdir, 'custom-elements.json'), 'utf8');
const manifest = JSON.parse(text);
generateVsCodeCustomElementData(structuredClone(manifest), { outdir, cssFileName: null });
generateJetBrainsWebTypes(structuredClone(manifest), {
  outdir,
  packageJson: false,
  name: packageJson.name,
  version: packageJson.version,
  defaultIconPath: undefined,
});

const api = 'docs/api.md';
const files = {
  'custom-elements.json': text,
  'vscode.html-custom-data.json': readFileSync(
    join(outdir, 'vscode.html-custom-data.json'),
    'utf8',
  ),
  'web-types.json': readFileSync(join(outdir, 'web-types.json'), 'utf8'),
  [api]: await apiPage(text, join(root, api)),
};
for (const [file, content] of Object.entries(files)) {
  const committed = join(root, file);
  if (!process.argv.includes('--check')) {
    writeFileSync(committed, content);
  } else if (readFileSync(committed, 'utf8') !== content) {
    console.error(`${file} is out of date: run \`npm run manifest\` and commit it.`);
    process.exitCode = 1;
  }
}
