/** Keeps secrets, and what would disturb a terminal, out of the report, whatever the service echoes. */

export interface Redactor {
  /** From now on, this never appears; what is shorter than 6 characters would take half the report with it. */
  readonly hide: (secret: string) => void;
  /** At most 400 characters. */
  readonly clean: (text: string) => string;
}

const SHORTEST = 6;
const LONGEST = 400;

const RULES: readonly (readonly [RegExp, string])[] = [
  // A query may be a signature, which is worth as much as a token.
  [/(https?:\/\/[^\s"'<>?]+)\?[^\s"'<>]*/gi, '$1?[hidden]'],
  // Also those that were wrong on purpose: half of such a pair is right.
  [/\b(Basic|Bearer)\s+[^\s"',]+/gi, '$1 [hidden]'],
  [/\p{Cc}+/gu, ' '],
];

export const createRedactor = (): Redactor => {
  const secrets = new Set<string>();
  return {
    hide: (secret) => {
      if (secret.length >= SHORTEST) secrets.add(secret);
    },
    clean: (text) => {
      // The longest first: one may be a part of another.
      const inOrder = [...secrets].sort((one, other) => other.length - one.length);
      const hidden = inOrder.reduce((rest, secret) => rest.replaceAll(secret, '[hidden]'), text);
      const clean = RULES.reduce((rest, [pattern, into]) => rest.replace(pattern, into), hidden);
      return clean.length > LONGEST ? `${clean.slice(0, LONGEST)}…` : clean;
    },
  };
};
