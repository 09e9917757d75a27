/** Records what the demo's backend receives and sends, for each signed-in user. No body, no query, no secret. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { redactedHeaders } from '../sandbox/redacted-headers.js';
import { type Exchange, shortPath } from './model.js';

/** Maximum number of exchanges of a user, and of users. The oldest are dropped. */
const MOST_EXCHANGES = 500;
const MOST_USERS = 100;

const bytesOf = (length: string | null): number =>
  /^\d{1,15}$/.test(length ?? '') ? Number(length) : 0;

export const createRecorder = (now: () => number = () => Date.now()) => {
  const users = new Map<string, Exchange[]>();
  const context = new AsyncLocalStorage<string>();
  let number = 0;

  const add = (user: string, exchange: Omit<Exchange, 'number'>): void => {
    const list = users.get(user) ?? [];
    // The most recent user is the last one.
    users.delete(user);
    users.set(user, list);
    number += 1;
    list.push({ number, ...exchange });
    if (list.length > MOST_EXCHANGES) list.shift();
    const [oldest] = users.keys();
    if (users.size > MOST_USERS && oldest !== undefined) users.delete(oldest);
  };

  /** Sends a request, and records it. */
  const noted = async (
    user: string,
    about: Omit<Exchange, 'number' | 'at' | 'ms' | 'status'>,
    send: () => Promise<Response>,
  ): Promise<Response> => {
    const at = now();
    let status = 0;
    try {
      const response = await send();
      ({ status } = response);
      return response;
    } finally {
      add(user, { ...about, at, ms: now() - at, status });
    }
  };

  return {
    /** Calls `handle`, and records the request and what `recorded` functions send meanwhile. */
    record: (
      user: string,
      request: Request,
      handle: (request: Request) => Promise<Response>,
    ): Promise<Response> => {
      const { method, headers } = request;
      const about = {
        ...({ from: 'browser', to: 'backend', method } as const),
        path: shortPath(new URL(request.url).pathname),
        bytes: bytesOf(headers.get('content-length')),
        headers: redactedHeaders(headers),
      };
      return context.run(user, () => noted(user, about, () => handle(request)));
    },

    /** Wraps a `fetch`: records each call that is made while a request is handled. */
    recorded:
      (send: typeof fetch): typeof fetch =>
      async (input, init) => {
        const user = context.getStore();
        if (user === undefined) return send(input, init);
        const { method = 'GET', headers, body } = init ?? {};
        const about = {
          ...({ from: 'backend', to: 'service', method } as const),
          path: shortPath(new URL(input instanceof Request ? input.url : input).pathname),
          bytes: typeof body === 'string' ? Buffer.byteLength(body) : 0,
          headers: redactedHeaders(new Headers(headers)),
        };
        return noted(user, about, () => send(input, init));
      },

    /** The user's exchanges with a greater number, in the order of their responses. */
    since: (user: string, least: number): readonly Exchange[] =>
      (users.get(user) ?? []).filter((one) => one.number > least),
  };
};

export type Recorder = ReturnType<typeof createRecorder>;
