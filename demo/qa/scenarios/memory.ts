/** What survives a reload of the page in the middle of a run. Session storage keeps it, so each tab has its own. */
import { isObject } from '../../../src/protocol/read.js';
import { BUILT_IN } from './built-in.js';
import type { RunMemory, Verdict } from './run.js';
import { parseScenario } from './scenario.js';
import { entryOf, type Entry, type ListState } from './state.js';

const KEY = 'audio-transcribe-scenarios';

export interface StoredRun {
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
