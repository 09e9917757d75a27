/**
 * Faults and conditions in the query of a page: `?fault=NAME@PLACE:option=value,option=value`, once for each fault,
 * and `chunk` (bytes), `bandwidth` (bytes per second) and `latency` (ms). In a value, `%` and `,` are written `%25` and
 * `%2C` before the query is encoded.
 */
import type { SandboxSettings } from '../qa/sandbox-client.js';
import { FAULTS, STRIKE_OPTIONS } from '../sandbox/faults/catalogue.js';
import type { OptionKind } from '../sandbox/faults/option-kinds.js';
import { parseFault } from '../sandbox/faults/parse-faults.js';
import type { Conditions, Fault, FaultName } from '../sandbox/index.js';
import { CONDITION_LIMITS, NO_CONDITIONS } from '../sandbox/sessions/conditions.js';

export type FaultLink =
  | { readonly kind: 'none' }
  | { readonly kind: 'wrong'; readonly message: string }
  | ({ readonly kind: 'set' } & SandboxSettings);

/** The parameters of the query, and the conditions they set. */
const PARAMETERS: readonly (readonly [parameter: string, name: keyof Conditions])[] = [
  ['chunk', 'chunkSize'],
  ['bandwidth', 'bytesPerSecond'],
  ['latency', 'latencyMs'],
];

const FAULT_PARAMETERS: readonly string[] = ['fault', ...PARAMETERS.map(([name]) => name)];

const isFaultName = (text: string): text is FaultName => Object.hasOwn(FAULTS, text);

/** Says what is wrong with a link. */
class Wrong extends Error {
  override readonly name = 'Wrong';
}

export const isNumber = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text);

/** The JSON value of a text, or the text itself if it is none. */
const jsonOr = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

/**
 * The value of an option. A text that could be JSON is written as JSON, with its quotes. Invalid input is kept as text, so
 * that the sandbox rejects it.
 */
export const optionValue = ({ kind }: OptionKind, text: string): unknown => {
  switch (kind) {
    case 'whole':
    case 'count':
    case 'probability':
      return isNumber(text) ? Number(text) : text;
    case 'number-or-text':
    case 'scalar':
      return jsonOr(text);
    case 'choice':
    case 'text':
    case 'media-type':
      return text;
  }
};

const textOf = ({ kind }: OptionKind, value: unknown): string => {
  const isFree = kind === 'number-or-text' || kind === 'scalar';
  return typeof value === 'string' && isFree && jsonOr(value) !== value
    ? JSON.stringify(value)
    : String(value);
};

const decoded = (text: string): string => text.replace(/%2C/gi, ',').replace(/%25/g, '%');
const encoded = (text: string): string => text.replace(/%/g, '%25').replace(/,/g, '%2C');

const optionsOf = (fault: Pick<Fault, 'name'>) => ({
  ...FAULTS[fault.name].options,
  ...STRIKE_OPTIONS,
});

const readFault = (text: string): Fault => {
  const [, name = '', place = '', given = ''] = /^([^@:]*)@([^:]*)(?::(.*))?$/s.exec(text) ?? [];
  if (name === '' || place === '')
    throw new Wrong('a fault is written NAME@PLACE, as in status@part:status=503');
  if (!isFaultName(name)) throw new Wrong(`“${name}” is not the name of a fault`);
  const { where } = FAULTS[name];
  if (!where.some((one) => one === place))
    throw new Wrong(`${name} can be at ${where.join(', ')}, but not at “${place}”`);
  const options = optionsOf({ name });
  const fault: Record<string, unknown> = { name, at: place };
  for (const pair of given === '' ? [] : given.split(',')) {
    const [, option = '', value = ''] = /^([^=]+)=(.*)$/s.exec(pair) ?? [];
    const takes = options[option]?.takes;
    if (takes === undefined)
      throw new Wrong(`“${pair}” is not an option of ${name}; write options as every=3,times=2`);
    if (option in fault) throw new Wrong(`${option} is given twice`);
    fault[option] = optionValue(takes, decoded(value));
  }
  return parseFault(fault, '');
};

const readCondition = (
  query: URLSearchParams,
  parameter: string,
  name: keyof Conditions,
): number | null => {
  const all = query.getAll(parameter);
  const [text] = all;
  if (text === undefined) return null;
  const [least, most] = CONDITION_LIMITS[name];
  const value = /^\d{1,12}$/.test(text) ? Number(text) : NaN;
  if (all.length === 1 && value >= least && value <= most) return value;
  throw new Wrong(
    all.length > 1
      ? `${parameter} is given more than once`
      : `${parameter} must be a whole number from ${least} to ${most}`,
  );
};

/** The same maximum as in the sandbox. */
const MOST_FAULTS = 100;

/** Reads the search part of a URL. One mistake rejects all of it. */
export const readFaultLink = (search: string): FaultLink => {
  const query = new URLSearchParams(search);
  if (!FAULT_PARAMETERS.some((name) => query.has(name))) return { kind: 'none' };
  const texts = query.getAll('fault');
  let place = '';
  try {
    if (texts.length > MOST_FAULTS) throw new Wrong(`it has more than ${MOST_FAULTS} faults`);
    const faults = texts.map((text, index) => {
      place = `fault ${index + 1}: `;
      return readFault(text);
    });
    place = '';
    const conditions: Record<keyof Conditions, number | null> = { ...NO_CONDITIONS };
    for (const [parameter, name] of PARAMETERS)
      conditions[name] = readCondition(query, parameter, name);
    return { kind: 'set', faults, conditions };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return {
      kind: 'wrong',
      message: `The URL sets nothing because of a mistake in it: ${place}${message}.`,
    };
  }
};

const faultText = ({ name, at, ...options }: Fault): string => {
  const kinds = optionsOf({ name });
  const pairs = Object.entries(options).flatMap(([option, value]) => {
    const takes = kinds[option]?.takes;
    return takes === undefined ? [] : [`${option}=${encoded(textOf(takes, value))}`];
  });
  return `${name}@${at}${pairs.length === 0 ? '' : `:${pairs.join(',')}`}`;
};

/** These characters need no encoding in a query, and the link is easier to read with them. */
const readable = (text: string): string =>
  encodeURIComponent(text).replace(/%(?:40|3A|2C|3D|2F)/g, decodeURIComponent);

/** The query that `readFaultLink` reads; empty for an empty set. */
export const faultQuery = ({ faults, conditions }: SandboxSettings): string =>
  [
    ...faults.map((fault) => `fault=${readable(faultText(fault))}`),
    ...PARAMETERS.flatMap(([parameter, name]) =>
      conditions[name] === null ? [] : [`${parameter}=${conditions[name]}`],
    ),
  ].join('&');

/** The search part of a URL without the parameters of a fault link. */
export const withoutFaultLink = (search: string): string => {
  const rest = search
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => pair !== '' && !FAULT_PARAMETERS.includes(pair.split('=')[0] ?? ''));
  return rest.length === 0 ? '' : `?${rest.join('&')}`;
};
