/** What `onEvent` is told of an error: nothing else of it, as clients of stores keep keys and values in its fields. */
export interface ErrorSummary {
  readonly name: string;
  /** At most 500 characters. What is or looks like a secret is replaced by `[redacted]`. */
  readonly message: string;
  /** As `ECONNREFUSED`; where the error has none, that of its cause. */
  readonly code?: string;
}

const REDACTED = '[redacted]';
/** A store may quote the start of a value only, so that many characters of a secret give it away. */
const TELLTALE = 8;
/** Tokens, keys and signatures: long words that are no host name, path or sentence. */
const OPAQUE = /[A-Za-z0-9_~+=-]{20,}/g;
const MOST_CHARACTERS = 500;

/** Replaces a secret, or the start of it. */
const without = (text: string, secret: string): string => {
  const start = secret.slice(0, TELLTALE);
  let rest = text;
  let clean = '';
  for (let at = rest.indexOf(start); start !== '' && at >= 0; at = rest.indexOf(start)) {
    let end = at + start.length;
    while (end - at < secret.length && rest[end] === secret[end - at]) end++;
    clean += rest.slice(0, at) + REDACTED;
    rest = rest.slice(end);
  }
  return clean + rest;
};

const redacted = (text: string, secrets: readonly string[]): string =>
  secrets
    .reduce(without, text)
    .replace(/\/\/[^\s/@]*@/g, `//${REDACTED}@`)
    .replace(/(https?:\/\/[^\s?#]*)[?#]\S*/gi, `$1?${REDACTED}`)
    .replace(OPAQUE, REDACTED)
    .slice(0, MOST_CHARACTERS);

const WORD = /^[A-Za-z0-9_.-]{1,60}$/;

/** `secrets` are the ones that the error may quote. Of a value that is no error only its type is told, or its text. */
export const summaryOf = (thrown: unknown, secrets: readonly string[]): ErrorSummary => {
  if (typeof thrown !== 'object' || thrown === null) {
    const text = typeof thrown === 'string' ? thrown : '';
    return { name: typeof thrown, message: redacted(text, secrets) };
  }
  const { name, message, cause, code } = thrown as Partial<Record<string, unknown>>;
  const word = (value: unknown): string | null =>
    (typeof value === 'string' || typeof value === 'number') && WORD.test(String(value))
      ? secrets.reduce(without, String(value))
      : null;
  const codeWord = word(code ?? (cause as { readonly code?: unknown } | undefined)?.code);
  return {
    name: word(name) ?? 'Error',
    message: typeof message === 'string' ? redacted(message, secrets) : '',
    ...(codeWord === null ? {} : { code: codeWord }),
  };
};
