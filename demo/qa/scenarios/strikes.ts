/** Whether the faults of a scenario can strike: plays the expected requests through the sandbox's own fault list. */
import { createFaultList, nextFault, type FaultList } from '../../sandbox/faults/fault-list.js';
import type { Fault, FaultPlace } from '../../sandbox/faults.js';
import { defaultChunkSize } from '../../sandbox/options.js';
import { expectedBytes, isRefused } from '../files/recipe.js';
import type { Scenario } from './scenario.js';

/** How often a fault must strike in a run. */
export const demandedStrikes = ({ times = 1 }: Fault): number => (times === 'always' ? 1 : times);

/** Size of a chunk in bytes, unless the sandbox has another default. */
export const chunkSizeOf = ({ file, conditions }: Scenario): number =>
  conditions?.chunkSize ?? defaultChunkSize(expectedBytes(file));

export const partCountOf = (scenario: Scenario): number =>
  Math.ceil(expectedBytes(scenario.file) / chunkSizeOf(scenario));

/** These faults let the request succeed, so it is not repeated. */
const HARMLESS: ReadonlySet<string> = new Set([
  ...['slow-drip', 'slow-answer', 'dripping-answer', 'opaque-etag', 'foreign-digest-etag'],
  ...['plan-extra-parts', 'plan-shuffled', 'plan-duplicate-part'],
]);

/** The element gives up a request after about this many attempts. */
const MOST_TRIES = 8;

/** A task is queried until it has ended: usually more often than this. */
const QUERIES = 3;

const play = (faults: FaultList, place: FaultPlace, part?: number): void => {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const fault = nextFault([faults], place, part);
    if (fault === undefined || HARMLESS.has(fault.name)) return;
  }
};

const playAll = (scenario: Scenario): FaultList => {
  let lastId = 0;
  const faults = createFaultList(() => (lastId += 1), scenario.faults);
  play(faults, 'user-token');
  play(faults, 'upload-plan');
  for (let part = 1; part <= partCountOf(scenario); part += 1) play(faults, 'part', part);
  play(faults, 'complete-upload');
  play(faults, 'submit');
  play(faults, 'download');
  for (let query = 0; query < QUERIES; query += 1) play(faults, 'query');
  return faults;
};

/** The element refuses the file, so that no request is sent. */
const sendsNothing = ({ file, options = {} }: Scenario): boolean =>
  isRefused(file) || (options.maxSize !== undefined && expectedBytes(file) > options.maxSize);

const reasonFor = (scenario: Scenario, fault: Fault, seen: number, struck: number): string => {
  const parts = partCountOf(scenario);
  if (fault.at !== 'part')
    return `it is due ${struck} of ${demandedStrikes(fault)} times in about ${seen} requests`;
  if (fault.part !== undefined && fault.part > parts)
    return `the file has only ${parts} ${parts === 1 ? 'part' : 'parts'}`;
  return `it is due ${struck} of ${demandedStrikes(fault)} times in ${parts} ${parts === 1 ? 'part' : 'parts'}`;
};

/** For each fault that is not expected to strike as often as demanded: the fault, and why. */
export const strikeProblems = (
  scenario: Scenario,
): readonly { readonly fault: Fault; readonly reason: string }[] => {
  const { faults = [] } = scenario;
  if (sendsNothing(scenario))
    return faults.map((fault) => ({
      fault,
      reason: 'the element refuses this file before it sends anything',
    }));
  return playAll(scenario)
    .list()
    .flatMap(({ fault, seen, struck }) => {
      if (fault.at === 'partner-token' || fault.at === 'partner-refresh')
        return [{ fault, reason: 'the demo’s backend may still have a valid partner token' }];
      return struck >= demandedStrikes(fault)
        ? []
        : [{ fault, reason: reasonFor(scenario, fault, seen, struck) }];
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
