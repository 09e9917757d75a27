/** Builds the pages of the demo: `npm start` and the tests serve the same files that a visitor would get. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as bundle } from 'esbuild';
import vue from '@vitejs/plugin-vue';
import { build, type InlineConfig, type Plugin } from 'vite';
import { sealStrictPage } from './embeddings/seal-strict-page.js';
import { measure } from './proof/measure.js';

const demo = fileURLToPath(new URL('.', import.meta.url));

/** The pages that need no server. */
const STATIC_PAGES = ['index.html', 'simulation/page.html'];

const PAGES = [
  ...STATIC_PAGES,
  ...['qa.html', 'theming.html', 'form.html', 'sent.html', 'csp.html', 'two.html'],
  ...['react/index.html', 'vue/index.html'],
];

const source = (path: string): string => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

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

/** Builds the service worker as one classic script beside its page: Firefox has no modules in service workers. */
const buildServiceWorker = (folder: string): Promise<unknown> =>
  bundle({
    entryPoints: [join(demo, 'simulation/worker.ts')],
    outfile: join(folder, 'simulation/worker.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'warning',
  });

/**
 * Builds the pages into a folder, which is emptied first. With `isStatic`, only those that need no server, for any
 * folder of any host.
 */
export const buildPages = async (folder: string, isStatic = false): Promise<void> => {
  await build(await configuration(folder, isStatic));
  await buildServiceWorker(folder);
  if (!isStatic) await sealStrictPage(folder);
  await cp(join(demo, 'samples'), join(folder, 'samples'), {
    recursive: true,
    filter: (path) => !/\.(?:mjs|md)$/.test(path),
  });
};
