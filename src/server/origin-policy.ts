import type { Reply } from './reply.js';
import type { Settings } from './settings.js';

/** Where a request comes from: the handler's own pages, a page named in `allowedOrigins`, or elsewhere. */
export type Source = 'own' | 'allowed' | 'refused';

export const sourceOf = (
  request: Request,
  { allowedOrigins }: Pick<Settings, 'allowedOrigins'>,
): Source => {
  const origin = request.headers.get('origin');
  if (origin === null) {
    // Browsers send no Origin with a same-origin GET; a request from elsewhere says so here.
    const site = request.headers.get('sec-fetch-site');
    return site === 'cross-site' || site === 'same-site' ? 'refused' : 'own';
  }
  if (allowedOrigins.has(origin)) return 'allowed';
  return origin === new URL(request.url).origin ? 'own' : 'refused';
};

export const isPreflight = (request: Request): boolean =>
  request.method === 'OPTIONS' && request.headers.has('access-control-request-method');

/** Tells caches and browsers who may read an answer. Pages that are not in `allowedOrigins` get no CORS header. */
export const corsHeaders = (
  request: Request,
  settings: Settings,
): Readonly<Record<string, string>> => {
  if (settings.allowedOrigins.size === 0) return {};
  if (sourceOf(request, settings) !== 'allowed') return { Vary: 'Origin' };
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': request.headers.get('origin') ?? '',
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': 'Retry-After',
  };
};

const HEADER_NAMES = /^[a-z0-9-]+(?: *, *[a-z0-9-]+)*$/i;

/** The answer to a preflight of an allowed page; it may send headers of its own, for `authorize` to read. */
export const preflightReply = (request: Request): Reply => {
  const asked = request.headers.get('access-control-request-headers') ?? '';
  return {
    status: 204,
    text: null,
    headers: {
      'Access-Control-Allow-Methods': 'GET, POST',
      'Access-Control-Allow-Headers': HEADER_NAMES.test(asked)
        ? asked
        : 'Authorization, Content-Type',
      'Access-Control-Max-Age': '600',
      'Cache-Control': 'no-store',
    },
  };
};
