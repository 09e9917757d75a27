import { defineConfig } from 'vite';

/** The demo page; `npm start` adds the partner's backend and the sandbox (demo/server.ts). */
export default defineConfig({
  appType: 'mpa',
  server: { host: '127.0.0.1', watch: { ignored: ['**/.cache/**', '**/dist/**', '**/test/**'] } },
  optimizeDeps: { include: ['spark-md5', 'hash-wasm'], exclude: ['audio-transcribe'] },
});
