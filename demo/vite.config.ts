import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** The demo page; `npm start` adds the partner's backend and the sandbox (demo/server.ts). */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  appType: 'mpa',
  server: {
    host: '127.0.0.1',
    // No page of another origin may read what is served here.
    cors: false,
    // Only what the pages load. Everything else in the repository is refused.
    fs: { strict: true, allow: ['demo', 'src', 'node_modules'] },
    watch: { ignored: ['**/.cache/**', '**/dist/**', '**/test/**'] },
  },
  // Named here and never discovered: a page must not reload because a dependency was found late.
  optimizeDeps: {
    include: ['spark-md5', 'hash-wasm', 'idb', 'docx'],
    noDiscovery: true,
  },
});
