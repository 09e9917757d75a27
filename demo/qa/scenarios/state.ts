/** The state of the scenario list. */
import { type Scenario, parseScenario } from './scenario.js';
import type { Verdict, RunMemory } from './run.js';
import { isObject } from '../../../src/protocol/read.js';
import { BUILT_IN } from './built-in.js';

export interface Entry {
  readonly scenario: Scenario;
  /** False for a built-in scenario. */
  readonly isOwn: boolean;
  /** Null before its first run. */
  readonly verdict: Verdict | null;
  /** What its last run did, in order. */
  readonly steps: readonly string[];
}

export interface ListState {
  readonly entries: readonly Entry[];
  /** The entries to run, the running one first. Empty if none is running. */
  readonly queue: readonly number[];
  /** The entry whose details are shown. */
  readonly opened: number | null;
  /** The text of the editor, and what is wrong with it; null while it is closed. */
  readonly editor: { readonly text: string; readonly mistake: string } | null;
  /** A message about the last action. */
  readonly notice: string;
}

export const entryOf = (scenario: Scenario, isOwn: boolean): Entry => ({
  scenario,
  isOwn,
  verdict: null,
  steps: [],
});

const withEntry = (state: ListState, index: number, changes: Partial<Entry>): ListState => ({
  ...state,
  entries: state.entries.map((entry, at) => (at === index ? { ...entry, ...changes } : entry)),
});

/** Puts an own scenario first, and shows it. The running one keeps its place in the queue. */
export const withOwn = (state: ListState, scenario: Scenario, notice: string): ListState => ({
  ...state,
  entries: [entryOf(scenario, true), ...state.entries],
  queue: state.queue.map((index) => index + 1),
  opened: 0,
  editor: null,
  notice,
});

/** Adds a step. The progress of the upload replaces the one before. */
export const withStep = (state: ListState, index: number, step: string): ListState => {
  const { steps = [] } = state.entries[index] ?? {};
  const last = steps.at(-1) ?? '';
  if (last === step) return state;
  const isUpdate = /^Element: uploading/.test(last) && /^Element: uploading/.test(step);
  return withEntry(state, index, { steps: [...(isUpdate ? steps.slice(0, -1) : steps), step] });
};

/** The run of the first entry in the queue begins. */
export const withBegin = (state: ListState): ListState => {
  const [index = 0] = state.queue;
  return withEntry(state, index, { verdict: null, steps: [] });
};

/** The run of the first entry in the queue has ended. */
export const withVerdict = (state: ListState, verdict: Verdict): ListState => {
  const [index = 0, ...rest] = state.queue;
  const queue = verdict.kind === 'stopped' ? [] : rest;
  const ended = withEntry({ ...state, queue }, index, { verdict });
  return { ...ended, notice: queue.length === 0 ? summaryOf(ended) : state.notice };
};

/** How many runs passed and failed, in words. */
const summaryOf = ({ entries }: ListState): string => {
  const count = (kind: Verdict['kind']): number =>
    entries.filter(({ verdict }) => verdict?.kind === kind).length;
  const failed = count('failed');
  return `${count('passed')} passed, ${failed} failed, ${entries.length - count('passed') - failed} not run.`;
};

// What survives a reload of the page in the middle of a run. Session storage keeps it, so each
// tab has its own.

const KEY = 'audio-transcribe-scenarios';

interface StoredRun {
  readonly state: Pick<ListState, 'entries' | 'queue'>;
  readonly memory: RunMemory;
  /** True if the run itself reloads the page. False if the user leaves it, which ends the run. */
  readonly isReload: boolean;
}

/** Own scenarios are stored whole, built-in ones by their place. */
export const storeRun = ({ state, ...rest }: StoredRun): void => {
  const entries = state.entries.map(({ scenario, isOwn, verdict, steps }) => ({
    ...(isOwn ? { scenario } : {}),
    verdict,
    steps,
  }));
  sessionStorage.setItem(KEY, JSON.stringify({ ...rest, queue: state.queue, entries }));
};

export const forgetRun = (): void => sessionStorage.removeItem(KEY);

interface StoredEntry extends Pick<Entry, 'verdict' | 'steps'> {
  readonly scenario?: unknown;
}

/** Only this page writes what is read here, but perhaps another version of it. Null if it does not fit. */
export const storedRun = (): StoredRun | null => {
  try {
    const json: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    if (!isObject(json)) return null;
    const stored = json as unknown as Omit<StoredRun, 'state'> & {
      readonly queue: readonly number[];
      readonly entries: readonly StoredEntry[];
    };
    const own = stored.entries.filter(({ scenario }) => scenario !== undefined);
    if (stored.entries.length - own.length !== BUILT_IN.length) return null;
    const entries = [
      ...own.map(({ scenario }) => entryOf(parseScenario(scenario, ''), true)),
      ...BUILT_IN.map((scenario) => entryOf(scenario, false)),
    ].map((entry, index): Entry => {
      const { verdict = null, steps = [] } = stored.entries[index] ?? {};
      return { ...entry, verdict: verdict satisfies Verdict | null, steps };
    });
    const { memory, isReload } = stored;
    return { state: { entries, queue: stored.queue }, memory, isReload };
  } catch {
    return null;
  }
};
