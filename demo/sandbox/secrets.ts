import { createHash, randomBytes, timingSafeEqual, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { CLIENT_HEADERS } from '../../src/protocol/index.js';
import { Refusal } from './http/route.js';
import type { Credentials, Clock } from './options.js';
import type { Validity } from './storage/store.js';

export const digest = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Constant-time comparison, for secrets of any length. */
const sameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected));

/** A random name or secret of printable ASCII, e.g. `file_Jx…`. */
export const randomName = (prefix: string, bytes = 18): string =>
  `${prefix}_${randomBytes(bytes).toString('base64url')}`;

export const randomCredentials = (): Credentials => ({
  clientId: randomName('client', 9),
  clientSecret: randomName('secret', 32),
  apiKey: randomName('key', 32),
});

const basicPair = (header: string | undefined): readonly [string, string] | null => {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return null;
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return colon < 0 ? null : [pair.slice(0, colon), pair.slice(colon + 1)];
};

/** 4.1 and 4.2: `Authorization: Basic base64(client_id:secret)`. */
export const requireBasic = (request: IncomingMessage, credentials: Credentials): void => {
  const pair = basicPair(request.headers.authorization);
  const headers = { 'WWW-Authenticate': 'Basic realm="partner"' };
  if (pair === null)
    throw new Refusal(
      401,
      'basic-required',
      'Send Authorization: Basic with base64 of client_id, a colon and the secret.',
      { headers },
    );
  const idFits = sameSecret(pair[0], credentials.clientId);
  const secretFits = sameSecret(pair[1], credentials.clientSecret);
  if (!idFits || !secretFits)
    throw new Refusal(401, 'client-rejected', 'This client_id and secret are not known here.', {
      headers,
    });
};

const single = (request: IncomingMessage, name: string): string => {
  const value = request.headers[name.toLowerCase()];
  return typeof value === 'string' ? value : '';
};

/** 4.7 and 4.8: the key pair in two headers. */
export const requireKeyPair = (request: IncomingMessage, credentials: Credentials): void => {
  const clientId = single(request, CLIENT_HEADERS.clientId);
  const apiKey = single(request, CLIENT_HEADERS.apiKey);
  if (clientId === '' || apiKey === '')
    throw new Refusal(
      401,
      'key-pair-required',
      `Send both headers ${CLIENT_HEADERS.clientId} and ${CLIENT_HEADERS.apiKey}.`,
    );
  const idFits = sameSecret(clientId, credentials.clientId);
  const keyFits = sameSecret(apiKey, credentials.apiKey);
  if (!idFits || !keyFits)
    throw new Refusal(401, 'key-pair-rejected', 'This client_id and api_key are not known here.');
};

// Presigned addresses: HMAC-SHA256 of the method, the path and the expiry time.

type SignedMethod = 'GET' | 'PUT';

export interface Signer {
  /** Returns the path with its signature; the same for the same expiry. */
  readonly sign: (method: SignedMethod, path: string, validity: Validity) => string;
  /** Rejects with 403 unless the signature matches this request and has not expired. */
  readonly verify: (method: SignedMethod, path: string, query: URLSearchParams) => void;
}

export const createSigner = (clock: Clock, key: Buffer): Signer => {
  const signature = (method: SignedMethod, path: string, expires: string): string =>
    createHmac('sha256', key).update(`${method}\n${path}\n${expires}`).digest('hex');
  return {
    sign: (method, path, { from, seconds }) => {
      const expires = String(Math.floor(from / 1000) + seconds);
      return `${path}?expires=${expires}&signature=${signature(method, path, expires)}`;
    },
    verify: (method, path, query) => {
      const expires = query.get('expires') ?? '';
      const fits = sameSecret(query.get('signature') ?? '', signature(method, path, expires));
      // Exactly these two parameters: an address with anything added is not the signed one.
      if (!fits || [...query.keys()].sort().join() !== 'expires,signature')
        throw new Refusal(
          403,
          'SignatureDoesNotMatch',
          'The signature of this address does not fit: use the address exactly as it was given.',
        );
      if (Number(expires) * 1000 <= clock.now())
        throw new Refusal(403, 'AccessDenied', 'Request has expired: ask for a new address.');
    },
  };
};
