/** A connection of its own for a request that must not be lost on one that has died unnoticed. */

/** A handler of undici, whose functions are called as a request proceeds. */
type Handler = Record<string, unknown>;

/** The part of undici's Dispatcher that Node's `fetch` uses. */
interface Dispatcher {
  dispatch(options: { readonly origin?: unknown }, handler: Handler): boolean;
}

/**
 * The functions of a handler that say how far a request has come, in both interfaces of undici: at which position they get
 * the status of an answer. Null: a connection begins to send the request.
 */
const STEPS: Readonly<Record<string, number | null>> = {
  ...{ onConnect: null, onRequestStart: null },
  ...{ onHeaders: 0, onResponseStart: 1 },
};
/** A proxy wants a password, and has forwarded nothing (RFC 9110, 15.5.8). Node's `fetch` makes an error of it. */
const PROXY_REFUSED = 407;

/** The versions of undici, Node's `fetch`, whose dispatcher is known. Node 20 to 25 have one of them. */
const KNOWN_UNDICI = /^[67]\./;

/** The dispatcher of Node's `fetch`. Null in other runtimes, and before the first request of the process. */
const currentDispatcher = (): Dispatcher | null => {
  const { process } = globalThis as { process?: { versions?: { undici?: string } } };
  if (!KNOWN_UNDICI.test(process?.versions?.undici ?? '')) return null;
  const current = (globalThis as Record<symbol, unknown>)[Symbol.for('undici.globalDispatcher.1')];
  // A MockAgent of a test finds its answers by the origin.
  if (typeof current !== 'object' || current === null || 'pendingInterceptors' in current) {
    return null;
  }
  return current as Dispatcher;
};

/**
 * Makes Node's `fetch` open a connection for one request. A connection that was idle may have been dropped by a gateway on
 * the way. Then a reset says nothing about the request, which may have arrived or not. The dispatcher of the process is
 * still used, so that its proxy and its certificates count.
 *
 * Null if the runtime has no such dispatcher.
 */
export const freshConnection = () => {
  const current = currentDispatcher();
  if (current === null) return null;
  let mayHaveArrived = false;
  const dispatcher: Dispatcher = {
    dispatch(options, handler) {
      for (const [name, position] of Object.entries(STEPS)) {
        const notify = handler[name];
        if (typeof notify !== 'function') continue;
        handler[name] = function (this: unknown, ...rest: unknown[]): unknown {
          mayHaveArrived = position === null || rest[position] !== PROXY_REFUSED;
          return notify.apply(this, rest) as unknown;
        };
      }
      // Connections are kept by the text of the origin. `reset` closes this one after the answer.
      const origin = `${String(options.origin).replace(/\/$/, '')}/`;
      return current.dispatch({ ...options, ...{ origin, reset: true } }, handler);
    },
  };
  return {
    init: { dispatcher } as RequestInit,
    /** False if no connection has begun to send the request, or if a proxy has refused it. */
    mayHaveArrived: (): boolean => mayHaveArrived,
  };
};
