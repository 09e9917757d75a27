import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CLIENT_HEADERS, transcriptionPath } from '../src/protocol/routes.js';
import { createPartnerHandler } from '../src/server.js';
import { toNodeHandler, type NodeHandler } from '../src/server/node.js';

/** The roles of the benchmark's processes: the service, and both ways to reach it. */
export type Role = 'service' | 'proxy' | 'limited-proxy' | 'handler';

/** A task with a transcript of this many segments (2.4). With 0, the task is in progress. */
const task = (segments: number): string =>
  JSON.stringify({
    transcription_id: 'task-1',
    ...(segments === 0
      ? { status: 'PROGRESS', data: {} }
      : {
          status: 'SUCCESS',
          data: {
            text: 'A sentence of the usual length. '.repeat(segments),
            language: 'en',
            duration: segments * 5,
            segments: Array.from({ length: segments }, (_, index) => ({
              speaker: `S${index % 3}`,
              start_ms: index * 5000,
              end_ms: index * 5000 + 4800,
              text: 'A sentence of the usual length.',
            })),
          },
        }),
  });

/** Responds only to the requests of the benchmark. */
const service = (segments: number): NodeHandler => {
  const transcription = task(segments);
  const token = JSON.stringify({ access_token: 'token', token_type: 'bearer', expires_in: 7200 });
  return (request, response) => {
    const body = request.url?.endsWith('/access-token') ? token : transcription;
    request.resume();
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    });
    response.end(body);
  };
};

/** The handler's own timeout, in ms. */
const TIME_LIMIT = 30_000;

/** The minimum that a backend can do: it forwards requests without checks. With a limit, it also times out. */
const proxy = (serviceUrl: string, isLimited: boolean): NodeHandler => {
  const headers = { [CLIENT_HEADERS.clientId]: 'client', [CLIENT_HEADERS.apiKey]: 'api-key' };
  return (_request, response) => {
    void (async () => {
      const limit = isLimited ? { signal: AbortSignal.timeout(TIME_LIMIT) } : {};
      const answer = await fetch(serviceUrl + transcriptionPath('task-1'), { headers, ...limit });
      const body = Buffer.from(await answer.arrayBuffer());
      response.writeHead(answer.status, { 'Content-Type': 'application/json' });
      response.end(body);
    })();
  };
};

const handler = (serviceUrl: string): NodeHandler =>
  toNodeHandler(
    createPartnerHandler({
      serviceUrl,
      ...{ clientId: 'client', clientSecret: 'secret', apiKey: 'api-key' },
      // As many as the limit can be, so that counting is measured too.
      limits: {
        queries: { requests: 1_000_000, seconds: 1_000 },
        submissions: { requests: 1_000_000, seconds: 1_000 },
        userTokens: { requests: 1_000_000, seconds: 1_000 },
      },
      authorize: () => ({ userId: 'user-0001' }),
    }),
  );

const listenerOf = (role: Role, argument: string): NodeHandler => {
  switch (role) {
    case 'service':
      return service(Number(argument));
    case 'proxy':
    case 'limited-proxy':
      return proxy(argument, role === 'limited-proxy');
    case 'handler':
      return handler(argument);
  }
};

// A separate process, so that its cost is separate from the client's.
const [role, argument = ''] = process.argv.slice(2);
const server: Server = createServer(listenerOf(role as Role, argument));
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
// Replies to any message with the processor time so far, in microseconds.
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: user + system });
});
process.once('disconnect', () => process.exit());
