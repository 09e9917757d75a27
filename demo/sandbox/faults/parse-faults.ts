/** Faults as they come from outside, checked strictly: a fault that could never strike is a mistake of the test. */
import { ContractError } from '../../../src/protocol/index.js';
import { FAULTS, type Fault, type FaultName } from '../faults.js';
import {
  array,
  at,
  field,
  object,
  oneOf,
  onlyFields,
  optional,
  positiveInteger,
  type Reader,
} from './readers.js';

const NAMES = Object.keys(FAULTS) as FaultName[];
const STRIKE_FIELDS = ['name', 'at', 'part', 'nth', 'every', 'times'];

const times: Reader<number | 'always'> = (value, path) => {
  if (value === 'always' || (Number.isSafeInteger(value) && (value as number) > 0))
    return value as number | 'always';
  throw new ContractError(path, 'must be a positive integer or “always”');
};

/** Throws ContractError. */
export const parseFault: Reader<Fault> = (json, path) => {
  const source = object(json, path);
  const name = field(source, path, 'name', oneOf(NAMES));
  const { where, options = {} } = FAULTS[name];
  onlyFields(source, path, [...STRIKE_FIELDS, ...Object.keys(options)]);
  const place = field(source, path, 'at', oneOf(where));
  if (place !== 'part' && source['part'] !== undefined)
    throw new ContractError(at(path, 'part'), 'is only for faults at “part”');
  const given = Object.entries(options).map(([option, { required, read }]) =>
    required
      ? { [option]: field(source, path, option, read) }
      : optional(source, path, option, read),
  );
  return {
    name,
    at: place,
    ...optional(source, path, 'part', positiveInteger),
    ...optional(source, path, 'nth', positiveInteger),
    ...optional(source, path, 'every', positiveInteger),
    ...optional(source, path, 'times', times),
    ...(Object.assign({}, ...given) as object),
  } as Fault;
};

/** The body of `PUT /__sandbox/faults`: `{"faults": [...]}`. Throws ContractError. */
export const parseFaultList = (json: unknown): readonly Fault[] => {
  const source = object(json, '');
  onlyFields(source, '', ['faults']);
  return field(source, '', 'faults', array).map((fault, index) =>
    parseFault(fault, `faults[${index}]`),
  );
};
