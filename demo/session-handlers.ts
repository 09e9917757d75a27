import type { PartnerHandler } from '../src/server.js';

/** Maximum number of handlers. The least recently used is dropped. */
const MOST_HANDLERS = 200;

/**
 * One handler for each user, and one for requests without a user. A real backend has one for all. Here each user needs
 * a partner token of their own, so that a fault of the token exchange affects no other visitor.
 */
export const createSessionHandlers = (
  userOf: (request: Request) => string | null,
  create: (userId: string | null) => PartnerHandler,
) => {
  const handlers = new Map<string | null, PartnerHandler>();
  return {
    handler: (request: Request): Promise<Response> => {
      const userId = userOf(request);
      const handler = handlers.get(userId) ?? create(userId);
      handlers.delete(userId);
      handlers.set(userId, handler);
      const [oldest] = handlers.keys();
      if (handlers.size > MOST_HANDLERS && oldest !== undefined) handlers.delete(oldest);
      return handler(request);
    },
    /** The user's next request gets a new handler. */
    forget: (userId: string): void => void handlers.delete(userId),
  };
};
