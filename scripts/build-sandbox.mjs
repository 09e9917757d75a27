/** Bundles `npx audio-transcribe sandbox`, `backend` and `check-backend` into one file of the package, without a dependency of its own. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { thirdPartyLicenses } from './licenses.mjs';
import { root } from './paths.mjs';

const folder = join(root, 'dist/sandbox');

/** The packed sandbox decodes WAV itself, so that it needs no decoder. */
const ownDecoder = {
  name: 'own-decoder',
  setup({ onResolve }) {
    onResolve({ filter: /^audio-decode$/ }, () => ({
      path: join(root, 'demo/sandbox-command/audio-decode.ts'),
    }));
  },
};

/** The tokens of a model, which only `npm run setup` needs. */
const withoutUnused = {
  name: 'without-unused',
  setup({ onLoad }) {
    onLoad({ filter: /moonshine-tokens\.mjs$/ }, () => ({
      contents: 'export const moonshineTokens = "";',
    }));
  },
};

/** The watcher for several processes is in the package already, and needs packages that the partner has installed. */
const ownEntries = {
  name: 'own-entries',
  setup({ onResolve }) {
    onResolve({ filter: /src\/server\/bullmq\.js$/ }, () => ({
      path: '../server/bullmq.js',
      external: true,
    }));
  },
};

/** Writes `dist/sandbox/cli.js` and its licences. Resolves with the files that it consists of. */
export async function buildSandbox() {
  rmSync(folder, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['demo/sandbox-command/main.ts'],
    outfile: join(folder, 'cli.js'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    minify: true,
    legalComments: 'none',
    tsconfig: join(root, 'tsconfig.base.json'),
    // Used only if the partner has installed them.
    external: ['sherpa-onnx-node', 'ioredis'],
    banner: { js: '#!/usr/bin/env node' },
    plugins: [ownDecoder, withoutUnused, ownEntries],
    logLevel: 'warning',
    metafile: true,
  });
  const inputs = new Set(Object.keys(metafile.inputs));
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), thirdPartyLicenses(inputs, root));
  return inputs;
}
