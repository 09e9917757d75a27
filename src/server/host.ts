import ipaddr from 'ipaddr.js';

/** Names that public DNS does not delegate: they mean a machine of one's own network. */
const PRIVATE_SUFFIXES = [
  'localhost',
  'local',
  'localdomain',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'home.arpa',
];

/** Without the dot of the DNS root; an IPv6 address keeps its brackets. */
export const withoutRoot = (hostname: string): string => hostname.replace(/\.+$/, '');

const bare = (hostname: string): string => withoutRoot(hostname).replace(/^\[|\]$/g, '');

/** True where a host of a parsed URL can be on the public internet. Looks nothing up. */
export const isPublicHost = (hostname: string): boolean => {
  const host = bare(hostname);
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() === 'unicast';
  if (!host.includes('.')) return false;
  return !PRIVATE_SUFFIXES.some((suffix) => host.endsWith(`.${suffix}`));
};

/** True where a host of a parsed URL is this very machine. Looks nothing up. */
export const isLoopbackHost = (hostname: string): boolean => {
  const host = bare(hostname);
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() === 'loopback';
  return host === 'localhost' || host.endsWith('.localhost');
};
