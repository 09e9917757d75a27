/** Strict parsing of faults: a fault that could never apply is an error in the test. */
import {
  ContractError,
  at,
  field,
  listOf,
  object,
  oneOf,
  onlyFields,
  onlyRecord,
  optional,
  type Reader,
} from '../../../src/protocol/read.js';
import { type Fault, type FaultName, FAULTS, STRIKE_OPTIONS } from './catalogue.js';
import { readerOf } from './option-kinds.js';

const NAMES = Object.keys(FAULTS) as FaultName[];

/** Throws ContractError. */
export const parseFault: Reader<Fault> = (json, path) => {
  const source = object(json, path);
  const name = field(source, path, 'name', oneOf(NAMES));
  const { where, options = {} } = FAULTS[name];
  const all = { ...STRIKE_OPTIONS, ...options };
  onlyFields(source, path, ['name', 'at', ...Object.keys(all)]);
  const place = field(source, path, 'at', oneOf(where));
  if (place !== 'part' && source['part'] !== undefined)
    throw new ContractError(at(path, 'part'), 'is only for faults at “part”');
  if (source['seed'] !== undefined && source['probability'] === undefined)
    throw new ContractError(at(path, 'seed'), 'is only for faults with a probability');
  const given = Object.entries(all).map(([option, { required, takes }]) =>
    required
      ? { [option]: field(source, path, option, readerOf(takes)) }
      : optional(source, path, option, readerOf(takes)),
  );
  return Object.assign({ name, at: place }, ...given) as Fault;
};

/** The body of `PUT` and `POST /__sandbox/faults`: `{"faults": [...]}`. Throws ContractError. */
export const parseFaultList = (json: unknown): readonly Fault[] =>
  onlyRecord({ faults: listOf(parseFault) })(json, '').faults;
