/** Two servers that tell a test what a browser sent them: one on the page's own origin, one on another. */
import { once } from 'node:events';
import { createServer } from 'node:http';

/** Where the test server mounts the first; a GET tells the address of the second, and what both were sent. */
export const RECORDER_PATH = '/test/recorder';

const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, PUT, POST',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Expose-Headers': 'ETag, Retry-After',
};

export const createRecorder = () => {
  const recorded = [];
  const record = async (request, response) => {
    let bytes = 0;
    try {
      for await (const piece of request) bytes += piece.length;
    } catch {
      // The page broke it off: nothing has arrived, and nobody waits.
      return;
    }
    const { method, url, headers } = request;
    if (method !== 'OPTIONS') recorded.push({ method, url, headers, bytes });
    const asked = new URL(url, 'http://recorder').searchParams.get('status') ?? 200;
    const status = method === 'OPTIONS' ? 204 : Number(asked);
    response.writeHead(status, { ...CORS, ETag: '"stored"', 'Retry-After': '7' });
    response.end(status === 204 ? undefined : '{}');
  };
  const server = createServer((request, response) => void record(request, response));
  let address;
  const open = async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${server.address().port}${RECORDER_PATH}`;
  };
  return {
    isFor: (path) => path === RECORDER_PATH,
    async handle(request, response) {
      if (request.method !== 'GET') return record(request, response);
      address ??= open();
      response.writeHead(200, { 'Content-Type': 'application/json' });
      return void response.end(JSON.stringify({ elsewhere: await address, recorded }));
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
