/** The contract's readers, for the faults' own fields. */
import { ContractError } from '../../../src/protocol/index.js';
import { finite, type Reader } from '../../../src/protocol/read.js';

export {
  array,
  at,
  field,
  finite,
  object,
  oneOf,
  onlyFields,
  optional,
  positiveInteger,
  text,
  type JsonObject,
  type Reader,
} from '../../../src/protocol/read.js';

/** A whole number from `least` to `most`, both included. */
export const wholeNumber =
  (least: number, most: number): Reader<number> =>
  (value, path) => {
    const number = finite(value, path);
    if (Number.isSafeInteger(number) && number >= least && number <= most) return number;
    throw new ContractError(path, `must be a whole number from ${least} to ${most}`);
  };
