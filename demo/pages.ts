/** Builds the pages of the demo: `npm start` and the tests serve the same files that a visitor would get. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import vue from '@vitejs/plugin-vue';
import { build, type InlineConfig, type Plugin } from 'vite';
import { sealStrictPage } from './embeddings/seal-strict-page.js';

const demo = fileURLToPath(new URL('.', import.meta.url));

const PAGES = [
  ...['index.html', 'qa.html', 'theming.html'],
  ...['react/index.html', 'vue/index.html', 'form.html', 'sent.html', 'csp.html', 'two.html'],
];

const source = (path: string): string => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

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

const configuration = (outDir: string): InlineConfig => ({
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
  ],
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
      input: PAGES.map((page) => join(demo, page)),
      // Otherwise a busy machine prints which plugin was slow.
      checks: { bundlerTimings: false },
    },
  },
});

/** Builds the pages into a folder, which is emptied first. */
export const buildPages = async (folder: string): Promise<void> => {
  await build(configuration(folder));
  await sealStrictPage(folder);
  await cp(join(demo, 'samples'), join(folder, 'samples'), {
    recursive: true,
    filter: (path) => !/\.(?:mjs|md)$/.test(path),
  });
};
