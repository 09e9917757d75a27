/** The filters of the log. They are combined: a request is shown if it matches all of them. */
import type { LogEntry } from '../../sandbox/index.js';

export interface LogFilter {
  /** Empty for all. */
  readonly method: string;
  readonly host: string;
  /** The name of a fault; `any` for all requests that a fault struck; empty for all requests. */
  readonly fault: string;
  /** `broken` for requests that broke a rule, `kept` for the others; empty for all. */
  readonly rule: string;
}

export const NO_FILTER: LogFilter = { method: '', host: '', fault: '', rule: '' };

export const isFiltered = (filter: LogFilter): boolean =>
  Object.values(filter).some((value) => value !== '');

const MATCH: Readonly<Record<keyof LogFilter, (entry: LogEntry, value: string) => boolean>> = {
  method: ({ method }, value) => method === value,
  host: ({ host }, value) => host === value,
  fault: ({ fault }, value) => (value === 'any' ? fault !== undefined : fault === value),
  rule: ({ violation }, value) => (value === 'broken') === (violation !== undefined),
};

const NAMES = Object.keys(MATCH) as (keyof LogFilter)[];

export const matches = (entry: LogEntry, filter: LogFilter): boolean =>
  NAMES.every((name) => filter[name] === '' || MATCH[name](entry, filter[name]));

export interface FilterChoice {
  readonly value: string;
  /** How many requests would be shown with this choice and the other filters. */
  readonly count: number;
}

const valuesOf = (log: readonly LogEntry[], name: keyof LogFilter): readonly string[] => {
  const own = (entry: LogEntry): string =>
    name === 'rule' ? '' : (entry[name === 'fault' ? 'fault' : name] ?? '');
  const found = [...new Set(log.map(own))].filter((value) => value !== '').sort();
  return name === 'rule' ? ['broken', 'kept'] : name === 'fault' ? ['any', ...found] : found;
};

/** The choices of each filter, beginning with the empty one. */
export const choicesOf = (
  log: readonly LogEntry[],
  filter: LogFilter,
): Readonly<Record<keyof LogFilter, readonly FilterChoice[]>> => {
  const of = (name: keyof LogFilter): readonly FilterChoice[] => {
    const others = log.filter((entry) => matches(entry, { ...filter, [name]: '' }));
    // A chosen value stays, although the log may no longer have it.
    const values = new Set(['', ...valuesOf(log, name), filter[name]]);
    return [...values].map((value) => ({
      value,
      count:
        value === '' ? others.length : others.filter((entry) => MATCH[name](entry, value)).length,
    }));
  };
  return { method: of('method'), host: of('host'), fault: of('fault'), rule: of('rule') };
};
