/** The faults that are set, and how often each has struck. */
import type { Fault } from '../faults.js';
import { numbersFrom } from './chance.js';
import { parseFault } from './parse-faults.js';

export interface FaultRecord {
  /** Names it for `remove`; never given twice. */
  readonly id: number;
  readonly fault: Fault;
  /** Requests so far that it could have struck. */
  readonly seen: number;
  readonly struck: number;
}

export interface Faults {
  /** Replaces all; counting starts anew. Throws ContractError where one could never strike, and changes nothing. */
  readonly set: (faults: readonly Fault[]) => void;
  /** Throws ContractError where it could never strike. */
  readonly add: (fault: Fault) => void;
  /** Takes one away; false where it is not set. */
  readonly remove: (id: number) => boolean;
  readonly clear: () => void;
  /** In their order; a fault that is used up stays, with its count. */
  readonly list: () => readonly FaultRecord[];
}

export interface FaultList extends Faults {
  /** Counts a request, and tells what strikes it: of several faults that are due the first, the others wait. */
  readonly next: (kind: string, part: number | undefined) => Fault | undefined;
}

interface Counted {
  readonly id: number;
  readonly fault: Fault;
  readonly chance: () => number;
  seen: number;
  struck: number;
}

const isDue = ({ fault, seen, struck, chance }: Counted): boolean => {
  const { every, probability, nth = every ?? 1 } = fault;
  const isOnce = every === undefined && probability === undefined;
  const { times = isOnce ? 1 : 'always' } = fault;
  if (seen < nth || (seen - nth) % (every ?? 1) !== 0) return false;
  // Drawn for each request that comes into question, so that the other faults change nothing.
  const drawn = probability === undefined || chance() < probability;
  return drawn && (times === 'always' || struck < times);
};

export const createFaultList = (initial: readonly Fault[] = []): FaultList => {
  let records: readonly Counted[] = [];
  let lastId = 0;
  const record = (json: Fault): Counted => {
    const fault = parseFault(json, '');
    lastId += 1;
    return { id: lastId, fault, chance: numbersFrom(fault.seed ?? 1), seen: 0, struck: 0 };
  };
  const set = (faults: readonly Fault[]): void => {
    records = faults.map(record);
  };
  set(initial);
  return {
    set,
    add: (fault) => {
      records = [...records, record(fault)];
    },
    remove: (id) => {
      const { length } = records;
      records = records.filter((it) => it.id !== id);
      return records.length < length;
    },
    clear: () => set([]),
    list: () => records.map(({ id, fault, seen, struck }) => ({ id, fault, seen, struck })),
    next: (kind, part) => {
      const concerned = records.filter(
        ({ fault }) => fault.at === kind && (fault.part === undefined || fault.part === part),
      );
      for (const it of concerned) it.seen += 1;
      const due = concerned.filter(isDue)[0];
      if (due !== undefined) due.struck += 1;
      return due?.fault;
    },
  };
};
