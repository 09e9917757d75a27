/** Runs the recipe for Workers in workerd, the runtime of Cloudflare. */
import { buildSync } from 'esbuild';
import { Miniflare } from 'miniflare';

const outfile = 'worker.mjs';
buildSync({
  entryPoints: ['adapters/worker.ts'],
  outfile,
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  external: ['node:*'],
});
const { SERVICE_URL, CLIENT_ID, CLIENT_SECRET, API_KEY, ALLOWED_FILE_HOSTS, PORT } = process.env;
const worker = new Miniflare({
  modules: true,
  scriptPath: outfile,
  compatibilityDate: '2026-04-01',
  compatibilityFlags: ['nodejs_compat'],
  kvNamespaces: ['KEPT'],
  ratelimits: { LIMITER: { simple: { limit: 60, period: 60 } } },
  bindings: { SERVICE_URL, CLIENT_ID, CLIENT_SECRET, API_KEY, ALLOWED_FILE_HOSTS },
  host: '127.0.0.1',
  port: Number(PORT),
});
await worker.ready;
