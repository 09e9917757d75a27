import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import { close, listen } from '../../support/fake-service.js';
import { FILE_URL } from './harness.js';

export type Listener = (req: IncomingMessage, res: ServerResponse) => void;

/** Starts a real server on loopback for one test. */
export const serve = async (t: TestContext, listener: Listener): Promise<string> => {
  const server: Server = createServer(listener);
  t.after(() => close(server));
  return listen(server);
};

export const USER = { 'X-Test-User': 'user-ada', 'Content-Type': 'application/json' };
export const BODY = JSON.stringify({ file_url: FILE_URL });
