/** The files of the demo that are no modules of its pages: generated code, service workers, recordings. */
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { build } from 'esbuild';
import { normalizePath, type Plugin } from 'vite';
import { sealStrictPage } from '../embeddings/seal-strict-page.js';
import { generate, generatedFiles } from '../../scripts/generate.mjs';
import { root } from '../../scripts/paths.mjs';
import { findInstalled } from '../../scripts/setup/recognition.mjs';
import { afterChanges } from './after-changes.js';

/**
 * The worker of the element, and what it loads. They are written when Vite starts, and again when one of their sources
 * changes.
 */
export const generatedCode = (): Plugin => {
  /** Null while they are read, and after a failure: any change may matter then. */
  let sources: ReadonlySet<string> | null = null;
  const written: readonly string[] = generatedFiles.map(normalizePath);
  const write = async (): Promise<void> => {
    sources = null;
    sources = new Set((await generate()).map((path) => normalizePath(join(root, path))));
  };
  const writeAgain = afterChanges(write);
  return {
    name: 'generated-code',
    buildStart: { order: 'pre', sequential: true, handler: write },
    hotUpdate: {
      order: 'pre',
      async handler({ file }) {
        if (this.environment.name !== 'client' || sources?.has(file) === false) return;
        // Its own files are seen late on a busy machine, when a page is open already.
        if (written.includes(file)) return;
        await writeAgain();
        this.environment.hot.send({ type: 'full-reload' });
      },
    },
  };
};

const SIMULATION = 'demo/simulation/worker';

/** Bundles a service worker into one classic script: Firefox has no modules in service workers. */
const serviceWorker = async (
  entry: string,
  define: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    define,
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'warning',
  });
  return outputFiles[0]?.text ?? '';
};

/** The files of the static demo that a second visit needs without a network: all but the models of the recogniser. */
const offlineFiles = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return [
    './',
    ...entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => normalizePath(relative(folder, join(parentPath, name))))
      .filter((file) => !/\.(?:onnx|wasm)$|^speech\//.test(file))
      .sort(),
  ];
};

const writeOfflineWorker = async (folder: string): Promise<void> => {
  const files = await offlineFiles(folder);
  const hash = createHash('sha256');
  for (const file of files.slice(1)) hash.update(await readFile(join(folder, file)));
  const worker = await serviceWorker('demo/offline-worker.ts', {
    FILES: JSON.stringify(files),
    VERSION: JSON.stringify(hash.digest('hex').slice(0, 16)),
  });
  await writeFile(join(folder, 'offline-worker.js'), worker);
};

/** The recogniser of “Your recording” without a server. `npm run setup` downloads it; without it, the tab says so. */
const copyRecognizer = async (folder: string): Promise<void> => {
  const { wordsFolder } = await findInstalled();
  if (wordsFolder === null) return;
  await mkdir(join(folder, 'speech'), { recursive: true });
  for (const file of ['tiny-encoder_model.onnx', 'tiny-decoder_model_merged.onnx', 'tokens.txt'])
    await cp(join(wordsFolder, file), join(folder, 'speech', file));
};

/** The service worker of the simulation, in development. */
export const servedWorker: Plugin = {
  name: 'served-worker',
  configureServer: ({ middlewares }) =>
    void middlewares.use(`/${SIMULATION}.js`, (_, res, next) => {
      serviceWorker(`${SIMULATION}.ts`).then(
        (code) => res.setHeader('Content-Type', 'text/javascript').end(code),
        next,
      );
    }),
};

/** What a build writes beside the pages. */
export const builtFiles = (isStatic: boolean): Plugin => ({
  name: 'built-files',
  apply: 'build',
  async writeBundle({ dir: folder = root }) {
    await writeFile(join(folder, `${SIMULATION}.js`), await serviceWorker(`${SIMULATION}.ts`));
    await cp(join(root, 'demo/samples'), join(folder, 'demo/samples'), {
      recursive: true,
      filter: (path) => !/\.(?:mjs|md)$/.test(path),
    });
    const say = (text: string): void => this.environment.logger.info(`\n${text}`);
    if (!isStatic) {
      await sealStrictPage(folder);
      return say('These pages need their server. Run: npx vite preview');
    }
    await copyRecognizer(folder);
    await writeOfflineWorker(folder);
    say('These pages need no server of their own. Serve them over https.');
  },
});
