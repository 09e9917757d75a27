import express from 'express';
import { toNodeHandler } from '../../src/server/node.js';
import { handler } from './handler.js';

export const app = express();
// Before or after express.json(), as you like.
app.use('/api/transcribe', toNodeHandler(handler));
