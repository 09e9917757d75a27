/** The state of the console and its updates. */
import type {
  Conditions,
  FaultListed,
  FaultName,
  FaultPlace,
  LogEntry,
  TaskListed,
} from '../sandbox/index.js';
import { matches, NO_FILTER, type LogFilter } from './log/filters.js';
import type { Outcome } from './log/runs.js';
import type { FaultsAnswer } from './sandbox-client.js';
import type { Preset } from './presets.js';

export interface ConsoleState {
  readonly connection: 'connecting' | 'here' | 'gone';
  readonly catalogue: Pick<FaultsAnswer, 'catalogue' | 'strike'> | null;
  readonly faults: readonly FaultListed[];
  /** The conditions that this visitor has set. */
  readonly ownConditions: Conditions;
  /** The ids of the faults that were set when the last recording ended. */
  readonly tried: ReadonlySet<number>;
  readonly tasks: readonly TaskListed[];
  /** In the order of the responses. */
  readonly log: readonly LogEntry[];
  /** What became of the recordings of the element, oldest first. */
  readonly outcomes: readonly Outcome[];
  readonly filter: LogFilter;
  /** The groups of the log that the user has opened (true) or closed (false), by their key. */
  readonly toggledRuns: ReadonlyMap<number, boolean>;
  /** The keys of the groups that show all their requests. */
  readonly allRows: ReadonlySet<number>;
  /** The numbers of the requests whose details are shown. */
  readonly openRows: ReadonlySet<number>;
  /** Maximum number of recordings in the log. */
  readonly runsShown: number;
  /** While the log is paused: the number of the last visible entry; else null. */
  readonly pausedAt: number | null;
  /** The values of the form. */
  readonly form: { readonly at: FaultPlace; readonly name: FaultName };
  /** The sandbox's error for the form, and the option it refers to. */
  readonly mistake: { readonly option: string; readonly message: string } | null;
  /** The latest status message, which is also announced to screen readers. */
  readonly notice: string;
}

export const INITIAL: ConsoleState = {
  connection: 'connecting',
  catalogue: null,
  faults: [],
  ownConditions: { chunkSize: null, bytesPerSecond: null, latencyMs: null },
  tried: new Set(),
  tasks: [],
  log: [],
  outcomes: [],
  filter: NO_FILTER,
  toggledRuns: new Map(),
  allRows: new Set(),
  openRows: new Set(),
  runsShown: 10,
  pausedAt: null,
  form: { at: 'part', name: 'status' },
  mistake: null,
  notice: '',
};

/** The same maximum as in the sandbox. */
const MOST_ENTRIES = 10_000;

export const lastNumber = (log: readonly LogEntry[]): number => log.at(-1)?.number ?? 0;

export const violationsIn = (log: readonly LogEntry[]): readonly LogEntry[] =>
  log.filter(({ violation }) => violation !== undefined);

/** The sandbox's response: the whole log, or only its new entries. */
export interface News {
  readonly faults: FaultsAnswer;
  readonly ownConditions: Conditions;
  readonly tasks: readonly TaskListed[];
  readonly entries: readonly LogEntry[];
  readonly isWholeLog: boolean;
}

const noticeOf = (state: ConsoleState, added: readonly LogEntry[]): string => {
  const broken = violationsIn(added).at(-1);
  if (broken?.violation !== undefined) return `A rule was broken. ${broken.violation}`;
  return state.connection === 'gone' ? 'The sandbox is back.' : state.notice;
};

const isOwn = (entry: LogEntry): boolean => 'session' in entry && entry.session !== undefined;

/** Leaves out the preflights from before this visitor's first request: they are of others. */
const withoutForeign = (
  known: readonly LogEntry[],
  added: readonly LogEntry[],
): readonly LogEntry[] => {
  if (known.some(isOwn)) return added;
  const first = added.findIndex(isOwn);
  return added.filter(({ method }, index) => method !== 'OPTIONS' || (first >= 0 && index > first));
};

export const withNews = (state: ConsoleState, news: News): ConsoleState => {
  const known = news.isWholeLog ? 0 : lastNumber(state.log);
  const before = news.isWholeLog ? [] : state.log;
  const added = withoutForeign(
    before,
    news.entries.filter(({ number }) => number > known),
  );
  const log = [...before, ...added].slice(-MOST_ENTRIES);
  const { catalogue, strike, faults } = news.faults;
  const seen = new Set(state.log.map(({ number }) => number));
  return {
    ...state,
    connection: 'here',
    catalogue: state.catalogue ?? { catalogue, strike },
    faults,
    ownConditions: news.ownConditions,
    tasks: news.tasks,
    log,
    // Violations from before the page was opened are counted but not announced.
    notice: noticeOf(
      state,
      state.connection === 'connecting' ? [] : added.filter(({ number }) => !seen.has(number)),
    ),
  };
};

/** The visible log entries, in the order of the responses. */
export const shownEntries = ({ log, filter, pausedAt }: ConsoleState): readonly LogEntry[] =>
  log.filter((entry) => (pausedAt === null || entry.number <= pausedAt) && matches(entry, filter));

/** Splits a message that starts with a path such as `faults[0].status` into the option and the text to show. */
export const mistakeIn = (message: string): NonNullable<ConsoleState['mistake']> => {
  const [, option = '', rest = message] =
    /^faults\[0\]\.([\w-]+)(.*)$/is.exec(message) ?? ([] as readonly string[]);
  return { option, message: option === '' ? message : `${option}${rest}` };
};

/** The user's actions in the console. */
export interface Actions {
  readonly choosePlace: (at: FaultPlace) => void;
  readonly chooseFault: (name: FaultName) => void;
  readonly addFault: (form: HTMLFormElement) => void;
  readonly removeFault: (id: number) => void;
  readonly clearFaults: () => void;
  /** Copies a link that sets the same faults and conditions. */
  readonly copyLink: () => void;
  /** As typed; the sandbox validates them. */
  readonly setConditions: (conditions: Readonly<Record<string, unknown>>) => void;
  readonly usePreset: (preset: Preset) => void;
  readonly revoke: (id: string) => void;
  readonly filterLog: (filter: LogFilter) => void;
  readonly showViolations: () => void;
  readonly togglePause: () => void;
  readonly clearLog: () => void;
  readonly toggleRun: (key: number, isOpen: boolean) => void;
  readonly toggleRow: (number: number) => void;
  readonly showAllRows: (key: number) => void;
  readonly showMoreRuns: () => void;
  readonly copyReport: (key: number) => void;
  readonly downloadHar: (key: number) => void;
}
