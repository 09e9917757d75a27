/** What may be logged of an error that a store, a queue or another function of the partner has thrown. */

/** A store may quote only the start of a secret. */
const TELLTALE = 8;

/** Whether a text contains the start of one of the `secrets`. */
export const hasSecret = (text: string, secrets: readonly string[]): boolean =>
  secrets.some((each) => each !== '' && text.includes(each.slice(0, TELLTALE)));

/** A function or store of the options returned something else than it must. The message quotes no value. */
export class WrongResult extends TypeError {}

/** What a store returned; null if it has nothing. Throws WrongResult if it is no text. `get` and `set` name its functions. */
export const storedText = (value: unknown, get: string, set: string): string | null => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  throw new WrongResult(
    `${get} must return the text that ${set} was given, or null: let the client decode and parse nothing.`,
  );
};

/** The error codes of Redis and its relatives: what is wrong, and what mends it. */
const MENDS: Readonly<Record<string, string>> = {
  NOAUTH: 'Redis wants a password: give it to the client.',
  WRONGPASS: 'Redis does not accept the user name or password: check those of the client.',
  DENIED: 'Redis accepts only local connections without a password: set one, also for the client.',
  NOPERM: 'The Redis user may not run this command or use this key: extend its ACL.',
  READONLY: 'This Redis is a replica: connect to the primary.',
  OOM: 'Redis is full: raise maxmemory, or store less.',
  LOADING: 'Redis has just started and reads its data: wait until it is ready.',
  MISCONF: 'Redis cannot save its data: make room on its disk, or check its permissions.',
  MASTERDOWN: 'This replica has lost its primary: connect to the primary.',
  NOREPLICAS: 'Redis has too few replicas: start them, or lower min-replicas-to-write.',
  BUSY: 'A script keeps Redis busy: end that script.',
  CLUSTERDOWN: 'The Redis cluster has lost nodes or slots: mend the cluster.',
  TRYAGAIN: 'The Redis cluster is moving keys: wait until it is done.',
  MOVED: 'This Redis is a cluster: use a cluster client, such as Cluster of ioredis.',
  ASK: 'This Redis is a cluster: use a cluster client, such as Cluster of ioredis.',
  CROSSSLOT:
    'This Redis is a cluster: let all keys share a hash tag, with BullMQ by a prefix such as {bull}.',
};

const CODE = /^[A-Z][A-Z_]{2,24}$/;
/** Within the message of a script, Redis writes a code after a hyphen. */
const CODE_OF_SCRIPT = /(?:^|\s)-?([A-Z]{3,24})\s/g;
const MOST_WORDS = 10;
/** After these, a message may name a value without quotation marks. */
const BEFORE_VALUE = /^(?:user|client|password|key|token|secret|with|for|named?|called)$/i;

/** The errors that a client wraps into another one: its cause, or the first of several. */
const insideOf = (error: object): unknown => {
  const { cause, lastNodeError, previousErrors, errors } = error as Partial<
    Record<string, unknown>
  >;
  const several = previousErrors ?? errors;
  return cause ?? lastNodeError ?? (Array.isArray(several) ? (several[0] as unknown) : undefined);
};

/** Words of letters only: numbers, addresses and quoted values end them. */
const plainWords = (words: readonly string[], secrets: readonly string[]): readonly string[] => {
  const isPlain = (word: string): boolean =>
    /^[A-Za-z][a-z]*(?:'[a-z]+)?$/.test(word) &&
    !BEFORE_VALUE.test(word) &&
    !hasSecret(word, secrets);
  const end = words.findIndex((word) => !isPlain(word.replace(/[.,;:]$/, '')));
  const plain = words.slice(0, end === -1 ? MOST_WORDS : Math.min(end, MOST_WORDS));
  const sentence = plain.findIndex((word) => /[.,;:]$/.test(word));
  return (sentence === -1 ? plain : plain.slice(0, sentence + 1)).map((word) =>
    word.replace(/[.,;:]$/, ''),
  );
};

/** What an error says itself. `mend` is empty if the code is not known. */
interface Said {
  readonly words: string;
  readonly mend: string;
}

const saysItself = (error: object, secrets: readonly string[]): Said | null => {
  if (error instanceof WrongResult) return { words: error.message, mend: '' };
  const { message, status, statusCode } = error as Partial<Record<string, unknown>>;
  const text = typeof message === 'string' ? message : '';
  const [code = '', ...words] = text.split(/\s+/);
  if (CODE.test(code) && !hasSecret(code, secrets)) {
    const codes = [code, ...[...text.matchAll(CODE_OF_SCRIPT)].map(([, each = '']) => each)];
    const known = codes.find((each) => Object.hasOwn(MENDS, each));
    const said = [code, ...plainWords(words, secrets)].join(' ');
    const ofScript = known === undefined || known === code ? '' : ` (${known})`;
    return { words: `It said: ${said}${ofScript}.`, mend: MENDS[known ?? ''] ?? '' };
  }
  const http = Number(status ?? statusCode);
  const isHttp = Number.isInteger(http) && http >= 400 && http < 600;
  return isHttp ? { words: `It answered with status ${http}.`, mend: '' } : null;
};

/**
 * The first words of an error, and what mends it: `It said: NOAUTH Authentication required. Redis wants a password: …`.
 * Null if nothing is known to be free of values. Messages of other errors are left out, because clients and hooks put
 * ids, keys and values there.
 */
export const firstWordsOf = (thrown: unknown, secrets: readonly string[]): string | null => {
  const all: Said[] = [];
  let error: unknown = thrown;
  for (let depth = 0; depth < 3 && typeof error === 'object' && error !== null; depth++) {
    const said = saysItself(error, secrets);
    if (said !== null) all.push(said);
    error = insideOf(error);
  }
  const best = all.find(({ mend }) => mend !== '') ?? all[0];
  return best === undefined ? null : `${best.words} ${best.mend}`.trimEnd();
};
