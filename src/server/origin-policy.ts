import type { Reply } from './http-messages.js';
import type { Settings } from './options.js';

type OriginSettings = Pick<Settings, 'allowedOrigins' | 'publicOrigins'>;

/** Who sends a request: a page of the handler's own origin, a page of `allowedOrigins`, or another page. */
export type Source = 'own' | 'allowed' | 'refused';

/** The origin that the client requested. `request.url` may have another host name (in Next.js it does). */
const askedOrigin = (request: Request): string => {
  const { protocol, host } = new URL(request.url);
  return `${protocol}//${request.headers.get('host') ?? host}`;
};

/**
 * Protects the browser's session from other sites (CSRF).
 *
 * `Sec-Fetch-Site` decides if it is sent: the browser sets it from the requested URL, and no page can change it. A
 * browser without it (an old one, or a page over http) is judged by `Origin` against the scheme and host of the request.
 * Clients other than browsers can send any header, but they don't have another person's session.
 *
 * A page that points its own host name at this server (DNS rebinding) looks like an own page, but gets no cookies of the
 * partner's host. `publicOrigin` refuses it too if it sends `Origin`, as every POST does.
 */
export const sourceOf = (
  request: Request,
  { allowedOrigins, publicOrigins }: OriginSettings,
): Source => {
  const origin = request.headers.get('origin');
  if (origin !== null && allowedOrigins.has(origin)) return 'allowed';
  const site = request.headers.get('sec-fetch-site');
  if (site === 'cross-site' || site === 'same-site') return 'refused';
  // Browsers omit Origin from a same-origin GET.
  if (origin === null) return 'own';
  if (publicOrigins !== null) return publicOrigins.has(origin) ? 'own' : 'refused';
  return site === 'same-origin' || origin === askedOrigin(request) ? 'own' : 'refused';
};

export const isPreflight = (request: Request): boolean =>
  request.method === 'OPTIONS' && request.headers.has('access-control-request-method');

/** The CORS headers of a response, and `Vary`. Only pages of `allowedOrigins` may read it. */
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

/** Answers the preflight of an allowed page. The page may send any header, for `authorize` to read. */
export const preflightReply = (request: Request): Reply => {
  const asked = request.headers.get('access-control-request-headers') ?? '';
  return {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': 'GET, POST',
      'Access-Control-Allow-Headers': HEADER_NAMES.test(asked)
        ? asked
        : 'Authorization, Content-Type',
      'Access-Control-Max-Age': '600',
      'Cache-Control': 'no-store',
    },
    body: null,
  };
};
