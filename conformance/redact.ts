/** Keeps secrets out of the report, whatever the service echoes. */

export interface Redactor {
  /** From now on, this never appears; what is shorter than 6 characters would take half the report with it. */
  readonly hide: (secret: string) => void;
  readonly clean: (text: string) => string;
}

const SHORTEST = 6;
const HIDDEN = '[hidden]';

/** Queries of addresses go too: a signature is worth as much as a token. */
const withoutQueries = (text: string): string =>
  text.replace(/(https?:\/\/[^\s"'<>?]+)\?[^\s"'<>]*/gi, '$1?[hidden]');

export const createRedactor = (): Redactor => {
  const secrets = new Set<string>();
  return {
    hide: (secret) => {
      if (secret.length >= SHORTEST) secrets.add(secret);
    },
    clean: (text) => {
      // The longest first: one may be a part of another.
      const inOrder = [...secrets].sort((one, other) => other.length - one.length);
      const hidden = inOrder.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text);
      return withoutQueries(hidden);
    },
  };
};
