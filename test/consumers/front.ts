/** The server in front of an app: it sends the page's policy, serves the handler, and serves or forwards everything else. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import {
  createServer,
  request as forward,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Pages are opened with this name. Browsers resolve it to this machine, and trust it like `https`. */
export const HOST = 'app.localhost';

export const API_PATH = '/api/transcribe';

export interface Front {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

export interface FrontOptions {
  readonly app: { readonly folder: string } | { readonly port: number };
  /** Null if the app serves the handler itself. */
  readonly handler: ((request: IncomingMessage, response: ServerResponse) => void) | null;
  /** The policy for a response with these hashes of inline scripts and styles. */
  readonly policy?: (scripts: readonly string[], styles: readonly string[]) => string | null;
  /** Other headers of every response. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The `'sha256-…'` sources of the inline elements of a page. */
const hashesOf = (html: string, tag: 'script' | 'style'): string[] => {
  const elements = html.matchAll(
    new RegExp(`<${tag}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'g'),
  );
  const digest = (text: string): string => createHash('sha256').update(text).digest('base64');
  return [...new Set([...elements].map(([, text = '']) => `'sha256-${digest(text)}'`))];
};

export const startFront = async (options: FrontOptions): Promise<Front> => {
  const { app, handler, headers = {}, policy = () => null } = options;

  const send = (
    response: ServerResponse,
    status: number,
    own: OutgoingHttpHeaders,
    body: Buffer,
  ): void => {
    const type = own['content-type'];
    const isPage = typeof type === 'string' && type.startsWith('text/html');
    const html = isPage ? body.toString() : '';
    const header = policy(hashesOf(html, 'script'), hashesOf(html, 'style'));
    response
      .writeHead(status, {
        ...own,
        ...headers,
        ...(header !== null && { 'content-security-policy': header }),
      })
      .end(body);
  };

  const serveFile = async (folder: string, path: string, response: ServerResponse) => {
    const name = path.endsWith('/') ? `${path}index.html` : path;
    try {
      const body = await readFile(join(folder, normalize(decodeURIComponent(name))));
      send(response, 200, { 'content-type': TYPES[extname(name)] ?? '' }, body);
    } catch {
      send(response, 404, {}, Buffer.alloc(0));
    }
  };

  const forwardTo = (port: number, request: IncomingMessage, response: ServerResponse): void => {
    const { method, url: path } = request;
    // Inline scripts can be found only in plain text.
    const { 'accept-encoding': _, ...sent } = request.headers;
    const target = { host: '127.0.0.1', port, method, path, headers: sent };
    const forwarded = forward(target, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const { 'transfer-encoding': _, ...own } = answer.headers;
        send(response, answer.statusCode ?? 500, own, Buffer.concat(chunks));
      });
    });
    forwarded.on('error', () => response.writeHead(502).end());
    request.pipe(forwarded);
  };

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (handler !== null && pathname.startsWith(API_PATH)) handler(request, response);
    else if ('folder' in app) void serveFile(app.folder, pathname, response);
    else forwardTo(app.port, request, response);
  });
  // The WebSocket of a development server.
  server.on('upgrade', (request, socket, head) => {
    if ('folder' in app) {
      socket.destroy();
      return;
    }
    const target = connect(app.port, '127.0.0.1', () => {
      const pairs = request.rawHeaders.map((it, at) => (at % 2 === 0 ? `${it}: ` : `${it}\r\n`));
      target.write(`GET ${request.url ?? '/'} HTTP/1.1\r\n${pairs.join('')}\r\n`);
      target.write(head);
      socket.pipe(target).pipe(socket);
    });
    target.on('error', () => socket.destroy());
    socket.on('error', () => target.destroy());
    socket.on('close', () => target.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://${HOST}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
