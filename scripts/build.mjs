import { spawnSync } from 'node:child_process';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { bundleWorker, generate } from './generate.mjs';
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

/** `audio-transcribe/worker.js`: one file that imports nothing. */
async function writeWorker() {
  writeFileSync(join(dist, 'worker.js'), `${await bundleWorker()}\n`);
  writeFileSync(join(dist, 'worker.d.ts'), 'export {};\n');
}

// in the CDN folder the worker lies beside the script, and vite is not to make another of it
const workerBeside = {
  name: 'worker-beside',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('src/browser/worker-ladder.ts')) return undefined;
    const modules = `new URL('../worker.js', import.meta.url)`;
    if (!code.includes(modules)) throw new Error(`${id} no longer has ${modules}`);
    return code.replace(modules, `new URL(/* @vite-ignore */ './worker.js', import.meta.url)`);
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
  copyFileSync(join(dist, 'worker.js'), join(dist, 'cdn/worker.js'));
}

rmSync(dist, { recursive: true, force: true });
await generate();
compile();
await writeWorker();
await writeCdn();
