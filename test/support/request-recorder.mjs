/** Two servers that record a browser's requests for a test: one on the page's origin, one on another origin. */
import { once } from 'node:events';
import { createServer } from 'node:http';

/** The path of the first server. A GET returns the URL of the second server and the requests to both. */
export const RECORDER_PATH = '/test/recorder';

/** Routes of a framework that wants a closing slash, and whose redirect makes a browser send GET. They take only POST. */
const ROUTE = new RegExp(`^${RECORDER_PATH}/\\w+(/?)$`);

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
      // The page aborted the request, so there is nothing to record or answer.
      return;
    }
    const { method, url, headers } = request;
    const { pathname, searchParams } = new URL(url, 'http://recorder');
    const [route, slash] = ROUTE.exec(pathname) ?? [];
    const target = slash === '' ? `${route}/` : searchParams.get('redirect');
    if (target !== null && method !== 'OPTIONS') {
      response.writeHead(302, { ...CORS, Location: target });
      return void response.end();
    }
    if (method !== 'OPTIONS') recorded.push({ method, url, headers, bytes });
    const isWrong = slash === '/' && method !== 'POST';
    const asked = isWrong ? 405 : (searchParams.get('status') ?? 200);
    const status = method === 'OPTIONS' ? 204 : Number(asked);
    // A handler's answer, by a clock that is wrong.
    if (searchParams.has('date'))
      response.setHeader('Date', new Date(Number(searchParams.get('date'))).toUTCString());
    if (searchParams.has('marked')) response.setHeader('Audio-Transcribe', '1');
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
    isFor: (path) => path === RECORDER_PATH || ROUTE.test(path),
    async handle(request, response) {
      const isLook = request.method === 'GET' && request.url === RECORDER_PATH;
      if (!isLook) return record(request, response);
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
