/** The partner handler as a process of its own, beside an application in any language. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPartnerHandler, type HandlerEvent } from '../../src/server.js';
import { toNodeHandler } from '../../src/server/node.js';
import { createAskApplication } from './ask-application.js';
import { createEventCounts } from './metrics.js';
import { createPostFinished } from './post-finished.js';
import type { BackendSettings } from './settings.js';
import { openStorage, type BackendStorage, type Watcher } from './storage.js';

/** A client that needs more time for its headers, or for its request, is disconnected. In ms. */
const LIMITS = { headersMs: 10_000, requestMs: 60_000, connections: 2_000 };
/** How often the times are checked, in ms. */
const CHECK_MS = 2_000;
/** What is under way may take this long when the process stops, in ms: longer than a call to the service. */
const STOP_TIMEOUT_MS = 35_000;

export interface RunningBackend {
  /** Address of `basePath`: the element's `backend-url`, behind the proxy. */
  readonly url: string;
  /** Ends what is under way, then stops. */
  close(): Promise<void>;
}

const send = (res: ServerResponse, status: number, type: string, body: string): void => {
  res.writeHead(status, {
    'Content-Type': type,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  res.end(res.req.method === 'HEAD' ? undefined : body);
};

/** Posts again what failed for a day: what was wrong may be mended now. */
const repost = async (watcher: Watcher): Promise<void> => {
  for (const task of await watcher.failures()) await watcher.retry(task);
};

/** Rejects if an option is malformed, the port is taken, or the storage cannot be used. */
export const startBackendProcess = async (
  settings: BackendSettings,
  log: (line: string) => void,
  limits: Partial<typeof LIMITS> = {},
): Promise<RunningBackend> => {
  const kept = await openStorage(settings.storage);
  try {
    return await serveWith(kept, settings, log, { ...LIMITS, ...limits });
  } catch (error) {
    await kept.close();
    throw error;
  }
};

const serveWith = async (
  kept: BackendStorage,
  { options, authorizeUrl, host, port, watch }: BackendSettings,
  log: (line: string) => void,
  limits: typeof LIMITS,
): Promise<RunningBackend> => {
  const counts = createEventCounts();
  const onEvent = (event: HandlerEvent): void => {
    counts.onEvent(event);
    log(JSON.stringify({ time: new Date().toISOString(), ...event }));
  };
  const { submissionStore } = kept;
  const { serviceUrl, clientId, apiKey } = options;
  const watcher =
    watch === null
      ? null
      : kept.watch({
          ...{ serviceUrl, clientId, apiKey, onEvent },
          onFinished: createPostFinished(watch),
        });
  const handler = createPartnerHandler({
    ...options,
    authorize: createAskApplication({ url: authorizeUrl }),
    onEvent,
    ...(submissionStore === null ? {} : { submissionStore }),
    ...(watcher === null ? {} : { watcher }),
  });
  const serve = toNodeHandler(handler);
  let isStopping = false;
  const answer = (req: IncomingMessage, res: ServerResponse): void => {
    // So that a kept-alive connection does not outlive the stop.
    if (isStopping) res.setHeader('Connection', 'close');
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    if (isRead && req.url === '/health') {
      return isStopping
        ? send(res, 503, 'application/json', '{"status":"stopping"}')
        : send(res, 200, 'application/json', '{"status":"ok"}');
    }
    if (isRead && req.url === '/metrics') {
      return send(res, 200, 'text/plain; version=0.0.4; charset=utf-8', counts.text());
    }
    serve(req, res);
  };
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: Math.min(CHECK_MS, limits.headersMs),
    },
    answer,
  );
  server.maxConnections = limits.connections;
  server.listen(port, host);
  await once(server, 'listening').catch(({ code }: NodeJS.ErrnoException) => {
    throw new Error(`HOST, PORT: the backend cannot listen there (${code}).`);
  });
  if (watcher !== null) {
    watcher.start();
    // The watcher reports a storage that fails.
    void repost(watcher).catch(() => undefined);
  }
  const { port: used } = server.address() as AddressInfo;
  const shown = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${shown}:${used}${options.basePath ?? '/api/transcribe'}`,
    async close() {
      isStopping = true;
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      const cut = setTimeout(() => server.closeAllConnections(), STOP_TIMEOUT_MS);
      await closed;
      clearTimeout(cut);
      await watcher?.stop();
      await kept.close();
    },
  };
};
