/** The first module of a worker thread: threads do not inherit what reads TypeScript on the main one. */
import { register } from 'tsx/esm/api';

register();
await import('./entry.ts');
