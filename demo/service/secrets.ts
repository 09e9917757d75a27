/** The checks of a client's credentials and of presigned addresses. */
import { CLIENT_HEADERS } from '../../src/protocol/routes.js';
import { Refusal } from './route.js';
import type { Credentials, Clock, Secrets } from './settings.js';
import type { Validity } from './store.js';

const basicPair = (header: string | null): readonly [string, string] | null => {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return null;
  const pair = decodedBase64(encoded);
  const colon = pair.indexOf(':');
  return colon < 0 ? null : [pair.slice(0, colon), pair.slice(colon + 1)];
};

const decodedBase64 = (encoded: string): string => {
  try {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
    return new TextDecoder().decode(bytes);
  } catch {
    return '';
  }
};

/** 4.1 and 4.2: `Authorization: Basic base64(client_id:secret)`. */
export const requireBasic = (
  request: Headers,
  credentials: Credentials,
  { digest }: Secrets,
): void => {
  const pair = basicPair(request.get('authorization'));
  const headers = { 'WWW-Authenticate': 'Basic realm="partner"' };
  if (pair === null)
    throw new Refusal(
      401,
      'basic-required',
      'Send Authorization: Basic with base64 of client_id, a colon and the secret.',
      { headers },
    );
  const idFits = digest(pair[0]) === digest(credentials.clientId);
  const secretFits = digest(pair[1]) === digest(credentials.clientSecret);
  if (!idFits || !secretFits)
    throw new Refusal(401, 'client-rejected', 'This client_id and secret are not known here.', {
      headers,
    });
};

/** 4.7 and 4.8: the key pair in two headers. */
export const requireKeyPair = (
  headers: Headers,
  credentials: Credentials,
  { digest }: Secrets,
): void => {
  const clientId = headers.get(CLIENT_HEADERS.clientId) ?? '';
  const apiKey = headers.get(CLIENT_HEADERS.apiKey) ?? '';
  if (clientId === '' || apiKey === '')
    throw new Refusal(
      401,
      'key-pair-required',
      `Send both headers ${CLIENT_HEADERS.clientId} and ${CLIENT_HEADERS.apiKey}.`,
    );
  const idFits = digest(clientId) === digest(credentials.clientId);
  const keyFits = digest(apiKey) === digest(credentials.apiKey);
  if (!idFits || !keyFits)
    throw new Refusal(401, 'key-pair-rejected', 'This client_id and api_key are not known here.');
};

// Presigned addresses: a signature of the method, the path and the expiry time.

type SignedMethod = 'GET' | 'PUT';

export type Signer = ReturnType<typeof createSigner>;

export const createSigner = (clock: Clock, { sign, digest }: Pick<Secrets, 'sign' | 'digest'>) => {
  const signature = (method: SignedMethod, path: string, expires: string): string =>
    sign(`${method}\n${path}\n${expires}`);
  return {
    /** Returns the path with its signature; the same for the same expiry. */
    sign: (method: SignedMethod, path: string, { from, seconds }: Validity): string => {
      const expires = String(Math.floor(from / 1000) + seconds);
      return `${path}?expires=${expires}&signature=${signature(method, path, expires)}`;
    },
    /** Rejects with 403 unless the signature matches this request and has not expired. */
    verify: (method: SignedMethod, path: string, query: URLSearchParams): void => {
      const expires = query.get('expires') ?? '';
      const given = digest(query.get('signature') ?? '');
      const fits = given === digest(signature(method, path, expires));
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
