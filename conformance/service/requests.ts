/** Requests as section 4 defines them, written independently of the package, which they are used to test. */
import type { Request } from './call.js';

export const PATHS = {
  exchange: '/oauth/partner/access-token',
  refresh: '/oauth/partner/refresh-token',
  userToken: '/open/partner/users/access-token',
  plan: '/open/partner/files/upload/generate-presigned-urls',
  complete: '/open/partner/files/upload/complete-upload',
  transcriptions: '/open/partner/ai/transcriptions/',
} as const;

export type Headers = Readonly<Record<string, string>>;

export const basic = (clientId: string, secret: string): Headers => ({
  Authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
});

export const bearer = (token: string): Headers => ({ Authorization: `Bearer ${token}` });

export const keyPair = ({
  clientId,
  apiKey,
}: {
  readonly clientId: string;
  readonly apiKey: string;
}): Headers => ({
  'X-Client-Id': clientId,
  'X-Client-Api-Key': apiKey,
});

const JSON_TYPE = { 'Content-Type': 'application/json' };

export const post = (url: string, headers: Headers, body: unknown): Request => ({
  method: 'POST',
  url,
  headers: { ...JSON_TYPE, ...headers },
  body: Buffer.from(JSON.stringify(body)),
});

export const without = <T extends object>(body: T, name: keyof T): Partial<T> =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== name)) as Partial<T>;

/** Returns a wrong token, key or secret with the same length and kinds of characters. */
export const otherThan = (secret: string): string =>
  [...secret].map((letter) => (letter === 'x' ? 'y' : 'x')).join('') || 'x';

/**
 * A presigned address with another signature: in the value of that name, else in the longest one of the query. The other
 * values stay as they are.
 */
export const otherSignature = (address: string): string => {
  const values = address
    .replace(/^[^?]*\??/s, '')
    .split('&')
    .sort((one, other) => other.length - one.length);
  const signed = values.find((it) => /^[^=]*sig(?:nature)?=/i.test(it)) ?? values[0] ?? '';
  const changed = signed.replace(
    /^([^=]*=)?(.)/s,
    (_, name: string | undefined, first: string) => (name ?? '') + otherThan(first),
  );
  return address.replace(signed, () => changed);
};

/** Unreachable on any network (RFC 2606), so that no recording is transcribed by mistake. */
export const NOWHERE = 'https://conformance.invalid/recording.wav';

/** A CORS preflight request. */
export const preflight = (url: string, method: string, headers: string): Request => ({
  method: 'OPTIONS',
  url,
  headers: {
    Origin: 'https://page.conformance.invalid',
    'Access-Control-Request-Method': method,
    'Access-Control-Request-Headers': headers,
  },
});
