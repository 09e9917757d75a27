import express from 'express';
import { toNodeHandler } from '../../src/server/node.js';
import { handler, watcher } from './handler.js';

export const app = express();
app.use('/api/transcribe', toNodeHandler(handler));

/** Call it when the process is asked to end: `process.once('SIGTERM', …)`. */
export const shutDown = (): Promise<void> => watcher.stop();
