/** What the red bar says about the faults and conditions of a session. */
import type { Conditions, FaultRecord, WhatIsOn } from '../sandbox/index.js';

/** How many requests a fault affects at most. */
export const timesOf = ({ fault }: Pick<FaultRecord, 'fault'>): number | 'always' => {
  const { every, probability, times } = fault;
  return times ?? (every === undefined && probability === undefined ? 1 : 'always');
};

/** Whether a fault has affected as many requests as it can. */
export const isUsedUp = (record: Pick<FaultRecord, 'fault' | 'struck'>): boolean => {
  const times = timesOf(record);
  return times !== 'always' && record.struck >= times;
};

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1, useGrouping: false });

const scaled = (value: number, step: number, units: readonly string[]): string => {
  let index = 0;
  let rest = value;
  while (rest >= step && index < units.length - 1) {
    rest /= step;
    index += 1;
  }
  return `${number.format(rest)} ${units[index]}`;
};

/** E.g. `256 kB/s`. */
export const rateText = (bytesPerSecond: number): string =>
  scaled(bytesPerSecond, 1000, ['B/s', 'kB/s', 'MB/s', 'GB/s']);

/** E.g. `64 KiB`. */
export const chunkText = (bytes: number): string =>
  scaled(bytes, 1024, ['bytes', 'KiB', 'MiB', 'GiB']);

/** E.g. `256 kB/s, 80 ms, 64 KiB chunks`; empty without conditions. */
export const conditionsText = ({ bytesPerSecond, latencyMs, chunkSize }: Conditions): string =>
  [
    bytesPerSecond === null ? '' : rateText(bytesPerSecond),
    latencyMs === null ? '' : `${latencyMs} ms`,
    chunkSize === null ? '' : `${chunkText(chunkSize)} chunks`,
  ]
    .filter((text) => text !== '')
    .join(', ');

/** `4 faults`. */
export const countFaults = (count: number): string =>
  `${count} ${count === 1 ? 'fault' : 'faults'}`;

/** What the visitor has set, without what is on for everyone. */
export const ownPart = ({ faults, ownConditions }: WhatIsOn): WhatIsOn => ({
  faults: faults.filter(({ session }) => session),
  conditions: ownConditions,
  ownConditions,
});

export interface BarContent {
  /** Empty if no fault can affect a request any more. */
  readonly faults: string;
  /** Empty if nothing differs from the default. */
  readonly link: string;
  /** Whether the visitor can turn off any of it. */
  readonly canTurnOff: boolean;
}

/** Null if nothing is on. */
export const barContent = ({ faults, conditions, ownConditions }: WhatIsOn): BarContent | null => {
  const active = faults.filter((record) => !isUsedUp(record));
  const ofEveryone = active.filter(({ session }) => !session).length;
  const link = conditionsText(conditions);
  if (active.length === 0 && link === '') return null;
  const suffix =
    ofEveryone === 0
      ? ''
      : ofEveryone === active.length
        ? ' for everyone'
        : `, ${ofEveryone} of them for everyone`;
  return {
    faults: active.length === 0 ? '' : `${countFaults(active.length)} on${suffix}`,
    link: link === '' ? '' : `Link: ${link}`,
    canTurnOff: ofEveryone < active.length || conditionsText(ownConditions) !== '',
  };
};
