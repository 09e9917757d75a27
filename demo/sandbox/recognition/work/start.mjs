/** The first module of a worker process. It ends the process with its parent, and loads TypeScript. */
import { Worker } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

// Runs on its own thread, because a decoder that never returns would block the main thread.
new Worker(new URL('./lifeline.mjs', import.meta.url), { execArgv: [] }).unref();
register();
await import('./entry.ts');
