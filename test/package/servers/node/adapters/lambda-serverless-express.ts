import { configure } from '@codegenie/serverless-express';
import express from 'express';
import { toNodeHandler } from 'audio-transcribe/server/node.js';
import { handler as transcribe } from './handler.js';

const app = express();
app.use('/api/transcribe', toNodeHandler(transcribe));

export const handler = configure({ app });
