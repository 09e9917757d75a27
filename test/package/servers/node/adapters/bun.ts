import { handler } from './handler.js';

export const server = Bun.serve({ fetch: handler });
