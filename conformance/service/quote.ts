/**
 * Text from the service, made fit to quote in a report. Only such text is redacted, so that a short secret cannot damage
 * the report's own words.
 */

export interface Quoting {
  /** Hides this value from now on. Values under 6 characters are ignored, because they would match too much. */
  readonly hide: (secret: string) => void;
  /** The text without secrets, queries of addresses and control characters, at most 80 characters long. */
  readonly quote: (text: string) => string;
  /** Removes long secrets from any text, for values that were not quoted. */
  readonly sweep: (text: string) => string;
}

export type Quote = Quoting['quote'];

const SHORTEST = 6;
/** From this length on, a secret is hidden inside longer words too. */
const UNMISTAKABLE = 12;
const LONGEST = 80;
const HIDDEN = '[hidden]';

const RULES: readonly (readonly [RegExp, string])[] = [
  // A query may contain a signature, which is as sensitive as a token.
  [/(https?:\/\/[^\s"'<>?]+)\?[^\s"'<>]*/gi, `$1?${HIDDEN}`],
  // Half of a deliberately wrong pair of credentials is right.
  [/\b(Basic|Bearer)\s+[^\s"',]+/gi, `$1 ${HIDDEN}`],
  [/\p{Cc}+/gu, ' '],
];

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const patternOf = (secret: string): RegExp =>
  secret.length >= UNMISTAKABLE
    ? new RegExp(literal(secret), 'g')
    : new RegExp(`(?<![\\p{L}\\p{N}_-])${literal(secret)}(?![\\p{L}\\p{N}_-])`, 'gu');

/** Never cuts through a `[hidden]`. */
const shortened = (text: string): string => {
  if (text.length <= LONGEST) return text;
  const cut = text.slice(0, LONGEST);
  const open = cut.lastIndexOf('[');
  const inside = open > LONGEST - HIDDEN.length && text.startsWith(HIDDEN, open);
  return `${inside ? cut.slice(0, open) : cut}…`;
};

export const createQuoting = (): Quoting => {
  let secrets: readonly { readonly text: string; readonly pattern: RegExp }[] = [];
  const hidden = (text: string, least: number): string =>
    secrets
      .filter((secret) => secret.text.length >= least)
      .reduce((rest, { pattern }) => rest.replace(pattern, HIDDEN), text);
  return {
    hide: (secret) => {
      if (secret.length < SHORTEST || secrets.some(({ text }) => text === secret)) return;
      // The longest come first, because one may contain another.
      secrets = [...secrets, { text: secret, pattern: patternOf(secret) }].sort(
        (one, other) => other.text.length - one.text.length,
      );
    },
    quote: (text) => {
      const clean = RULES.reduce((rest, [pattern, into]) => rest.replace(pattern, into), text);
      return shortened(hidden(clean, SHORTEST));
    },
    sweep: (text) => hidden(text, UNMISTAKABLE),
  };
};
