import { TranscribeError } from '../protocol/errors.js';

const utf8 = new TextEncoder();
/** `CryptoKey`. Some type libraries lack that name. */
type Key = Parameters<typeof crypto.subtle.sign>[1];
/** One derived key per purpose. */
const PURPOSES = {
  /** Changing it makes every sealed id unknown. */
  id: 'audio-transcribe: transcription id of a user, version 1',
  /** Changing it makes browsers delete the unfinished work and the corrections they store. */
  scope: 'audio-transcribe: key of a user in the browser, version 1',
} as const;
/** Bytes of a user key: 22 characters in base64url. */
const SCOPE_BYTES = 16;

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');

/** Number of opened ids to remember, about 2 MB: the same task is queried many times. */
const MOST_REMEMBERED = 10_000;
/** The format of `seal`. */
const SHAPE = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;

/** Null if the value is not canonical base64url, so that a sealed id has only one spelling. */
const fromBase64Url = (value: string): Uint8Array<ArrayBuffer> | null => {
  if (!/^[A-Za-z0-9_-]+$/.test(value)) return null;
  try {
    const binary = atob(value.replace(/-/g, '+').replace(/_/g, '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return toBase64Url(bytes) === value ? bytes : null;
  } catch {
    return null;
  }
};

/**
 * The transcription id in a text with the format of `seal`, which may be forged. Null if it is not the exact UTF-8 encoding
 * of a text, such as a broken sequence. A byte order mark is kept.
 */
const idIn = (sealedId: string): string | null => {
  const bytes = fromBase64Url(sealedId.split('.')[0] ?? '');
  try {
    return bytes && new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
};

const deriveKey = async (secret: string, purpose: string): Promise<Key> => {
  const material = await crypto.subtle.importKey('raw', utf8.encode(secret), 'HKDF', false, [
    'deriveKey',
  ]);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: utf8.encode(purpose) },
    material,
    { name: 'HMAC', hash: 'SHA-256', length: 256 },
    false,
    ['sign', 'verify'],
  );
};

/** Seals with the first secret and opens with any, so that secrets can be rotated. */
export const createSealer = (secrets: readonly [string, ...string[]]) => {
  let derived: Promise<readonly Key[]> | null = null;
  const keys = (): Promise<readonly Key[]> =>
    (derived ??= Promise.all(secrets.map((secret) => deriveKey(secret, PURPOSES.id))));
  let derivedScope: Promise<readonly Key[]> | null = null;
  const scopeKeys = (): Promise<readonly Key[]> =>
    (derivedScope ??= Promise.all(secrets.map((secret) => deriveKey(secret, PURPOSES.scope))));
  const opened = new Map<string, string>();
  // JSON keeps the two values apart.
  const message = (id: string, userId: string): Uint8Array<ArrayBuffer> =>
    utf8.encode(JSON.stringify([id, userId]));
  return {
    /** Makes a transcription id that may leave the server: URL-safe and bound to one user. */
    async seal(transcriptionId: string, userId: string): Promise<string> {
      const [key] = await keys();
      const mac = await crypto.subtle.sign('HMAC', key!, message(transcriptionId, userId));
      return `${toBase64Url(utf8.encode(transcriptionId))}.${toBase64Url(new Uint8Array(mac))}`;
    },
    /** The transcription id; null if it was not sealed for this user. */
    async open(sealedId: string, userId: string): Promise<string | null> {
      if (!SHAPE.test(sealedId)) return null;
      // A sealed id contains no space, so the two values stay apart.
      const both = `${sealedId} ${userId}`;
      const known = opened.get(both);
      if (known !== undefined) return known;
      const id = idIn(sealedId);
      const mac = fromBase64Url(sealedId.split('.')[1] ?? '');
      if (id === null || mac === null) return null;
      for (const key of await keys()) {
        // `verify` compares in constant time.
        if (!(await crypto.subtle.verify('HMAC', key, mac, message(id, userId)))) continue;
        // The oldest entry comes first.
        const [oldest] = opened.keys();
        if (oldest !== undefined && opened.size === MOST_REMEMBERED) opened.delete(oldest);
        opened.set(both, id);
        return id;
      }
      return null;
    },
    /**
     * Names the user's storage in the browser, and does not reveal the user. One key for each secret, in their order. The first
     * one is in use; a page that started before a rotation has another one.
     */
    async userKeys(userId: string): Promise<readonly string[]> {
      const keyOf = async (key: Key): Promise<string> => {
        const mac = await crypto.subtle.sign('HMAC', key, utf8.encode(userId));
        return toBase64Url(new Uint8Array(mac).subarray(0, SCOPE_BYTES));
      };
      return Promise.all((await scopeKeys()).map(keyOf));
    },
  };
};

export interface OpenedId {
  /** The service's id. */
  readonly transcriptionId: string;
  /** True if it was sealed for `userId`. If false, it may be forged, or belong to another user. */
  readonly isVerified: boolean;
}

/**
 * Opens the id that a page shows, to find a task for support. Null if it is not a sealed id at all. `clientSecret` or
 * `sealingKeys` as in `createPartnerHandler`. Without `userId`, the id cannot be verified.
 */
export const openSealedId = async (
  sealedId: string,
  {
    userId,
    clientSecret,
    sealingKeys,
  }: {
    readonly userId?: string | undefined;
    readonly clientSecret?: string | undefined;
    readonly sealingKeys?: readonly string[] | undefined;
  },
): Promise<OpenedId | null> => {
  const [first, ...rest] = sealingKeys ?? (clientSecret === undefined ? [] : [clientSecret]);
  if (!first) {
    throw new TranscribeError(
      'configuration',
      'openSealedId: give clientSecret, or the sealingKeys of createPartnerHandler.',
    );
  }
  if (typeof sealedId !== 'string' || !SHAPE.test(sealedId)) return null;
  const transcriptionId = idIn(sealedId);
  if (transcriptionId === null) return null;
  const sealer = createSealer([first, ...rest]);
  const isVerified = userId !== undefined && (await sealer.open(sealedId, userId)) !== null;
  return { transcriptionId, isVerified };
};
