/** Records what the demo's backend receives and sends, for each signed-in user. No body, no query, no secret. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { redactedHeaders } from '../sandbox/redacted-headers.js';
import { type Exchange, shortPath } from './model.js';

/** Maximum number of exchanges of a user, and of users. The oldest are dropped. */
const MOST_EXCHANGES = 500;
const MOST_USERS = 100;

const bytesOf = (length: string | null | undefined): number =>
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

  return {
    /** Calls `handle`, and records the request and what `recorded` functions send meanwhile. */
    record: (user: string, req: IncomingMessage, res: ServerResponse, handle: () => void): void => {
      const at = now();
      res.once('close', () => {
        const isAnswered = res.headersSent;
        add(user, {
          at,
          ms: now() - at,
          from: 'browser',
          to: 'backend',
          method: req.method ?? '',
          path: shortPath(req.url ?? ''),
          status: isAnswered ? res.statusCode : 0,
          bytes: bytesOf(req.headers['content-length']),
          headers: redactedHeaders(Object.entries(req.headers)),
        });
      });
      context.run(user, handle);
    },
    /** Wraps a `fetch`: records each call that is made while a request is handled. */
    recorded:
      (send: typeof fetch): typeof fetch =>
      async (input, init) => {
        const user = context.getStore();
        if (user === undefined) return send(input, init);
        const at = now();
        const { method = 'GET', headers, body } = init ?? {};
        const { pathname } = new URL(input instanceof Request ? input.url : input);
        const ended = (status: number): void =>
          add(user, {
            at,
            ms: now() - at,
            from: 'backend',
            to: 'service',
            method,
            path: shortPath(pathname),
            status,
            bytes: typeof body === 'string' ? Buffer.byteLength(body) : 0,
            headers: redactedHeaders(new Headers(headers)),
          });
        try {
          const response = await send(input, init);
          ended(response.status);
          return response;
        } catch (error) {
          ended(0);
          throw error;
        }
      },
    /** The user's exchanges with a greater number, in the order of their responses. */
    since: (user: string, least: number): readonly Exchange[] =>
      (users.get(user) ?? []).filter((one) => one.number > least),
  };
};

export type Recorder = ReturnType<typeof createRecorder>;
