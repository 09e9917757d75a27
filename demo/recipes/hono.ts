import { Hono } from 'hono';
import { handler } from './handler.js';

export const app = new Hono();
app.all('/api/transcribe/*', (context) => handler(context.req.raw));
