import { createPartnerHandler, type KeyValueStorage } from '../../src/server.js';
import { createSession } from '../session.js';

/** A namespace of Workers KV, as far as it is used. */
interface Namespace {
  get(key: string): Promise<string | null>;
  put(key: string, value: string, options: { expirationTtl: number }): Promise<void>;
  delete(key: string): Promise<void>;
}

interface Environment {
  readonly SERVICE_URL: string;
  readonly CLIENT_ID: string;
  readonly CLIENT_SECRET: string;
  readonly API_KEY: string;
  readonly ALLOWED_FILE_HOSTS?: string;
  readonly KEPT: Namespace;
  /** A rate limiting binding: `simple = { limit = 60, period = 60 }` in the configuration of the worker. */
  readonly LIMITER: { limit(options: { key: string }): Promise<{ success: boolean }> };
}

const storageOf = (namespace: Namespace): KeyValueStorage => ({
  getItem: (key) => namespace.get(key),
  // KV keeps nothing for less than a minute.
  setItem: (key, value, { ttl = 60 } = {}) =>
    namespace.put(key, value, { expirationTtl: Math.max(60, ttl) }),
  removeItem: (key) => namespace.delete(key),
});

export default {
  fetch(request: Request, environment: Environment): Promise<Response> {
    // A request of a worker must not wait for the call of another: each has a handler of its own.
    const handler = createPartnerHandler({
      serviceUrl: environment.SERVICE_URL,
      clientId: environment.CLIENT_ID,
      clientSecret: environment.CLIENT_SECRET,
      apiKey: environment.API_KEY,
      authorize: createSession(environment.CLIENT_SECRET).authorize,
      allowedFileHosts: environment.ALLOWED_FILE_HOSTS?.split(','),
      tokenCache: storageOf(environment.KEPT),
      // Without it, a repeated submission is paid twice.
      submissionStore: storageOf(environment.KEPT),
      rateStore: {
        take: async (key) => {
          const { success } = await environment.LIMITER.limit({ key });
          return success ? { allowed: true } : { allowed: false, retryAfterMs: 60_000 };
        },
      },
    });
    return handler(request);
  },
};
