/** The values that a fault's option accepts, as data for parsing, documentation and forms. */
import {
  ContractError,
  finite,
  matching,
  oneOf,
  positiveInteger,
  text,
  type Reader,
} from '../../../src/protocol/read.js';

export type OptionKind =
  /** An integer, both ends included; without `most` it is unlimited. */
  | { readonly kind: 'whole'; readonly least: number; readonly most?: number }
  /** A positive integer, or the word `always`. */
  | { readonly kind: 'count' }
  /** A number above 0 and up to 1. */
  | { readonly kind: 'probability' }
  | { readonly kind: 'choice'; readonly of: readonly string[] }
  | { readonly kind: 'text' }
  | { readonly kind: 'media-type' }
  | { readonly kind: 'number-or-text' }
  /** Any JSON except an object or an array. */
  | { readonly kind: 'scalar' };

/** The type of a value of this kind. */
export type ValueOf<Kind extends OptionKind> = Kind extends { readonly of: readonly (infer One)[] }
  ? One
  : {
      readonly whole: number;
      readonly count: number | 'always';
      readonly probability: number;
      readonly choice: string;
      readonly text: string;
      readonly 'media-type': string;
      readonly 'number-or-text': number | string;
      readonly scalar: string | number | boolean | null;
    }[Kind['kind']];

/** An integer from `least` to `most`, both included. */
export const wholeNumber =
  (least: number, most: number): Reader<number> =>
  (value, path) => {
    const number = finite(value, path);
    if (Number.isSafeInteger(number) && number >= least && number <= most) return number;
    throw new ContractError(path, `must be a whole number from ${least} to ${most}`);
  };

const count: Reader<number | 'always'> = (value, path) => {
  if (value === 'always' || (Number.isSafeInteger(value) && (value as number) > 0))
    return value as number | 'always';
  throw new ContractError(path, 'must be a positive integer or “always”');
};

const probability: Reader<number> = (value, path) => {
  const number = finite(value, path);
  if (number > 0 && number <= 1) return number;
  throw new ContractError(path, 'must be a number above 0 and up to 1');
};

const numberOrText: Reader<number | string> = (value, path) =>
  typeof value === 'string' ? value : finite(value, path);

const scalar: Reader<string | number | boolean | null> = (value, path) => {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value))
    return value as string | number | boolean | null;
  throw new ContractError(path, 'must be a text, a number, true, false or null');
};

const mediaType = matching(
  /^[\w.+-]+\/[\w.+-]+(?:; ?[\w-]+=[\w.-]+)*$/,
  'a media type, as text/plain; charset=utf-8',
);

/** Throws ContractError with the allowed values. */
export const readerOf = (takes: OptionKind): Reader<unknown> => {
  switch (takes.kind) {
    case 'whole':
      return takes.most === undefined ? positiveInteger : wholeNumber(takes.least, takes.most);
    case 'count':
      return count;
    case 'probability':
      return probability;
    case 'choice':
      return oneOf(takes.of);
    case 'text':
      return text;
    case 'media-type':
      return mediaType;
    case 'number-or-text':
      return numberOrText;
    case 'scalar':
      return scalar;
  }
};

/** Lists the forms, of which the first is the default. */
export const listOf = (forms: readonly string[]): string => {
  const [first, ...others] = forms.map((form) => `“${form}”`);
  return `${first} (the default), ${others.join(', ')}`;
};
