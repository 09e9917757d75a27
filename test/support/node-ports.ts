/** The engine's ports in Node: fetch, crypto, timers. */
import { createHash } from 'node:crypto';
import type { Hasher, Http, PartTransport, Ports } from '../../src/engine.js';
import { createSimulatedClock } from './simulated-world.js';

export const nodeHttp =
  (headers: Readonly<Record<string, string>>): Http =>
  async ({ url, method, headers: own, body, signal }) => {
    const response = await fetch(url, {
      ...{ method, signal, headers: { ...headers, ...own } },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    return {
      status: response.status,
      ...(response.redirected && {
        redirectedTo:
          new URL(response.url).origin === new URL(url).origin ? 'same-origin' : 'other-origin',
      }),
      header: (name) => response.headers.get(name),
      text: () => Promise.resolve(text),
      // Turns a synchronous throw into a rejection.
      json: async () => JSON.parse(text) as unknown,
    };
  };

/** Sends only the bytes to the storage host (4.5). */
export const nodePartTransport: PartTransport = async ({ url, body, signal, onProgress }) => {
  const response = await fetch(url, { method: 'PUT', body, signal });
  const errorBody = await response.text();
  onProgress(body.size);
  return {
    status: response.status,
    etag: response.headers.get('etag'),
    retryAfter: response.headers.get('retry-after'),
    date: response.headers.get('date'),
    contentType: response.headers.get('content-type'),
    errorBody: errorBody.slice(0, 4096),
  };
};

/** Node's own MD5. Its state cannot be stored, so it always starts at the beginning of the file. */
export const nodeHasher: Hasher = async (
  blob,
  { signal, onProgress, partSize = blob.size, onPart, wantsPartMd5 },
) => {
  const whole = createHash('md5');
  for (let start = 0; start < blob.size; start += partSize) {
    signal.throwIfAborted();
    const end = Math.min(start + partSize, blob.size);
    const bytes = new Uint8Array(await blob.slice(start, end).arrayBuffer());
    whole.update(bytes);
    onProgress?.(end);
    const md5 = wantsPartMd5?.() === true ? createHash('md5').update(bytes).digest('hex') : null;
    const state = { engine: 'node:crypto', bytes: new Uint8Array() };
    onPart?.({
      ...{ start, end, md5 },
      point: { bytes: end, md5: whole.copy().digest('hex'), state },
    });
  }
  return whole.digest('hex');
};

const never = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

/** All ports of a session. `headers` are sent with every call except parts, to identify the user to this server. */
export const createNodePorts = (headers: Readonly<Record<string, string>>): Ports => {
  let busy = 0;
  const underWay = async <T>(work: Promise<T>): Promise<T> => {
    busy++;
    return work.finally(() => busy--);
  };
  const http = nodeHttp(headers);
  return {
    http: (request) => underWay(http(request)),
    sendPart: (part) => underWay(nodePartTransport(part)),
    hash: (blob, options) => underWay(nodeHasher(blob, options)),
    probeDuration: () => Promise.resolve(null),
    // No pause takes long, and no request is too slow.
    clock: createSimulatedClock(() => busy > 0),
    // A server is always online and has no visible page.
    connectivity: { isOnline: () => true, whenOnline: () => Promise.resolve(), whenBack: never },
    visibility: { isVisible: () => true, whenShown: never },
    random: Math.random,
  };
};
