/** What the page shows of the simulation: the map of parts, the switches and the facts. */
import { currentUpload, type StoredPart, type Visit } from './visit.js';

export type PartState = 'waiting' | 'sending' | 'stored';

export interface PartView {
  /** From 1. */
  readonly number: number;
  /** In bytes. */
  readonly size: number;
  readonly state: PartState;
  /** True if it was sent more than once. */
  readonly again: boolean;
  /** Bytes that the link has carried in the current attempt. */
  readonly carried: number;
}

/** What the page has saved, and what it was told. */
export interface Measured {
  /** Bytes that were stored at the last interruption, and not sent again. */
  readonly savedBytes: number;
  /** Answers that the page received. */
  readonly answers: number;
  /** How many of the service's secrets were found in them. */
  readonly secrets: number;
}

export interface SimulationState extends Measured {
  readonly offline: boolean;
  /** When the train departed, in ms since 1970; null without a train. */
  readonly trainSince: number | null;
  /** Of the link without a train. */
  readonly bytesPerSecond: number;
  /** Empty until there is an upload plan. */
  readonly parts: readonly PartView[];
  readonly isCompleted: boolean;
  /** How often the addresses of this recording have expired. */
  readonly expiries: number;
  /** Bytes that were sent more than once. */
  readonly bytesSentAgain: number;
}

const partState = ({ etag }: StoredPart, carried: number | undefined): PartState =>
  etag === null ? (carried === undefined ? 'waiting' : 'sending') : 'stored';

/** `underWay`: the bytes carried of each part that is being sent, by part number. */
export const stateOf = (visit: Visit, underWay: ReadonlyMap<number, number>): SimulationState => {
  const upload = currentUpload(visit);
  const parts = upload?.parts ?? [];
  return {
    offline: visit.offline,
    trainSince: visit.trainSince,
    bytesPerSecond: visit.bytesPerSecond,
    parts: parts.map((part, index) => ({
      number: index + 1,
      size: part.size,
      state: partState(part, underWay.get(index + 1)),
      again: part.sends > 1,
      carried: underWay.get(index + 1) ?? 0,
    })),
    isCompleted: upload !== undefined && upload.md5 !== null,
    savedBytes: visit.savedBytes,
    answers: visit.answers,
    secrets: visit.secrets,
    expiries: visit.expiries,
    bytesSentAgain: parts.reduce((sum, { carried, size }) => sum + Math.max(0, carried - size), 0),
  };
};

export interface Facts {
  readonly parts: number;
  readonly stored: number;
  readonly sending: number;
  readonly waiting: number;
  /** Parts that were sent more than once. */
  readonly again: number;
}

export const factsOf = ({ parts }: Pick<SimulationState, 'parts'>): Facts => {
  const count = (wanted: PartState): number => parts.filter(({ state }) => state === wanted).length;
  return {
    parts: parts.length,
    stored: count('stored'),
    sending: count('sending'),
    waiting: count('waiting'),
    again: parts.filter(({ again }) => again).length,
  };
};
