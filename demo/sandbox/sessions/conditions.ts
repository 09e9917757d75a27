/** The conditions of a session's link to the sandbox. */
import { ContractError, onlyRecord, orNull } from '../../../src/protocol/read.js';
import { wholeNumber } from '../faults/option-kinds.js';

/** Null: as without conditions. */
export interface Conditions {
  /** Size of a chunk in new upload plans, in bytes. */
  readonly chunkSize: number | null;
  /** Upload bandwidth, shared by all chunks of the session that are on their way. In bytes per second. */
  readonly bytesPerSecond: number | null;
  /** Delay before each request is processed, in ms. */
  readonly latencyMs: number | null;
}

export const NO_CONDITIONS: Conditions = { chunkSize: null, bytesPerSecond: null, latencyMs: null };

/** The least and the greatest value of each condition. */
export const CONDITION_LIMITS: Readonly<Record<keyof Conditions, readonly [number, number]>> = {
  // S3's maximum.
  chunkSize: [1, 5 * 1024 ** 3],
  bytesPerSecond: [1_000, 1_000_000_000],
  latencyMs: [0, 60_000],
};

const readCondition = (name: keyof Conditions) => {
  const [least, most] = CONDITION_LIMITS[name];
  const read = wholeNumber(least, most);
  return orNull((value, path) => {
    try {
      return read(value, path);
    } catch (error) {
      if (!(error instanceof ContractError)) throw error;
      throw new ContractError(path, `must be null or a whole number from ${least} to ${most}`);
    }
  });
};

/** The body of `PUT /__sandbox/conditions`. All fields are required. Throws ContractError. */
export const parseConditions = (json: unknown): Conditions =>
  onlyRecord({
    chunkSize: readCondition('chunkSize'),
    bytesPerSecond: readCondition('bytesPerSecond'),
    latencyMs: readCondition('latencyMs'),
  })(json, '');

/** The second conditions apply where the first have none. */
export const mergeConditions = (own: Conditions, others: Conditions): Conditions => ({
  chunkSize: own.chunkSize ?? others.chunkSize,
  bytesPerSecond: own.bytesPerSecond ?? others.bytesPerSecond,
  latencyMs: own.latencyMs ?? others.latencyMs,
});
