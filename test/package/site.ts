/** A partner's web server on loopback: static files and custom responses. */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
};

export interface Site {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

export interface SiteOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Files in other places, by path. */
  readonly files?: Readonly<Record<string, string | Buffer>>;
  readonly api?: {
    readonly path: string;
    readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  };
}

export const serveSite = async (folder: string, options: SiteOptions = {}): Promise<Site> => {
  const { headers = {}, files = {}, api } = options;

  const serveFile = async (path: string, response: ServerResponse): Promise<void> => {
    const name = path === '/' ? '/index.html' : path;
    try {
      const body = files[name] ?? (await readFile(join(folder, normalize(name))));
      response.writeHead(200, { ...headers, 'content-type': TYPES[extname(name)] }).end(body);
    } catch {
      response.writeHead(404, headers).end();
    }
  };

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (api && pathname.startsWith(api.path)) api.handle(request, response);
    else void serveFile(pathname, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
