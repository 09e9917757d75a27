import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the service received it. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Reply =
  | {
      readonly status?: number;
      readonly json?: unknown;
      readonly text?: string;
      readonly bytes?: Uint8Array;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Never responds. */
  | 'hang'
  /** Cuts the connection. */
  | 'cut'
  /** Cuts the connection after the status and a part of the body. */
  | 'break-off'
  /** Sends the status and a part of the body, then nothing more. */
  | 'stall';

export type Script = (received: Received, count: number) => Reply | Promise<Reply>;

export interface FakeService {
  readonly url: string;
  /** All requests, in order. */
  readonly received: readonly Received[];
  /** Scripts one route, e.g. `POST /oauth/partner/access-token`; `count` is 1 for the first request. */
  on(route: string, script: Script): void;
  /** The requests to one route. */
  at(route: string): readonly Received[];
  /** Resolves when the next request arrives at a route. */
  next(route: string): Promise<Received>;
  /** Resolves when the client disconnects from a request without a response. */
  abandoned(): Promise<void>;
  close(): Promise<void>;
}

const readBody = async (req: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

export const listen = async (server: Server, host = '127.0.0.1'): Promise<string> => {
  server.listen(0, host);
  await once(server, 'listening');
  return `http://${host}:${(server.address() as AddressInfo).port}`;
};

export const close = async (server: Server): Promise<void> => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
};

/** A real HTTP server on loopback with scripted responses. Other requests get 501. */
export const startFakeService = async (): Promise<FakeService> => {
  const scripts = new Map<string, Script>();
  const received: Received[] = [];
  const waiting = new Map<string, ((value: Received) => void)[]>();
  let left = (): void => undefined;
  const abandoned = new Promise<void>((resolve) => (left = resolve));
  const routeOf = ({ method, path }: Received): string => `${method} ${path}`;

  const server = createServer((req, res) => {
    // Tests move their own clock.
    res.sendDate = false;
    void (async () => {
      const { method = '', url: path = '', headers } = req;
      const request: Received = { method, path, headers, body: await readBody(req) };
      received.push(request);
      const route = routeOf(request);
      waiting.get(route)?.forEach((resolve) => resolve(request));
      waiting.delete(route);
      const count = received.filter((each) => routeOf(each) === route).length;
      const reply = (await scripts.get(route)?.(request, count)) ?? { status: 501 };
      if (reply === 'hang') return void res.once('close', left);
      if (reply === 'cut') return void req.socket.destroy();
      if (reply === 'break-off' || reply === 'stall') {
        res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
        res.once('close', left);
        return void res.write('{"transcription_id":', () => {
          if (reply === 'break-off') req.socket.destroy();
        });
      }
      const { status = 200, json, text, bytes, headers: extra = {} } = reply;
      res.writeHead(status, { 'Content-Type': 'application/json', ...extra });
      res.end(bytes ?? text ?? (json === undefined ? '' : JSON.stringify(json)));
    })();
  });
  const url = await listen(server);

  return {
    url,
    received,
    on: (route, script) => void scripts.set(route, script),
    at: (route) => received.filter((each) => routeOf(each) === route),
    next: (route) =>
      new Promise((resolve) => waiting.set(route, [...(waiting.get(route) ?? []), resolve])),
    abandoned: () => abandoned,
    close: () => close(server),
  };
};
