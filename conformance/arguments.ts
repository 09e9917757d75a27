/** Parses the command line and the environment. Secrets come only from the environment. */
import { webAddress } from '../src/protocol/index.js';

export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly apiKey: string;
}

export interface Settings {
  /** {base_url}, without a trailing slash. */
  readonly serviceUrl: string;
  readonly credentials: Credentials;
  /** Path of the recording to upload; null for the sample. */
  readonly audio: string | null;
  /** Sections to check; empty for all. */
  readonly only: readonly string[];
  /** Path of the JSON report; null for none. */
  readonly json: string | null;
  /** Maximum number of submissions; each may cost money. */
  readonly submissions: number;
  /** Timeout of one request, in seconds. */
  readonly timeoutSeconds: number;
  /** Timeout of one task, in seconds. */
  readonly waitSeconds: number;
}

export type Arguments =
  | { readonly kind: 'run'; readonly settings: Settings }
  | { readonly kind: 'help' }
  | { readonly kind: 'refused'; readonly sentences: readonly string[] };

export const HELP = `Checks a transcription service against its specification, from outside.

  CLIENT_SECRET=… API_KEY=… npm run conformance -- \\
    --service-url https://service.example --client-id your-client-id

From the environment alone, as others on the machine can read a command line:
  CLIENT_SECRET       the secret of client_id
  API_KEY             the api_key issued with client_id

  --service-url URL   {base_url}; or SERVICE_URL in the environment
  --client-id ID      or CLIENT_ID in the environment
  --audio FILE        an mp3, m4a or wav file with speech; default a sample of
                      two voices
  --only SECTIONS     as 4.4,4.6: only what these sections say
  --json FILE         writes the report as JSON too
  --submissions N     recordings that may be submitted, 0 to 3, as each may
                      cost money; default 2
  --timeout SECONDS   for one answer; default 30
  --wait SECONDS      for one transcription; default 900
  --help

Ends with 0 where all that the specification states holds, with 1 where
something does not, with 2 where it could not run.`;

const TEXT_OPTIONS = ['--service-url', '--client-id', '--audio', '--only', '--json'] as const;
const NUMBERS = {
  '--submissions': { least: 0, most: 3, usual: 2 },
  '--timeout': { least: 1, most: 3600, usual: 30 },
  '--wait': { least: 1, most: 86_400, usual: 900 },
} as const;

/** Secret options that a user may try, and the environment variable to use instead. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/^--?(?:client-?)?secret(?:=|$)/i, 'CLIENT_SECRET'],
  [/^--?(?:x-?client-?)?api-?key(?:=|$)/i, 'API_KEY'],
];

type Given = ReadonlyMap<string, string>;

const isOption = (name: string): boolean =>
  (TEXT_OPTIONS as readonly string[]).includes(name) || name in NUMBERS;

const secretTried = (argument: string): string | undefined =>
  SECRETS.find(([pattern]) => pattern.test(argument))?.[1];

const unknownWord = (name: string): string =>
  `${name.startsWith('-') ? name : 'A word without its option'} is not known.`;

const secretSentence = (variable: string): string =>
  `A secret on the command line can be read by other users of the machine, and stays in your shell’s history: put it into ${variable} in the environment, and have it replaced if others use this machine.`;

/** Parses `--name value` and `--name=value`. A secret's value is never repeated in a message. */
const readOptions = (argv: readonly string[], problems: string[]): Given => {
  const given = new Map<string, string>();
  for (let at = 0; at < argv.length; at += 1) {
    const argument = argv[at] ?? '';
    const [name = '', inline] = argument.split(/=(.*)/s, 2);
    const variable = secretTried(argument);
    if (!isOption(name)) {
      problems.push(variable === undefined ? unknownWord(name) : secretSentence(variable));
      // It is unknown whether the next word is its value.
      return given;
    }
    if (inline === undefined) at += 1;
    const value = inline ?? argv[at];
    if (!value) problems.push(`${name} needs a value.`);
    else if (given.has(name)) problems.push(`${name} is given twice.`);
    else given.set(name, value);
  }
  return given;
};

const readNumber = (given: Given, name: keyof typeof NUMBERS, problems: string[]): number => {
  const { least, most, usual } = NUMBERS[name];
  const text = given.get(name);
  if (text === undefined) return usual;
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  problems.push(`${name} must be a whole number from ${least} to ${most}.`);
  return usual;
};

const readSections = (text: string | undefined, problems: string[]): readonly string[] => {
  const sections = (text ?? '').split(',').map((section) => section.trim());
  const wrong = text === undefined ? [] : sections.filter((it) => !/^[2-8](\.\d+)*$/.test(it));
  if (wrong.length > 0)
    problems.push('--only takes sections from 2 to 8, separated by commas, as 4.4,4.6.');
  return text === undefined ? [] : sections;
};

const isWebAddress = (address: string): boolean => {
  try {
    webAddress(address, '');
    return URL.canParse(address) && !/[?#]/.test(address);
  } catch {
    return false;
  }
};

/** Throws with all error messages, not only the first. */
export const readArguments = (
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Arguments => {
  if (argv.includes('--help') || argv.includes('-h')) return { kind: 'help' };
  const problems: string[] = [];
  const given = readOptions(argv, problems);
  if (problems.length > 0) return { kind: 'refused', sentences: problems };
  const required = (value: string | undefined, sentence: string): string => {
    if (!value) problems.push(sentence);
    return value ?? '';
  };
  const serviceUrl = required(
    given.get('--service-url') ?? environment['SERVICE_URL'],
    'Give the address of the service: --service-url https://… (or SERVICE_URL).',
  );
  if (serviceUrl !== '' && !isWebAddress(serviceUrl))
    problems.push('--service-url must be an http or https address without a query or a user name.');
  const clientId = required(
    given.get('--client-id') ?? environment['CLIENT_ID'],
    'Give your client_id: --client-id … (or CLIENT_ID).',
  );
  const clientSecret = required(
    environment['CLIENT_SECRET'],
    'Put the secret of your client_id into CLIENT_SECRET in the environment.',
  );
  const apiKey = required(
    environment['API_KEY'],
    'Put the api_key that came with your client_id into API_KEY in the environment.',
  );
  const settings: Settings = {
    serviceUrl: serviceUrl.replace(/\/+$/, ''),
    credentials: { clientId, clientSecret, apiKey },
    audio: given.get('--audio') ?? null,
    only: readSections(given.get('--only'), problems),
    json: given.get('--json') ?? null,
    submissions: readNumber(given, '--submissions', problems),
    timeoutSeconds: readNumber(given, '--timeout', problems),
    waitSeconds: readNumber(given, '--wait', problems),
  };
  return problems.length > 0 ? { kind: 'refused', sentences: problems } : { kind: 'run', settings };
};
