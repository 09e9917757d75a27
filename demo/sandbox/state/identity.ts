/** The sandbox's identity across restarts: its credentials and its signing key. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import {
  at,
  field,
  filledText,
  matching,
  object,
  optional,
  type Reader,
} from '../../../src/protocol/read.js';
import type { Credentials } from '../options.js';
import { randomCredentials } from '../secrets.js';
import { recordFile } from './record-files.js';

interface Secrets {
  /** Missing if the credentials were passed as options. */
  readonly credentials?: Credentials;
  /** 32 bytes, base64url. */
  readonly signingKey: string;
}

const readCredentials: Reader<Credentials> = (json, place) => {
  const source = object(json, place);
  return {
    clientId: field(source, place, 'clientId', filledText),
    clientSecret: field(source, place, 'clientSecret', filledText),
    apiKey: field(source, place, 'apiKey', filledText),
  };
};

const readSecrets: Reader<Secrets> = (json, place) => {
  const source = object(json, place);
  return {
    ...optional(source, place, 'credentials', readCredentials),
    signingKey: matching(/^[\w-]{43}$/, 'a key of 32 bytes')(
      source['signingKey'],
      at(place, 'signingKey'),
    ),
  };
};

export interface Identity {
  readonly credentials: Credentials;
  readonly signingKey: Buffer;
}

/** Uses passed credentials without storing them, else the stored ones, else new ones. */
export const loadIdentity = async (
  directory: string,
  given: Credentials | undefined,
): Promise<Identity> => {
  const file = recordFile(path.join(directory, 'secrets.json'), readSecrets);
  const stored = await file.load();
  const credentials = given ?? stored?.credentials ?? randomCredentials();
  const signingKey = stored?.signingKey ?? randomBytes(32).toString('base64url');
  const kept = given === undefined ? credentials : stored?.credentials;
  if (stored === undefined || stored.credentials !== kept)
    await file.write({ signingKey, ...(kept === undefined ? {} : { credentials: kept }) });
  return { credentials, signingKey: Buffer.from(signingKey, 'base64url') };
};
