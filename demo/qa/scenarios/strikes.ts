/** Whether the faults of a scenario can strike as often as it demands, and what to change if not. */
import { expectedStrikes, whyNot } from '../../faults/can-strike.js';
import type { Fault } from '../../sandbox/faults.js';
import { defaultChunkSize } from '../../sandbox/options.js';
import { expectedBytes, isRefused } from '../files/recipe.js';
import type { Scenario } from './scenario.js';

/** How often a fault must strike in a run. */
export const demandedStrikes = ({ times = 1 }: Fault): number => (times === 'always' ? 1 : times);

/** Size of a chunk in bytes, unless the sandbox has another default. */
export const chunkSizeOf = ({ file, conditions }: Scenario): number =>
  conditions?.chunkSize ?? defaultChunkSize(expectedBytes(file));

/** The element refuses the file, so that no request is sent. */
const sendsNothing = ({ file, options = {} }: Scenario): boolean =>
  isRefused(file) || (options.maxSize !== undefined && expectedBytes(file) > options.maxSize);

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

/** For each fault that is not expected to strike as often as demanded: the fault, and why, in a sentence. */
export const strikeProblems = (
  scenario: Scenario,
): readonly { readonly fault: Fault; readonly reason: string }[] => {
  const { faults = [], file } = scenario;
  if (sendsNothing(scenario))
    return faults.map((fault) => ({
      fault,
      reason: 'The element refuses this file before it sends anything.',
    }));
  const fileSize = expectedBytes(file);
  const chunkSize = chunkSizeOf(scenario);
  const records = faults.map((fault, id) => ({ id, fault, seen: 0, struck: 0, session: true }));
  const reasons = whyNot(records, { fileSize, chunkSize, hasUserToken: false });
  const strikes = expectedStrikes(faults, fileSize, chunkSize);
  return faults.flatMap((fault, index) => {
    const demanded = demandedStrikes(fault);
    const struck = strikes[index] ?? 0;
    const reason =
      reasons.get(index) ??
      (struck < demanded
        ? `It is expected to strike only ${times(struck)}, and must strike ${times(demanded)}.`
        : undefined);
    return reason === undefined ? [] : [{ fault, reason }];
  });
};

const SMALLEST_CHUNK = 16 * 1024;
const LARGEST_FILE = 64 * 1024 ** 2;

/**
 * The scenario with smaller chunks, or else a larger file, so that all its faults can strike. Null if neither helps.
 */
export const adjusted = (scenario: Scenario): Scenario | null => {
  const withChunk = (chunkSize: number): Scenario => ({
    ...scenario,
    conditions: { ...scenario.conditions, chunkSize },
  });
  const canStrike = (changed: Scenario): boolean => strikeProblems(changed).length === 0;
  for (let size = chunkSizeOf(scenario); size >= SMALLEST_CHUNK; size = Math.floor(size / 2))
    if (canStrike(withChunk(size))) return withChunk(size);
  const { seconds: _length, ...file } = scenario.file;
  for (let bytes = 2 * expectedBytes(file); bytes <= LARGEST_FILE; bytes *= 2) {
    const larger = { ...withChunk(SMALLEST_CHUNK), file: { ...file, bytes } };
    if (canStrike(larger)) return larger;
  }
  return null;
};
