import type { Reply } from './reply.js';
import type { Settings } from './settings.js';

type OriginSettings = Pick<Settings, 'allowedOrigins' | 'publicOrigins'>;

/** Where a request comes from: the handler's own pages, a page named in `allowedOrigins`, or elsewhere. */
export type Source = 'own' | 'allowed' | 'refused';

/** The origin under which the client asked. A framework may fill the URL with another host name (Next.js does). */
const askedOrigin = (request: Request): string => {
  const { protocol, host } = new URL(request.url);
  return `${protocol}//${request.headers.get('host') ?? host}`;
};

/**
 * Tells where a request comes from, so that no other page can use the session of a browser (CSRF).
 *
 * `Sec-Fetch-Site` decides where it is sent: browsers set it by the address that they asked, and no page can. A browser
 * that does not send it (an old one, or a page over http) is judged by `Origin` against the scheme and host of the
 * request. A client that is not a browser can send what it likes, but has no session of somebody else.
 *
 * A page that lets its own name lead to this server (DNS rebinding) looks like an own page, but sends no cookie of the
 * partner's host. `publicOrigin` refuses it too, wherever it sends `Origin`, as with every POST.
 */
export const sourceOf = (
  request: Request,
  { allowedOrigins, publicOrigins }: OriginSettings,
): Source => {
  const origin = request.headers.get('origin');
  if (origin !== null && allowedOrigins.has(origin)) return 'allowed';
  const site = request.headers.get('sec-fetch-site');
  if (site === 'cross-site' || site === 'same-site') return 'refused';
  // Browsers send no Origin with a same-origin GET.
  if (origin === null) return 'own';
  if (publicOrigins !== null) return publicOrigins.has(origin) ? 'own' : 'refused';
  return site === 'same-origin' || origin === askedOrigin(request) ? 'own' : 'refused';
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
