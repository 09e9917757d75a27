import express from 'express';
import serverless from 'serverless-http';
import { toNodeHandler } from 'audio-transcribe/server/node.js';
import { handler as transcribe } from './handler.js';

const app = express();
app.use('/api/transcribe', toNodeHandler(transcribe));

export const handler = serverless(app);
