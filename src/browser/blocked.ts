/** Addresses of requests, and why the browser blocks one: by Content Security Policy, by port, or as mixed content. */
import { errorFor } from '../protocol/failures.js';

/** Ports that browsers block ("bad ports", Fetch standard, section 2.9). */
export const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  ...[0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95],
  ...[101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179],
  ...[389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587],
  ...[601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061],
  ...[6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
]);

const LOOPBACK = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Returns why a page at `pageUrl` cannot send a request to `url`; null if there is no known reason. */
export const neverLeaves = (url: string, pageUrl: string): string | null => {
  if (!URL.canParse(url, pageUrl)) return 'one of its addresses is not a valid URL.';
  const { protocol, hostname, port, origin, username, password } = resolveUrl(url, pageUrl);
  if (protocol !== 'http:' && protocol !== 'https:')
    return `${protocol} is not supported. Use https.`;
  if (username + password !== '')
    return `the address of ${origin} contains a user name or a password. Remove them.`;
  if (BLOCKED_PORTS.has(port === '' ? 443 : Number(port)))
    return `browsers block the port of ${origin}. Use another port.`;
  if (pageUrl.startsWith('https:') && protocol === 'http:' && !LOOPBACK.test(hostname))
    return `${origin} is not secure, but this page is. Use https.`;
  return null;
};

/** How long to wait for a violation report after a failed request, in ms. */
const REPORT_MS = 100;

export const originOf = (url: string): string | null =>
  URL.canParse(url, document.baseURI) ? new URL(url, document.baseURI).origin : null;

/** True for an address at the page's own host. */
export const isOwnOrigin = (url: string): boolean => originOf(url) === window.location.origin;

/**
 * Resolves an address against the page's. The user name and password of the page's address are left out: the browser sends
 * them by itself, and refuses a request whose address has them. Throws TypeError if the address is not valid.
 */
const resolveUrl = (address: string, pageUrl: string): URL => {
  const url = new URL(address, pageUrl);
  const { username, password } = new URL(pageUrl);
  if (url.username === username && url.password === password) url.username = url.password = '';
  return url;
};

/** The absolute address of a request of this page. One that is not valid is returned as it is, for the browser to refuse. */
export const absoluteUrl = (url: string): string =>
  URL.canParse(url, document.baseURI) ? resolveUrl(url, document.baseURI).href : url;

/** Calls `refused` when `connect-src` blocks a request to this origin, with a message about it. Returns what stops that. */
const onRefused = (origin: string | null, refused: (why: string) => void): (() => void) => {
  const listen = (event: SecurityPolicyViolationEvent): void => {
    const { disposition, effectiveDirective, blockedURI } = event;
    if (disposition !== 'enforce' || effectiveDirective !== 'connect-src') return;
    if (originOf(blockedURI) !== origin) return;
    refused(
      `its Content Security Policy does not allow requests to ${origin}. Add ${origin} to connect-src.`,
    );
  };
  document.addEventListener('securitypolicyviolation', listen);
  return () => document.removeEventListener('securitypolicyviolation', listen);
};

/**
 * Sends a request. If the browser blocks it, rejects with TranscribeError `configuration`, whose message
 * names an origin but never a whole URL. All other failures are passed on.
 */
export const unlessBlocked = async <T>(
  url: string,
  signal: AbortSignal,
  request: () => Promise<T>,
): Promise<T> => {
  let stop: () => void = () => undefined;
  const refused = new Promise<string>((resolve) => (stop = onRefused(originOf(url), resolve)));
  try {
    return await request();
  } catch (error) {
    if (signal.aborted) throw error;
    const why =
      neverLeaves(url, document.baseURI) ??
      (await Promise.race([
        refused,
        new Promise<null>((resolve) => setTimeout(() => resolve(null), REPORT_MS)),
      ]));
    if (why === null) throw error;
    throw errorFor('not-set-up', { detail: why }, { cause: error });
  } finally {
    stop();
  }
};
