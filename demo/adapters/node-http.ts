import { createServer } from 'node:http';
import { toNodeHandler } from '../../src/server/node.js';
import { handler } from './handler.js';

export const server = createServer(toNodeHandler(handler));
