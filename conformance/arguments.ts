/** Parses the command line and the environment. Secrets come only from the environment. */
import { webAddress } from '../src/protocol/read.js';
import { isOptionName, OPTIONS, type OptionName } from './options.js';
import { selectorProblem } from './select.js';

/** What the operator gave to the partner. Each may be missing: the checks that need it then do not run. */
export interface Credentials {
  readonly clientId: string | null;
  readonly clientSecret: string | null;
  readonly apiKey: string | null;
  readonly partnerToken: string | null;
  readonly userToken: string | null;
}

export interface Settings {
  /** {base_url}, without a trailing slash. */
  readonly serviceUrl: string;
  readonly credentials: Credentials;
  /** The body of 4.1 as JSON text; null to try the usual ones. */
  readonly exchangeBody: string | null;
  /** Submitted instead of a DownloadUrl; null for none. */
  readonly fileUrl: string | null;
  /** Path of the recording to submit; null for the generated one. */
  readonly audio: string | null;
  /** Path of a text file with the words of `audio` or `fileUrl`. */
  readonly words: string | null;
  /** Duration of `audio` or `fileUrl`. */
  readonly seconds: number | null;
  /** Sections, checks and parts to check; empty for all. */
  readonly only: readonly string[];
  /** Maximum number of submissions; each may cost money. */
  readonly submissions: number;
  /** Submits again what an earlier run has submitted. */
  readonly fresh: boolean;
  /** Path of the file that keeps submitted tasks. */
  readonly tasks: string;
  /** Largest generated recording in bytes. */
  readonly maxUpload: number;
  readonly thorough: boolean;
  /** Paths of the reports; null for none. */
  readonly json: string | null;
  readonly junit: string | null;
  /** Timeout of one request, in seconds. */
  readonly timeoutSeconds: number;
  /** Timeout of one task, in seconds. */
  readonly waitSeconds: number;
}

export type Arguments =
  | { readonly kind: 'run'; readonly settings: Settings }
  | { readonly kind: 'help' }
  | { readonly kind: 'list' }
  | { readonly kind: 'refused'; readonly sentences: readonly string[] };

const TASKS_FILE = '.cache/conformance-tasks.json';
const MEGABYTE = 1_000_000;

/** Secret options that a user may try, and the environment variable to use instead. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/^--?(?:client-?)?secret(?:=|$)/i, 'CLIENT_SECRET'],
  [/^--?(?:x-?client-?)?api-?key(?:=|$)/i, 'API_KEY'],
  [/^--?partner-?token(?:=|$)/i, 'PARTNER_TOKEN'],
  [/^--?user-?token(?:=|$)/i, 'USER_TOKEN'],
];

type Given = ReadonlyMap<OptionName, string>;
type Environment = Readonly<Record<string, string | undefined>>;

const unknownWord = (name: string): string =>
  `${name.startsWith('-') ? name : 'A word without its option'} is not known.`;

const secretSentence = (variable: string): string =>
  `A secret on the command line can be read by other users of the machine, and stays in your shell’s history: put it into ${variable} in the environment, and have it replaced if others use this machine.`;

/** Parses `--name value`, `--name=value` and flags. A secret's value is never repeated in a message. */
const readOptions = (argv: readonly string[], problems: string[]): Given => {
  const given = new Map<OptionName, string>();
  for (let at = 0; at < argv.length; at += 1) {
    const argument = argv[at] ?? '';
    const [word = '', inline] = argument.split(/=(.*)/s, 2);
    const name = word.replace(/^--/, '');
    const variable = SECRETS.find(([pattern]) => pattern.test(argument))?.[1];
    if (!word.startsWith('--') || !isOptionName(name)) {
      problems.push(variable === undefined ? unknownWord(word) : secretSentence(variable));
      // It is unknown whether the next word is its value.
      return given;
    }
    const isFlag = OPTIONS[name].kind === 'flag';
    if (inline === undefined && !isFlag) at += 1;
    const value = inline ?? (isFlag ? 'yes' : argv[at]);
    if (isFlag && inline !== undefined) problems.push(`${word} takes no value.`);
    else if (!value) problems.push(`${word} needs a value.`);
    else if (given.has(name)) problems.push(`${word} is given twice.`);
    else given.set(name, value);
  }
  return given;
};

const readNumber = <D>(
  given: Given,
  name: OptionName,
  usual: D,
  problems: string[],
): number | D => {
  const option = OPTIONS[name];
  const text = given.get(name);
  if (text === undefined || option.kind !== 'number') return usual;
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= option.least && number <= option.most) return number;
  problems.push(`--${name} must be a whole number from ${option.least} to ${option.most}.`);
  return usual;
};

const readSelectors = (given: Given, problems: string[]): readonly string[] => {
  const text = given.get('only');
  if (text === undefined) return [];
  const selectors = text.split(',').map((it) => it.trim());
  for (const selector of selectors) {
    const problem = selectorProblem(selector);
    if (problem !== null) problems.push(problem);
  }
  return selectors;
};

const isWebAddress = (address: string): boolean => {
  try {
    webAddress(address, '');
    return URL.canParse(address);
  } catch {
    return false;
  }
};

const readAddresses = (
  given: Given,
  environment: Environment,
  problems: string[],
): Pick<Settings, 'serviceUrl' | 'fileUrl'> => {
  const serviceUrl = given.get('service-url') ?? environment['SERVICE_URL'] ?? '';
  const fileUrl = given.get('file-url') ?? null;
  if (serviceUrl === '')
    problems.push('Give the address of the service: --service-url https://… (or SERVICE_URL).');
  else if (!isWebAddress(serviceUrl) || /[?#]/.test(serviceUrl))
    problems.push('--service-url must be an http or https address without a query or a user name.');
  if (fileUrl !== null && !isWebAddress(fileUrl))
    problems.push('--file-url must be an http or https address without a user name.');
  return { serviceUrl: serviceUrl.replace(/\/+$/, ''), fileUrl };
};

const readCredentials = (
  given: Given,
  environment: Environment,
  problems: string[],
): Credentials => {
  const of = (name: string): string | null => environment[name] || null;
  const credentials = {
    clientId: given.get('client-id') ?? of('CLIENT_ID'),
    clientSecret: of('CLIENT_SECRET'),
    apiKey: of('API_KEY'),
    partnerToken: of('PARTNER_TOKEN'),
    userToken: of('USER_TOKEN'),
  };
  const { clientId, clientSecret, apiKey, partnerToken, userToken } = credentials;
  if (clientId === null && (clientSecret !== null || apiKey !== null))
    problems.push('Give your client_id: --client-id … (or CLIENT_ID).');
  if ([clientSecret, apiKey, partnerToken, userToken].every((it) => it === null))
    problems.push(
      'Put your credentials into the environment: CLIENT_SECRET and API_KEY, with CLIENT_ID, or what you have of CLIENT_SECRET, API_KEY, PARTNER_TOKEN and USER_TOKEN.',
    );
  return credentials;
};

const readExchangeBody = (given: Given, problems: string[]): string | null => {
  const text = given.get('exchange-body') ?? null;
  try {
    if (text !== null) JSON.parse(text);
  } catch {
    problems.push('--exchange-body must be JSON, such as \'{"grant_type":"client_credentials"}\'.');
  }
  return text;
};

/** Returns all problems, not only the first. */
export const readArguments = (argv: readonly string[], environment: Environment): Arguments => {
  if (argv.includes('--help') || argv.includes('-h')) return { kind: 'help' };
  const problems: string[] = [];
  const given = readOptions(argv, problems);
  if (problems.length > 0) return { kind: 'refused', sentences: problems };
  if (given.has('list')) return { kind: 'list' };
  const thorough = given.has('thorough');
  const settings: Settings = {
    ...readAddresses(given, environment, problems),
    credentials: readCredentials(given, environment, problems),
    exchangeBody: readExchangeBody(given, problems),
    audio: given.get('audio') ?? null,
    words: given.get('words') ?? null,
    seconds: readNumber(given, 'seconds', null, problems),
    only: readSelectors(given, problems),
    submissions: readNumber(given, 'submissions', thorough ? 6 : 4, problems),
    fresh: given.has('fresh'),
    tasks: given.get('tasks') ?? TASKS_FILE,
    maxUpload: readNumber(given, 'max-upload', 200, problems) * MEGABYTE,
    thorough,
    json: given.get('json') ?? null,
    junit: given.get('junit') ?? null,
    timeoutSeconds: readNumber(given, 'timeout', 30, problems),
    waitSeconds: readNumber(given, 'wait', 900, problems),
  };
  if (settings.fileUrl !== null && settings.audio !== null)
    problems.push('Give --audio or --file-url, not both.');
  return problems.length > 0 ? { kind: 'refused', sentences: problems } : { kind: 'run', settings };
};
