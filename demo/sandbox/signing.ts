/** Presigned addresses: HMAC-SHA256 of the method, the path and the expiry time. */
import { createHmac } from 'node:crypto';
import { Refusal } from './http/refusal.js';
import type { Clock } from './options.js';
import { sameSecret } from './secrets.js';
import type { Validity } from './storage/store.js';

export type SignedMethod = 'GET' | 'PUT';

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
