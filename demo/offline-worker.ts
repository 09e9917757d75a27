/** The service worker of the static demo: after the first visit, the demo works without a network. */

import { fromNetworkOrStore, keepFiles } from './offline-files.js';
import type { WorkerScope } from './service-worker.js';

/** Replaced at build time: the files of the demo, relative to this script. */
declare const FILES: readonly string[];
/** Replaced at build time: another one for each build. */
declare const VERSION: string;

const worker = globalThis as unknown as WorkerScope;
const { scope } = worker.registration;
const install = async (): Promise<void> => {
  await keepFiles(
    VERSION,
    FILES.map((file) => new URL(file, scope).href),
  );
  await worker.skipWaiting();
};

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method === 'GET' && url.startsWith(scope))
    event.respondWith(fromNetworkOrStore(event.request));
});
