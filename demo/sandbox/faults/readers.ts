/** The contract's readers, for the faults' own fields. */
export {
  array,
  at,
  field,
  finite,
  matching,
  object,
  oneOf,
  onlyFields,
  optional,
  orNull,
  positiveInteger,
  text,
  type JsonObject,
  type Reader,
} from '../../../src/protocol/read.js';
