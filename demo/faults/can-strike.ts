/** Which faults cannot affect the next run, and why: plays its expected requests through the sandbox's fault list. */
import { PLACES } from '../qa/places.js';
import { createFaultList, nextFault, type FaultList } from '../sandbox/faults/fault-list.js';
import type { Fault, FaultListed, FaultPlace, FaultRecord } from '../sandbox/index.js';
import { isUsedUp } from './what-is-on.js';

/** The recording that is sent next. */
export interface NextRun {
  /** In bytes; null if no recording was chosen. */
  readonly fileSize: number | null;
  /** In bytes; null if it is unknown. */
  readonly chunkSize: number | null;
  /** The element already has a user token, and will not ask for one. */
  readonly hasUserToken: boolean;
  /** False if chunks and downloads do not pass through the sandbox. */
  readonly handlesChunks?: boolean;
}

/** After these faults the request is not repeated. */
const HARMLESS: ReadonlySet<string> = new Set([
  ...['slow-drip', 'slow-answer', 'dripping-answer', 'opaque-etag', 'foreign-digest-etag'],
  ...['corrupted-body', 'corrupted-download', 'plan-extra-parts', 'plan-shuffled'],
  ...['plan-duplicate-part', 'earlier-status', 'unknown-status'],
]);

/** If a request fails this often in a row, the run ends there. */
const MOST_TRIES = 50;

/** The service plans no recording with more chunks. */
const MOST_PLAYED_PARTS = 10_000;

/** A task is queried until it has ended; more queries than these are not expected. */
const QUERIES = 10;

interface Played {
  readonly faults: FaultList;
  /** The place where the run ended early; null if it did not. */
  readonly endedAt: FaultPlace | null;
}

const play = (records: readonly FaultRecord[], parts: number, run: NextRun): Played => {
  let lastId = 0;
  const faults = createFaultList(
    () => (lastId += 1),
    records.map(({ fault }) => fault),
    records,
  );
  /** Repeats a request until no fault makes it fail; returns false if that does not help. */
  const send = (place: FaultPlace, part?: number): boolean => {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const fault = nextFault([faults], place, part);
      if (fault === undefined || HARMLESS.has(fault.name)) return true;
      // A token that was refused is replaced.
      if (fault.name === 'token-expires')
        send(place === 'user-token' ? 'partner-token' : 'user-token');
    }
    return false;
  };
  const steps: readonly (readonly [place: FaultPlace, part?: number])[] = [
    ...(run.hasUserToken ? [] : ([['partner-token'], ['user-token']] as const)),
    ['upload-plan'],
    ...Array.from(
      { length: Math.min(parts, MOST_PLAYED_PARTS) },
      (_, index) => ['part', index + 1] as const,
    ),
    ...([['complete-upload'], ['submit'], ['download']] as const),
    ...Array.from({ length: QUERIES }, () => ['query'] as const),
  ];
  const end = steps.find(([place, part]) => !send(place, part));
  return { faults, endedAt: end?.[0] ?? null };
};

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** Why a fault has no effect on this recording, even if its requests come; null if it may have one. */
const withoutEffect = (
  fault: Fault,
  { fileSize, chunkSize, handlesChunks = true }: NextRun,
): string | null => {
  if (!handlesChunks && (fault.at === 'part' || fault.at === 'download'))
    return 'The S3 store answers these requests, not the sandbox.';
  if (fileSize === null || chunkSize === null) return null;
  const parts = Math.ceil(fileSize / chunkSize);
  if (fault.name === 'plan-shuffled' && parts < 2)
    return 'The recording has one chunk, so there is no order to change.';
  const largest =
    fault.part === parts ? fileSize - chunkSize * (parts - 1) : Math.min(fileSize, chunkSize);
  if (fault.name === 'corrupted-body' && (fault.byte ?? 0) >= largest)
    return `The chunk has only ${plural(largest, 'byte')}.`;
  return null;
};

const reasonFor = (
  { fault }: FaultRecord,
  expected: number,
  parts: number,
  run: NextRun,
  endedAt: FaultPlace | null,
): string => {
  const { at, part, every, nth = every ?? 1, probability, seed = 1 } = fault;
  if (at === 'partner-refresh')
    return 'The backend renews its token only when it is about to expire, after two hours.';
  if (part !== undefined && part > parts)
    return `The recording has only ${plural(parts, 'chunk')}.`;
  if (expected === 0 && endedAt !== null)
    return `The run ends earlier: ${PLACES[endedAt]} always fails.`;
  if (expected === 0 && run.hasUserToken)
    return 'The element already has a user token. Reload the page, so that it asks for one.';
  if (nth > expected)
    return `It begins with request ${nth}, and a run makes only ${plural(expected, 'such request')}.`;
  if (probability !== undefined)
    return `By chance with seed ${seed}, it affects none of ${plural(expected, 'request')}.`;
  return 'Another fault affects these requests first.';
};

/** The reasons why faults cannot affect the next run, by the id of the fault. A used-up fault is not listed. */
export const whyNot = (
  records: readonly FaultListed[],
  run: NextRun,
): ReadonlyMap<number, string> => {
  const { fileSize, chunkSize } = run;
  const isKnown = fileSize !== null && chunkSize !== null;
  const parts = isKnown ? Math.ceil(fileSize / chunkSize) : 1;
  const { faults, endedAt } = play(records, parts, run);
  const after = faults.list();
  return new Map(
    records.flatMap((record, index): [number, string][] => {
      const { seen = 0, struck = 0 } = after[index] ?? {};
      if (isUsedUp(record)) return [];
      const idle = withoutEffect(record.fault, run);
      if (idle !== null) return [[record.id, idle]];
      // Without a recording, nothing is known about its chunks.
      if (struck > record.struck || (!isKnown && record.fault.at === 'part')) return [];
      return [[record.id, reasonFor(record, seen - record.seen, parts, run, endedAt)]];
    }),
  );
};

/** How often each fault is expected to affect a run with this recording, which must be known. */
export const expectedStrikes = (
  faults: readonly Fault[],
  fileSize: number,
  chunkSize: number,
): readonly number[] => {
  const records = faults.map((fault, id) => ({ id, fault, seen: 0, struck: 0 }));
  const run: NextRun = { fileSize, chunkSize, hasUserToken: false };
  const { faults: played } = play(records, Math.ceil(fileSize / chunkSize), run);
  return played.list().map(({ struck }) => struck);
};

const SMALLEST_CHUNK = 1024;
/** More chunks would take too long. */
const MOST_PARTS = 1_000;

/**
 * The largest chunk size in bytes with which every fault can affect a run; null if the default does. If there is none,
 * the size with which the fewest faults cannot.
 */
export const chunkSizeFor = (
  faults: readonly Fault[],
  fileSize: number,
  defaultChunkSize: number,
): number | null => {
  const records = faults.map((fault, index) => ({
    ...{ id: index, fault, seen: 0, struck: 0, session: true },
  }));
  const idle = (chunkSize: number): number =>
    whyNot(records, { fileSize, chunkSize, hasUserToken: false }).size;
  let best: { readonly chunkSize: number | null; readonly idle: number } = {
    chunkSize: null,
    idle: idle(defaultChunkSize),
  };
  for (
    let chunkSize = 2 ** Math.floor(Math.log2(Math.min(defaultChunkSize, fileSize)));
    best.idle > 0 && chunkSize >= SMALLEST_CHUNK && fileSize / chunkSize <= MOST_PARTS;
    chunkSize /= 2
  ) {
    const count = idle(chunkSize);
    if (count < best.idle) best = { chunkSize, idle: count };
  }
  return best.chunkSize;
};
