import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** The demo page; `npm start` adds the partner's backend and the sandbox (demo/server.ts). */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  appType: 'mpa',
  server: {
    host: '127.0.0.1',
    // Pages of other origins cannot read these files.
    cors: false,
    // Only the files that the pages load; everything else in the repository is refused.
    fs: { strict: true, allow: ['demo', 'src', 'node_modules', 'custom-elements.json'] },
    watch: { ignored: ['**/.cache/**', '**/dist/**', '**/test/**'] },
  },
  // Listed explicitly, so that a page does not reload because a dependency was discovered late.
  optimizeDeps: {
    include: ['spark-md5', 'hash-wasm', 'idb', 'docx'],
    noDiscovery: true,
  },
});
