/** Groups the log into runs: the requests of one recording, from its upload plan to its task. */
import type { AudioTranscribe, Diagnostics } from '../../../src/index.js';
import type { LogEntry, TaskListed } from '../../sandbox/index.js';

// What became of each recording of the element: recorded when it ends, so that a later one
// changes nothing of it.

export interface Outcome {
  /** When the element got the recording, and when it ended, in ms since 1970. */
  readonly from: number;
  readonly to: number;
  /** The code of the element's error, and why it happened; null without an error. */
  readonly error: { readonly code: string; readonly reason: string | null } | null;
  readonly diagnostics: Diagnostics;
  /** The element's settings that differ from their defaults, without addresses and names. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** Settings without an address, a name or a function. */
const OPTIONS = [
  ...['language', 'model', 'detectionLevel', 'decodeSilence', 'diarization', 'returnEmbedding'],
  ...['sources', 'manualStart', 'multiple', 'maxSize', 'maxDuration', 'noConvert', 'noStorage'],
  ...['readOnly', 'compact', 'required', 'disabled'],
] as readonly (keyof AudioTranscribe)[];

const optionsOf = (element: AudioTranscribe): Readonly<Record<string, unknown>> => {
  const usual = document.createElement('audio-transcribe');
  return Object.fromEntries(
    OPTIONS.filter((name) => element[name] !== usual[name]).map((name) => [name, element[name]]),
  );
};

/** What the element would report now. `from`: when it got its recording, in ms since 1970. */
export const outcomeNow = (element: AudioTranscribe, from: number): Outcome => ({
  from,
  to: Date.now(),
  error: element.error && {
    code: element.error.code,
    reason: element.error.failure?.reason ?? null,
  },
  diagnostics: element.diagnostics(),
  options: optionsOf(element),
});

const isAtRest = (state: AudioTranscribe['state']): boolean =>
  ['idle', 'ready', 'failed'].includes(state);

/** Calls `onOutcome` at the end of each recording, also of one that is refused before any request. */
export const watchOutcomes = (
  element: AudioTranscribe,
  onOutcome: (outcome: Outcome) => void,
): void => {
  let from = Date.now();
  element.addEventListener('transcribe-state', ({ state, previousState }) => {
    if (isAtRest(previousState)) from = Date.now();
    if (isAtRest(state) && (!isAtRest(previousState) || state === 'failed'))
      onOutcome(outcomeNow(element, from));
  });
};

interface Run {
  /** The number of its first request. */
  readonly key: number;
  /** Oldest first. */
  readonly entries: readonly LogEntry[];
  /** Uploads, files and tasks. */
  readonly ids: ReadonlySet<string>;
}

/** A recording as the log lists it. */
export interface ListedRun extends Run {
  /** Counts from the first recording, so that two of the same size can be told apart. */
  readonly number: number;
  /** Null while the recording is under way, or if another page sent it. */
  readonly outcome: Outcome | null;
}

interface GroupedLog {
  /** Newest first. */
  readonly runs: readonly Run[];
  /** The requests that belong to no recording, such as those for tokens. Oldest first. */
  readonly others: readonly LogEntry[];
}

interface OpenRun {
  readonly entries: LogEntry[];
  readonly ids: Set<string>;
}

/** An upload plan that was refused names no id: it belongs to the next plan of its session. */
const isBeforePlan = ({ kind, method, ids = [] }: LogEntry): boolean =>
  kind === 'upload-plan' && method === 'POST' && ids.length === 0;

const sessionOf = (entry: LogEntry): string =>
  'session' in entry && typeof entry.session === 'string' ? entry.session : '';

/** Requests that share an id are in one run. The log must be in the order of the responses. */
export const groupLog = (log: readonly LogEntry[]): GroupedLog => {
  const byId = new Map<string, OpenRun>();
  const runs = new Set<OpenRun>();
  const planless = new Map<string, OpenRun>();
  const others: LogEntry[] = [];

  const merge = (into: OpenRun, other: OpenRun): void => {
    into.entries.push(...other.entries);
    for (const id of other.ids) {
      into.ids.add(id);
      byId.set(id, into);
    }
    runs.delete(other);
  };
  const begin = (): OpenRun => {
    const run = { entries: [], ids: new Set<string>() };
    runs.add(run);
    return run;
  };

  for (const entry of log) {
    const session = sessionOf(entry);
    if (isBeforePlan(entry)) {
      const run = planless.get(session) ?? begin();
      planless.set(session, run);
      run.entries.push(entry);
      continue;
    }
    const { ids = [] } = entry;
    if (ids.length === 0) {
      others.push(entry);
      continue;
    }
    const known = new Set(ids.map((id) => byId.get(id)).filter((run) => run !== undefined));
    const [first = begin(), ...rest] = known;
    for (const other of rest) merge(first, other);
    const before = entry.kind === 'upload-plan' ? planless.get(session) : undefined;
    if (before !== undefined) {
      planless.delete(session);
      merge(first, before);
    }
    first.entries.push(entry);
    for (const id of ids) {
      first.ids.add(id);
      byId.set(id, first);
    }
  }

  const closed = [...runs].map(({ entries, ids }) => {
    const sorted = entries.toSorted((one, other) => one.number - other.number);
    return { key: sorted[0]?.number ?? 0, entries: sorted, ids };
  });
  return { runs: closed.sort((one, other) => other.key - one.key), others };
};

const startOf = ({ entries }: Run): number => entries[0]?.at ?? 0;

/**
 * Adds to each run what became of it, and a run without requests for each recording that was refused before any. Newest
 * first.
 */
export const listRuns = (
  runs: readonly Run[],
  outcomes: readonly Outcome[],
): readonly ListedRun[] => {
  const outcomeOf = (run: Run): Outcome | null =>
    outcomes.findLast(({ from, to }) => startOf(run) >= from && startOf(run) <= to) ?? null;
  const sent = runs.map((run) => ({ run, outcome: outcomeOf(run), at: startOf(run) }));
  const silent = outcomes
    .filter((outcome) => outcome.error !== null && !sent.some((it) => it.outcome === outcome))
    .map((outcome) => ({
      // No request has a negative number.
      run: { key: -outcome.from, entries: [], ids: new Set<string>() },
      outcome,
      at: outcome.from,
    }));
  return [...sent, ...silent]
    .sort((one, other) => one.at - other.at)
    .map(({ run, outcome }, index) => ({ ...run, outcome, number: index + 1 }))
    .reverse();
};

export interface RunFacts {
  /** From the plan, e.g. `WAV`; empty if it is unknown. */
  readonly fileType: string;
  /** In bytes; null if it is unknown. */
  readonly fileSize: number | null;
  /** In ms of the sandbox's clock. */
  readonly from: number;
  readonly to: number;
  /** Parts that were stored, and requests that sent a part again. */
  readonly partsStored: number;
  readonly partsRepeated: number;
  readonly faults: number;
  readonly violations: number;
  /** The status of its latest task; empty if it has none. */
  readonly status: string;
}

const bodyOf = (entry: LogEntry | undefined): Readonly<Record<string, unknown>> =>
  (entry?.requestBody ?? {}) as Readonly<Record<string, unknown>>;

/** When the response began, or when the request arrived if there was none. In ms. */
export const endOf = ({ at, ms }: LogEntry): number => at + (ms ?? 0);

export const factsOf = ({ entries, ids }: Run, tasks: readonly TaskListed[]): RunFacts => {
  const { filesize, filetype } = bodyOf(
    entries.find(({ kind, ids: own = [] }) => kind === 'upload-plan' && own.length > 0),
  );
  const parts = entries.filter(({ kind, method }) => kind === 'part' && method === 'PUT');
  const stored = parts.filter(({ status }) => status === 200).map(({ partNumber }) => partNumber);
  const sent = new Set(parts.map(({ partNumber }) => partNumber));
  return {
    fileType: typeof filetype === 'string' ? filetype.toUpperCase() : '',
    fileSize: typeof filesize === 'number' ? filesize : null,
    from: Math.min(...entries.map(({ at }) => at)),
    to: Math.max(...entries.map(endOf)),
    partsStored: new Set(stored).size,
    partsRepeated: parts.length - sent.size,
    faults: entries.filter(({ fault }) => fault !== undefined).length,
    violations: entries.filter(({ violation }) => violation !== undefined).length,
    status: tasks.findLast(({ id }) => ids.has(id))?.status ?? '',
  };
};

/** One to four round times on an axis that is `span` ms long, in ms. */
export const ticksOf = (span: number): readonly number[] => {
  if (span <= 0) return [0];
  const power = 10 ** Math.floor(Math.log10(span));
  const step =
    [0.5, 1, 2, 5, 10].map((factor) => factor * power).find((one) => span / one < 2.9) ?? power;
  return Array.from({ length: Math.floor(span / step) + 1 }, (_, index) => index * step);
};
