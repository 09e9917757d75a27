import { isPublicHost, withoutRoot } from './host.js';

/** The canonical form of an entry of `allowedFileHosts`, `host` or `host:port`; null where it is neither. */
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

const portOf = (url: URL): string => url.port || (url.protocol === 'https:' ? '443' : '80');

/**
 * Says why the service must not be sent to fetch this address; null where it may. With `allowedHosts` (canonical,
 * see `fileHost`) the host must be one of them; an entry without a port stands for every port.
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
    : 'must be on a host that this backend accepts';
};
