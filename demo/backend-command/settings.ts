/** Reads the settings of `npx audio-transcribe backend` from the environment. */
import { createPartnerHandler, type PartnerHandlerOptions } from '../../src/server.js';
import { isLoopbackHost } from '../../src/server/file-url-guard.js';
import type { StoragePlace } from './storage.js';

type Environment = Readonly<Record<string, string | undefined>>;

export interface BackendSettings {
  /** For `createPartnerHandler`. */
  readonly options: Pick<
    PartnerHandlerOptions,
    | 'serviceUrl'
    | 'clientId'
    | 'clientSecret'
    | 'apiKey'
    | 'basePath'
    | 'sealingKeys'
    | 'allowedOrigins'
    | 'publicOrigin'
    | 'allowedFileHosts'
    | 'proxyUploads'
  >;
  readonly authorizeUrl: string;
  readonly host: string;
  readonly port: number;
  /** For keys of submissions and watched tasks. */
  readonly storage: StoragePlace;
  /** Where finished tasks are posted. Null: nothing is posted. */
  readonly watch: { readonly url: string; readonly secret: string } | null;
}

const REQUIRED = {
  SERVICE_URL: 'base address of the service',
  CLIENT_ID: 'the client_id that the operator issued to you',
  CLIENT_SECRET: 'the secret that belongs to it',
  API_KEY: 'the api_key that belongs to it',
  AUTHORIZE_URL: 'address of your application that tells who is signed in',
} as const;

/** The options of the handler, and the variables that set them. */
const VARIABLES = {
  serviceUrl: 'SERVICE_URL',
  clientId: 'CLIENT_ID',
  clientSecret: 'CLIENT_SECRET',
  apiKey: 'API_KEY',
  basePath: 'BASE_PATH',
  sealingKeys: 'SEALING_KEYS',
  allowedOrigins: 'ALLOWED_ORIGINS',
  publicOrigin: 'PUBLIC_ORIGIN',
  allowedFileHosts: 'ALLOWED_FILE_HOSTS',
} as const satisfies Partial<Record<keyof BackendSettings['options'], string>>;

/** Options that the handler takes. */
const VALID = {
  ...{ serviceUrl: 'https://service.example', clientId: 'a', clientSecret: 'a', apiKey: 'a' },
  authorize: () => null,
};

/** What the handler says about an option, with the names of the variables. Null if it takes the option. */
const refusalOf = (options: Partial<PartnerHandlerOptions>): string | null => {
  try {
    createPartnerHandler({ ...VALID, ...options });
    return null;
  } catch (error) {
    return Object.entries(VARIABLES).reduce(
      (message, [option, name]) => message.replaceAll(option, name),
      (error as Error).message.replace('createPartnerHandler: ', ''),
    );
  }
};

/** What is wrong with the options that are given. */
const refusedOptions = (options: BackendSettings['options']): readonly string[] => {
  const { clientSecret } = options;
  const names = Object.keys(VARIABLES) as (keyof typeof VARIABLES)[];
  const refusals = names
    .filter((option) => options[option] !== undefined)
    // A sealing key may be the client secret.
    .map((option) =>
      refusalOf({ ...(option === 'sealingKeys' && { clientSecret }), [option]: options[option] }),
    );
  return [...new Set(refusals.filter((refusal) => refusal !== null))];
};

const DEFAULT_PORT = 8789;
const SHORTEST_SECRET = 32;

const listOf = (value: string | undefined): readonly string[] | undefined =>
  value
    ?.split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

/** Credentials of visitors go there, so nobody on the way may read them. */
const isSafeAddress = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
};

/** Null if it is an address, but not of Redis. */
const storagePlace = (given: string | undefined): StoragePlace | null => {
  if (given === undefined) return { kind: 'memory' };
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(given)) return { kind: 'folder', folder: given };
  return /^rediss?:\/\//i.test(given) && URL.canParse(given) ? { kind: 'redis', url: given } : null;
};

/** Throws an Error that names every variable that is missing or wrong, and quotes no value. */
export const readBackendSettings = (environment: Environment): BackendSettings => {
  const given = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const wrong: string[] = [];
  for (const [name, what] of Object.entries(REQUIRED)) {
    if (given(name) === undefined) wrong.push(`${name} is missing: ${what}.`);
  }
  for (const name of ['AUTHORIZE_URL', 'WATCH_URL']) {
    const address = given(name);
    if (address !== undefined && !isSafeAddress(address)) {
      wrong.push(`${name} must be https, or http on this machine, without a user name.`);
    }
  }
  const portText = given('PORT') ?? String(DEFAULT_PORT);
  const port = /^\d{1,5}$/.test(portText) ? Number(portText) : -1;
  if (port < 0 || port > 65_535) wrong.push('PORT must be a number from 0 to 65535.');
  const proxy = given('PROXY_UPLOADS') ?? 'false';
  if (proxy !== 'true' && proxy !== 'false') wrong.push('PROXY_UPLOADS must be true or false.');
  const url = given('WATCH_URL');
  const secret = given('WATCH_SECRET') ?? '';
  if (url !== undefined && secret.length < SHORTEST_SECRET) {
    wrong.push(
      `WATCH_SECRET must have at least ${SHORTEST_SECRET} characters: it signs what is posted to WATCH_URL.`,
    );
  }
  const storage = storagePlace(given('STORAGE'));
  if (storage === null) {
    wrong.push('STORAGE must be a folder, or an address that begins with redis:// or rediss://.');
  } else if (url !== undefined && storage.kind === 'memory') {
    wrong.push('STORAGE is missing: WATCH_URL needs one that keeps tasks while nothing runs.');
  }
  const options = {
    serviceUrl: given('SERVICE_URL'),
    clientId: given('CLIENT_ID'),
    clientSecret: given('CLIENT_SECRET'),
    apiKey: given('API_KEY'),
    basePath: given('BASE_PATH'),
    sealingKeys: listOf(given('SEALING_KEYS')),
    allowedOrigins: listOf(given('ALLOWED_ORIGINS')),
    publicOrigin: listOf(given('PUBLIC_ORIGIN')),
    allowedFileHosts: listOf(given('ALLOWED_FILE_HOSTS')),
    proxyUploads: proxy === 'true',
  };
  wrong.push(...refusedOptions(options));
  if (storage === null || wrong.length > 0)
    throw new Error(['The backend cannot start.', ...wrong].join('\n'));
  return {
    options,
    authorizeUrl: given('AUTHORIZE_URL') ?? '',
    host: given('HOST') ?? '127.0.0.1',
    port,
    storage,
    watch: url === undefined ? null : { url, secret },
  };
};
