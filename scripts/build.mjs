import { spawnSync } from 'node:child_process';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'vite';
import { generate, workerFile } from './generate.mjs';
import { root } from './paths.mjs';

const dist = join(root, 'dist');

/** Each module as a module, with its types. */
function compile() {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [compiler, '-b', 'src', 'src/server'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
}

/** The worker beside each script that starts it, and as `audio-transcribe/worker.js` for `worker-url`. */
function writeWorker() {
  for (const folder of ['browser', 'cdn']) {
    copyFileSync(workerFile, join(dist, folder, basename(workerFile)));
  }
  copyFileSync(workerFile, join(dist, 'worker.js'));
  writeFileSync(join(dist, 'worker.d.ts'), 'export {};\n');
}

// Vite would inline the worker as a data: address, which no page may start as a worker.
const workerBeside = {
  name: 'worker-beside',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('src/browser/worker-address.ts')) return undefined;
    const address = `new URL('./${basename(workerFile)}', import.meta.url)`;
    if (!code.includes(address)) throw new Error(`${id} no longer has ${address}`);
    return code.replace(address, address.replace('(', '(/* @vite-ignore */ '));
  },
};

/** One file for a script tag; what is rarely needed is loaded from beside it on first use. */
async function writeCdn() {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [workerBeside],
    build: {
      outDir: join(dist, 'cdn'),
      target: 'es2022',
      lib: { entry: join(root, 'src/index.ts'), formats: ['es'] },
      rolldownOptions: {
        output: {
          entryFileNames: 'audio-transcribe.js',
          chunkFileNames: ({ facadeModuleId, name }) =>
            `${facadeModuleId?.includes('/docx/') ? 'docx' : name}-[hash].js`,
          minify: true,
        },
      },
    },
  });
}

rmSync(dist, { recursive: true, force: true });
await generate();
compile();
await writeCdn();
writeWorker();
