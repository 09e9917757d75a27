/** Removes secrets and control characters from the report, whatever the service echoes. */

export interface Redactor {
  /** Hides this value from now on. Values under 6 characters are ignored, as they would match too much text. */
  readonly hide: (secret: string) => void;
  /** Returns at most 400 characters. */
  readonly clean: (text: string) => string;
}

const SHORTEST = 6;
const LONGEST = 400;

const RULES: readonly (readonly [RegExp, string])[] = [
  // A query may contain a signature, which is as sensitive as a token.
  [/(https?:\/\/[^\s"'<>?]+)\?[^\s"'<>]*/gi, '$1?[hidden]'],
  // Deliberately wrong credentials are hidden too, because half of such a pair is right.
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
      // The longest come first, because one may contain another.
      const inOrder = [...secrets].sort((one, other) => other.length - one.length);
      const hidden = inOrder.reduce((rest, secret) => rest.replaceAll(secret, '[hidden]'), text);
      const clean = RULES.reduce((rest, [pattern, into]) => rest.replace(pattern, into), hidden);
      return clean.length > LONGEST ? `${clean.slice(0, LONGEST)}…` : clean;
    },
  };
};
