/** Random ids and secrets, digests and signatures, with Node's crypto. */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Credentials, Secrets } from '../service/settings.js';

/** A random name or secret of printable ASCII, e.g. `file_Jx…`. */
const randomName = (prefix: string, bytes = 18): string =>
  `${prefix}_${randomBytes(bytes).toString('base64url')}`;

export const createSecrets = (signingKey: Buffer): Secrets => ({
  random: randomName,
  digest: (secret) => createHash('sha256').update(secret).digest('hex'),
  sign: (text) => createHmac('sha256', signingKey).update(text).digest('hex'),
});

export const randomCredentials = (): Credentials => ({
  clientId: randomName('client', 9),
  clientSecret: randomName('secret', 32),
  apiKey: randomName('key', 32),
});
