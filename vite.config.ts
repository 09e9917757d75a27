import { defineConfig } from 'vite';

/** The demo's pages; `npm start` and the tests hand in ports and middleware of their own. */
export default defineConfig({
  root: 'demo',
  appType: 'mpa',
  server: { host: '127.0.0.1' },
});
