/** The faults that are set, and how often each has struck. */
import type { Fault } from '../faults.js';
import { parseFault } from './parse-faults.js';

export interface FaultRecord {
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
  readonly clear: () => void;
  /** In their order; a fault that is used up stays, with its count. */
  readonly list: () => readonly FaultRecord[];
}

export interface FaultList extends Faults {
  /** Counts a request, and tells what strikes it: of several faults that are due the first, the others wait. */
  readonly next: (kind: string, part: number | undefined) => Fault | undefined;
}

type Counted = { -readonly [K in keyof FaultRecord]: FaultRecord[K] };

const isDue = ({ fault, seen, struck }: FaultRecord): boolean => {
  const { every, nth = every ?? 1, times = every === undefined ? 1 : 'always' } = fault;
  if (times !== 'always' && struck >= times) return false;
  return seen >= nth && (seen - nth) % (every ?? 1) === 0;
};

export const createFaultList = (initial: readonly Fault[] = []): FaultList => {
  let records: Counted[] = [];
  const record = (fault: Fault): Counted => ({ fault: parseFault(fault, ''), seen: 0, struck: 0 });
  const set = (faults: readonly Fault[]): void => {
    records = faults.map(record);
  };
  set(initial);
  return {
    set,
    add: (fault) => void records.push(record(fault)),
    clear: () => set([]),
    list: () => records.map((it) => ({ ...it })),
    next: (kind, part) => {
      const concerned = records.filter(
        ({ fault }) => fault.at === kind && (fault.part === undefined || fault.part === part),
      );
      for (const it of concerned) it.seen += 1;
      const due = concerned.find(isDue);
      if (due !== undefined) due.struck += 1;
      return due?.fault;
    },
  };
};
