/** The active faults, and how often each was applied. */
import type { Fault } from './catalogue.js';
import { numbersFrom } from './chance.js';
import { parseFault } from './parse-faults.js';

export interface FaultRecord {
  /** The id for `remove`; never reused. */
  readonly id: number;
  readonly fault: Fault;
  /** Number of requests so far that the fault could affect. */
  readonly seen: number;
  readonly struck: number;
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
  // Drawn for each request that the fault could affect, so that other faults change nothing.
  const drawn = probability === undefined || chance() < probability;
  return drawn && (times === 'always' || struck < times);
};

/** `nextId` returns an id that no other fault has. */
export const createFaultList = (nextId: () => number, initial: readonly Fault[] = []) => {
  let records: readonly Counted[] = [];
  const record = (json: Fault): Counted => {
    const fault = parseFault(json, '');
    return { id: nextId(), fault, chance: numbersFrom(fault.seed ?? 1), seen: 0, struck: 0 };
  };
  const set = (faults: readonly Fault[]): void => {
    records = faults.map(record);
  };
  set(initial);
  return {
    /** Replaces all faults and resets the counts. Throws ContractError if one could never apply, and changes nothing. */
    set,
    /** Throws ContractError if the fault could never apply. */
    add: (fault: Fault): void => {
      records = [...records, record(fault)];
    },
    /** Removes one fault; returns false if there is no such fault. */
    remove: (id: number): boolean => {
      const { length } = records;
      records = records.filter((it) => it.id !== id);
      return records.length < length;
    },
    clear: (): void => set([]),
    /** In their order. A used-up fault stays, with its count. */
    list: (): readonly FaultRecord[] =>
      records.map(({ id, fault, seen, struck }) => ({ id, fault, seen, struck })),
    /** The faults that could affect a request. */
    concerned: (kind: string, part: number | undefined): readonly Counted[] =>
      records.filter(
        ({ fault }) => fault.at === kind && (fault.part === undefined || fault.part === part),
      ),
  };
};

export type FaultList = ReturnType<typeof createFaultList>;
export type Faults = Omit<FaultList, 'concerned'>;

/**
 * Counts a request in all lists and returns the fault to apply. If several are due, the first applies and the others
 * wait.
 */
export const nextFault = (
  lists: readonly FaultList[],
  kind: string,
  part: number | undefined,
): Fault | undefined => {
  const concerned = lists.flatMap((list) => list.concerned(kind, part));
  for (const it of concerned) it.seen += 1;
  const due = concerned.filter(isDue)[0];
  if (due !== undefined) due.struck += 1;
  return due?.fault;
};
