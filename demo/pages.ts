/** Builds the pages of the demo: `npm start` and the tests serve the same files that a visitor would get. */
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as bundle } from 'esbuild';
import vue from '@vitejs/plugin-vue';
import { build, type InlineConfig, type Plugin } from 'vite';
import { codeOf } from './embeddings/shown-code.js';
import { sealStrictPage } from './embeddings/seal-strict-page.js';
import { measure } from './proof/measure.js';
import { findInstalled } from '../scripts/setup/recognition.mjs';

const demo = fileURLToPath(new URL('.', import.meta.url));

/** The pages that need no server. */
const STATIC_PAGES = ['index.html', 'simulation/page.html'];

export const PAGES = [
  ...STATIC_PAGES,
  ...['qa.html', 'form.html', 'sent.html', 'csp.html', 'two.html'],
  ...['react/index.html', 'vue/index.html'],
];

const source = (path: string): string => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

/** What the pages share, in place of a comment: the head, the name of the demo, and the code of an app. */
const pageLayout: Plugin = {
  name: 'page-layout',
  transformIndexHtml: {
    order: 'pre',
    handler: async (html, { path, filename }) => {
      const [files = '', names = ''] = /<!-- code: (.*) -->/.exec(html) ?? [];
      const code = names === '' ? '' : await codeOf(dirname(filename), names.split(' '));
      const root = path.split('/').length > 2 ? '../' : './';
      return html
        .replace(
          '<!-- head -->',
          `<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="${root}icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="${root}base.css" />`,
        )
        .replace(
          '<!-- top -->',
          `<header class="top">
      <!-- brand -->
      <p class="target"><a href="${root}index.html#frameworks">Back to the demo</a></p>
    </header>`,
        )
        .replace(
          '<!-- brand -->',
          `<p class="brand"><img src="${root}icon.svg" alt="" width="28" height="28" />audio-transcribe</p>`,
        )
        .replace(
          files,
          () =>
            names &&
            `<details class="source"><summary>The code of this page</summary><div id="code">${code}</div></details>
    <script type="module" src="${root}embeddings/around-app.ts"></script>`,
        );
    },
  },
};

/** Removes what leads to pages that need the demo's server: links and sections with `data-served`. */
const removeServedLinks: Plugin = {
  name: 'remove-served-links',
  transformIndexHtml: (html) =>
    html.replace(/\s*<(a|section)\b[^>]*\bdata-served\b[^>]*>.*?<\/\1>/gs, ''),
};

/** `sideEffects` in package.json applies to the packed files; without this, the element is not defined. */
const keepSideEffects: Plugin = {
  name: 'keep-side-effects',
  transform: (code, id) =>
    id.endsWith('/src/index.ts') ? { code, moduleSideEffects: true } : undefined,
};

/** React's server components read this directive; a bundle of pages warns about it. */
const dropDirective: Plugin = {
  name: 'drop-directive',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/src/react.ts') ? code.replace("'use client';", '') : undefined,
};

const configuration = async (outDir: string, isStatic: boolean): Promise<InlineConfig> => ({
  root: demo,
  // The pages can be served from any folder of a host.
  base: './',
  configFile: false,
  publicDir: false,
  plugins: [
    pageLayout,
    keepSideEffects,
    dropDirective,
    vue({
      template: { compilerOptions: { isCustomElement: (tag) => tag === 'audio-transcribe' } },
    }),
    ...(isStatic ? [removeServedLinks] : []),
  ],
  define: {
    STATIC_DEMO: String(isStatic),
    PROOF_FIGURES: JSON.stringify(await measure()),
  },
  resolve: {
    // The apps import the package by its public names, as a partner does.
    alias: [
      { find: /^audio-transcribe$/, replacement: source('index.ts') },
      { find: /^audio-transcribe\/react\.js$/, replacement: source('react.ts') },
    ],
  },
  logLevel: 'warn',
  worker: { format: 'es' },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // The part for Word documents is large, and loaded on demand.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      input: (isStatic ? STATIC_PAGES : PAGES).map((page) => join(demo, page)),
      // Otherwise a busy machine prints which plugin was slow.
      checks: { bundlerTimings: false },
    },
  },
});

/** Builds a service worker as one classic script: Firefox has no modules in service workers. */
const buildServiceWorker = (
  entry: string,
  outfile: string,
  define: Readonly<Record<string, string>> = {},
): Promise<unknown> =>
  bundle({
    entryPoints: [join(demo, entry)],
    outfile,
    define,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'warning',
  });

/** The files of the static demo that a second visit needs without a network: all but the models of the recogniser. */
const offlineFiles = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return [
    './',
    ...entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/'))
      .filter((file) => !/\.(?:onnx|wasm)$|^speech\//.test(file))
      .sort(),
  ];
};

/** The recogniser of “Your recording” without a server. `npm run setup` downloads it; without it, the tab says so. */
const copyRecognizer = async (folder: string): Promise<void> => {
  const { wordsFolder } = await findInstalled();
  if (wordsFolder === null) return;
  await mkdir(join(folder, 'speech'), { recursive: true });
  for (const file of ['tiny-encoder_model.onnx', 'tiny-decoder_model_merged.onnx', 'tokens.txt'])
    await cp(join(wordsFolder, file), join(folder, 'speech', file));
};

/**
 * Builds the pages into a folder, which is emptied first. With `isStatic`, only those that need no server, for any
 * folder of any host.
 */
export const buildPages = async (folder: string, isStatic = false): Promise<void> => {
  await build(await configuration(folder, isStatic));
  await buildServiceWorker('simulation/worker.ts', join(folder, 'simulation/worker.js'));
  if (isStatic) await copyRecognizer(folder);
  else await sealStrictPage(folder);
  await cp(join(demo, 'samples'), join(folder, 'samples'), {
    recursive: true,
    filter: (path) => !/\.(?:mjs|md)$/.test(path),
  });
  if (!isStatic) return;
  const files = await offlineFiles(folder);
  const hash = createHash('sha256');
  for (const file of files.slice(1)) hash.update(await readFile(join(folder, file)));
  await buildServiceWorker('offline-worker.ts', join(folder, 'offline-worker.js'), {
    FILES: JSON.stringify(files),
    VERSION: JSON.stringify(hash.digest('hex').slice(0, 16)),
  });
};
