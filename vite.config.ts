/** The pages of the demo: `npx vite` serves them, `npx vite build` writes those that need no server. */
import vue from '@vitejs/plugin-vue';
import { join } from 'node:path';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { readPorts } from './demo/ports.js';
import { measure } from './demo/proof/measure.js';
import { builtFiles, generatedCode, servedWorker } from './demo/vite/files.js';
import { pageLayout, removeServedLinks } from './demo/vite/layout.js';
import { hotStyles } from './demo/vite/hot-styles.js';
import { demoServer } from './demo/vite-plugin.js';
import { SYNTAX } from './scripts/browsers.mjs';
import { cache, root } from './scripts/paths.mjs';

/** The pages that need no server. */
const STATIC_PAGES = ['index.html', 'demo/simulation/page.html'];

export const PAGES = [
  ...STATIC_PAGES,
  ...['qa', 'form', 'sent', 'csp', 'two', 'reading'].map((name) => `demo/${name}.html`),
  ...['demo/react/index.html', 'demo/vue/index.html'],
];

/** Otherwise a busy machine prints which plugin was slow. */
const CHECKS = { bundlerTimings: false };

/** `sideEffects` in package.json applies to the packed files; without this, the element is not defined. */
const keepSideEffects: Plugin = {
  name: 'keep-side-effects',
  apply: 'build',
  transform: (code, id) =>
    /\/src\/(?:index|transcript-element)\.ts$/.test(id)
      ? { code, moduleSideEffects: true }
      : undefined,
};

/** React's server components read this directive; a bundle of pages warns about it. */
const dropDirective: Plugin = {
  name: 'drop-directive',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    /\/src\/react(?:-transcript)?\.ts$/.test(id) ? code.replace("'use client';", '') : undefined,
};

/** `server`: what answers besides Vite. `isStatic`: only the pages that need no server, for any folder of any host. */
export const configurationOf = async (server: Plugin, isStatic: boolean): Promise<UserConfig> => {
  const listening = { host: '127.0.0.1', port: readPorts(process.env).page, cors: false } as const;
  return {
    root,
    // The built pages can be served from any folder of a host.
    base: './',
    appType: 'mpa',
    publicDir: false,
    cacheDir: join(cache, 'vite'),
    plugins: [
      server,
      generatedCode(),
      hotStyles(),
      pageLayout,
      ...(isStatic ? [removeServedLinks] : []),
      servedWorker,
      builtFiles(isStatic),
      keepSideEffects,
      dropDirective,
      vue({
        template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('audio-') } },
      }),
    ],
    define: {
      STATIC_DEMO: String(isStatic),
      PROOF_FIGURES: JSON.stringify(await measure()),
    },
    resolve: {
      // The apps import the package by its public names, as a partner does.
      alias: [
        { find: /^audio-transcribe$/, replacement: join(root, 'src/index.ts') },
        { find: /^audio-transcribe\/react\.js$/, replacement: join(root, 'src/react.ts') },
        {
          find: /^audio-transcribe\/transcript\.js$/,
          replacement: join(root, 'src/transcript-element.ts'),
        },
        {
          find: /^audio-transcribe\/transcript\/react\.js$/,
          replacement: join(root, 'src/react-transcript.ts'),
        },
      ],
    },
    server: {
      ...listening,
      // Tests build pages there, whose HTML is not that of this server.
      watch: { ignored: [join(cache, '**')] },
      // Nothing else of the repository is served.
      fs: { allow: ['index.html', 'src', 'demo', 'node_modules'] },
    },
    preview: listening,
    worker: { format: 'es', rolldownOptions: { checks: CHECKS } },
    build: {
      outDir: 'dist-demo',
      emptyOutDir: true,
      target: SYNTAX,
      assetsInlineLimit: 0,
      // The part for Word documents is large, and loaded on demand.
      chunkSizeWarningLimit: 1_000,
      rolldownOptions: {
        input: (isStatic ? STATIC_PAGES : PAGES).map((page) => join(root, page)),
        checks: CHECKS,
      },
    },
    optimizeDeps: { entries: PAGES },
  };
};

export default defineConfig(({ command, mode }) =>
  configurationOf(demoServer(), command === 'build' && mode !== 'served'),
);
