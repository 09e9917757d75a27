/** Two loopback proxies for a sandbox's two hosts, which change requests and responses. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Sandbox } from '../../demo/sandbox/index.js';

export interface Asked {
  readonly host: 'service' | 'storage';
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface Said {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The replacement for the real response. */
export type Lie = (said: Said, asked: Asked) => Said;

/** Changes the JSON object of a successful response; other responses are passed on. */
export const lieIn =
  (
    path: RegExp,
    change: (json: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
  ): Lie =>
  (said, asked) =>
    said.status < 300 && path.test(asked.path)
      ? {
          ...said,
          body: Buffer.from(
            JSON.stringify(change(JSON.parse(String(said.body)) as Record<string, unknown>)),
          ),
        }
      : said;

const HOP = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive']);

const forwarded = (headers: Iterable<readonly [string, unknown]>): Record<string, string> =>
  Object.fromEntries(
    [...headers].filter(([name]) => !HOP.has(name)).map(([name, value]) => [name, String(value)]),
  );

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** The URL of the service's proxy. Storage addresses in its responses point to the other proxy. */
export const lyingProxy = async (
  test: { after(cleanUp: () => Promise<void>): void },
  sandbox: Sandbox,
  lie: Lie,
): Promise<{ readonly serviceUrl: string; readonly storageUrl: string }> => {
  const urls = { serviceUrl: '', storageUrl: '' };
  const host = (name: Asked['host'], target: string): Server =>
    createServer((request, response) => {
      void (async () => {
        const body = await buffer(request);
        const { method = 'GET', url = '/', headers } = request;
        const sends = method === 'POST' || method === 'PUT';
        const answer = await fetch(target + url, {
          method,
          headers: forwarded(Object.entries(headers)),
          ...(sends ? { body } : {}),
          redirect: 'manual',
        });
        const bytes = Buffer.from(await answer.arrayBuffer());
        const isJson = answer.headers.get('content-type') === 'application/json';
        const said: Said = {
          status: answer.status,
          headers: forwarded(answer.headers),
          body: isJson
            ? Buffer.from(String(bytes).replaceAll(sandbox.storageUrl, urls.storageUrl))
            : bytes,
        };
        const path = url.replace(/\?.*$/, '');
        const told = lie(said, { host: name, method, path, headers, body });
        response.writeHead(told.status, { ...told.headers, 'Content-Length': told.body.length });
        response.end(told.body);
      })().catch(() => response.destroy());
    });
  const servers = [host('service', sandbox.serviceUrl), host('storage', sandbox.storageUrl)];
  const [serviceUrl = '', storageUrl = ''] = await Promise.all(servers.map(listen));
  Object.assign(urls, { serviceUrl, storageUrl });
  test.after(async () => {
    for (const server of servers) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
  return urls;
};
