/** The first module of a work process: ties its life to its parent's, then reads TypeScript. */
import { Worker } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

// On a thread of its own: a decoder that never returns keeps the main thread from noticing anything.
new Worker(new URL('./lifeline.mjs', import.meta.url), { execArgv: [] }).unref();
register();
await import('./entry.ts');
