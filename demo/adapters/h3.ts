import { createApp, fromWebHandler } from 'h3';
import { handler } from './handler.js';

export const app = createApp();
app.use('/api/transcribe', fromWebHandler(handler));
