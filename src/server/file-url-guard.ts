import ipaddr from './ipaddr.js';
import { isPublicTopLevel } from './top-level-domains.js';

/** The address where Azure machines reach their host. It is not in a special range. */
const AZURE_HOST = '168.63.129.16';

/** All public IPv6 addresses are in this range (RFC 4291, 2.4; IANA assigns no other). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Without the trailing dot of the DNS root. An IPv6 address keeps its brackets. */
const withoutRoot = (hostname: string): string => hostname.replace(/\.$/, '');

const bare = (hostname: string): string => withoutRoot(hostname).replace(/^\[|\]$/g, '');

/** IPv6 forms of IPv4 addresses (mapped, compatible, NAT64, 6to4) are not public: no public host needs them. */
const isPublicAddress = (host: string): boolean => {
  const address = ipaddr.parse(host);
  if (address.range() !== 'unicast' || host === AZURE_HOST) return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
};

/** True if the host of a parsed URL can be on the public internet. The name is not resolved. */
const isPublicHost = (hostname: string): boolean => {
  const host = bare(hostname);
  if (ipaddr.isValid(host)) return isPublicAddress(host);
  const labels = host.split('.');
  return labels.length > 1 && !labels.includes('') && isPublicTopLevel(labels.at(-1) ?? '');
};

/** True if the host of a parsed URL is this machine. The name is not resolved. */
export const isLoopbackHost = (hostname: string): boolean => {
  const host = bare(hostname);
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() === 'loopback';
  return host === 'localhost' || host.endsWith('.localhost');
};

/** The canonical form of an `allowedFileHosts` entry, `host` or `host:port`. Null if it is neither. */
export const fileHost = (entry: string): string | null => {
  if (!/^(?:[^\s/?#@\\:[\]]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(entry)) return null;
  try {
    const host = withoutRoot(new URL(`http://${entry}`).hostname);
    const port = /:(\d+)$/.exec(entry.replace(/^\[.*\]/, ''))?.[1];
    return port === undefined ? host : `${host}:${Number(port)}`;
  } catch {
    return null;
  }
};

/** The host of a URL, for a log. Empty if there is none. */
export const hostIn = (address: string): string =>
  URL.canParse(address) ? new URL(address).host.slice(0, 255) : '';

const portOf = (url: URL): string => url.port || (url.protocol === 'https:' ? '443' : '80');

/**
 * Returns the reason why the service must not fetch this URL; null if it may. With `allowedHosts` (in
 * canonical form, see `fileHost`), the host must be one of them. An entry without a port allows every port.
 */
export const refuseFileUrl = (
  address: string,
  allowedHosts: ReadonlySet<string> | null,
): string | null => {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return 'must be an absolute http or https address';
  if (url.username !== '' || url.password !== '') return 'must not carry a user name or a password';
  if (allowedHosts === null) {
    return isPublicHost(url.hostname) ? null : 'must be on a host of the public internet';
  }
  const host = withoutRoot(url.hostname);
  return allowedHosts.has(host) || allowedHosts.has(`${host}:${portOf(url)}`)
    ? null
    : 'must be on a host that `allowedFileHosts` names';
};
