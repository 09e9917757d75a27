import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createServer as createViteServer } from 'vite';
import { toNodeHandler } from '../src/server/node.js';
import { BACKEND_PATH, startBackend, type DemoBackend } from './backend.js';
import type { DemoTarget } from './environment.js';
import type { SandboxOptions } from './sandbox/index.js';
import { signIn } from './session.js';

export interface DemoOptions {
  readonly target: DemoTarget;
  /** The first of ten ports that are tried; 0 for any free one. */
  readonly port: number;
  readonly sandbox: Partial<SandboxOptions> & Pick<SandboxOptions, 'directory'>;
}

export interface Demo {
  /** The one address to open. */
  readonly url: string;
  readonly backend: DemoBackend;
  close(): Promise<void>;
}

const PORTS_TRIED = 10;

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

const listenNear = async (server: Server, first: number): Promise<number> => {
  for (let port = first; ; port++) {
    try {
      return await listen(server, port);
    } catch (error) {
      if (isTaken(error) && port < first + PORTS_TRIED - 1) continue;
      throw isTaken(error)
        ? new Error(`Ports ${first} to ${port} are taken. Set PORT to a free one.`)
        : error;
    }
  }
};

/** Starts all that the demo needs: the page, the partner's backend, and the sandbox where it is asked for. */
export const startDemo = async (options: DemoOptions): Promise<Demo> => {
  const backend = await startBackend(options.target, options.sandbox);
  const handle = toNodeHandler(backend.handler);
  const server = createServer((req, res) => {
    const { pathname } = new URL(req.url ?? '/', 'http://localhost');
    if (pathname === BACKEND_PATH || pathname.startsWith(`${BACKEND_PATH}/`)) {
      handle(req, res);
    } else if (pathname === '/demo/settings.json') {
      res.setHeader('Content-Type', 'application/json');
      res.end(JSON.stringify(backend.settings));
    } else {
      signIn(req, res);
      vite.middlewares(req, res);
    }
  });
  const vite = await createViteServer({
    configFile: fileURLToPath(new URL('../vite.config.ts', import.meta.url)),
    server: { middlewareMode: true, ws: { server } },
    logLevel: 'warn',
  });
  const close = async (): Promise<void> => {
    await vite.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await backend.close();
  };
  try {
    const port = await listenNear(server, options.port);
    return { url: `http://127.0.0.1:${port}/`, backend, close };
  } catch (error) {
    await close();
    throw error;
  }
};
