/** Keeps the console in sync with the sandbox: polls once a second, also while the sandbox is unreachable. */
import { html, render } from 'lit';
import type { AudioTranscribe } from '../../src/index.js';
import { faultQuery } from '../faults/link.js';
import { copyText } from '../sales/copy-block.js';
import type { Fault, FaultListed, LogEntry } from '../sandbox/index.js';
import { NO_CONDITIONS } from '../sandbox/sessions/conditions.js';
import {
  type Actions,
  INITIAL,
  lastNumber,
  mistakeIn,
  violationsIn,
  withNews,
  type ConsoleState,
} from './state.js';
import { faultForm, faultsAt, optionsFor, faultFrom, linkForm } from './fault-form.js';
import { faultList, presetList } from './fault-list.js';
import { NO_FILTER } from './log/filters.js';
import { logView } from './log/log-view.js';
import { copyReport, downloadHar, harFile } from './log/make-report.js';
import { OTHERS } from './log/run-view.js';
import { outcomeNow, watchOutcomes, type Outcome, groupLog, listRuns } from './log/runs.js';
import { PRESET_CHUNK_SIZE } from './presets.js';
import { createSandboxClient, SandboxGone, SandboxRefused } from './sandbox-client.js';
import { countOf, strip, taskList } from './task-list.js';

const ownFaults = (listed: readonly FaultListed[]): readonly Fault[] =>
  listed.flatMap(({ fault, session }) => (session ? [fault] : []));

/** The element in which each section of the console is rendered. */
export interface Places {
  readonly strip: HTMLElement;
  readonly faults: HTMLElement;
  readonly tasks: HTMLElement;
  readonly log: HTMLElement;
  /** The element that gets recordings. */
  readonly live: AudioTranscribe;
  /** The element that is shown: the live one, or one in a forced state. */
  readonly element: () => AudioTranscribe;
  /** Makes the log visible, also on a narrow page. */
  readonly showLog: () => void;
}

/** Polling interval in ms. */
const INTERVAL_MS = 1_000;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs until the page is closed. */
export const startConsole = (places: Places): void => {
  const client = createSandboxClient();
  let state = INITIAL;

  const draw = (): void => {
    const violations = violationsIn(state.log).length;
    document.title = `${violations === 0 ? '' : `${countOf(violations)}: `}QA console: audio-transcribe`;
    render(strip(state, actions), places.strip);
    render(
      html`
        <section aria-labelledby="faults-title">
          <h2 id="faults-title">Faults</h2>
          ${faultList(state, actions)} ${presetList(actions)} ${linkForm(state, actions)}
          ${faultForm(state, actions)}
        </section>
      `,
      places.faults,
    );
    render(taskList(state, actions), places.tasks);
    render(logView(state, actions), places.log);
  };

  const change = (changes: Partial<ConsoleState>): void => {
    state = { ...state, ...changes };
    draw();
  };

  const refresh = async (): Promise<void> => {
    // After an outage it may be another sandbox, whose numbers start again.
    const isWholeLog = state.connection !== 'here';
    try {
      const since = isWholeLog ? 0 : lastNumber(state.log);
      const [faults, active, tasks, entries] = await Promise.all([
        client.faults(),
        client.active(),
        client.tasks(),
        client.log(since),
      ]);
      const { ownConditions } = active ?? state;
      change(withNews(state, { faults, ownConditions, tasks, entries, isWholeLog }));
    } catch (error) {
      if (!(error instanceof SandboxGone) && !(error instanceof SandboxRefused)) throw error;
      change({ connection: 'gone' });
    }
  };

  /**
   * Sends a command to the sandbox and shows the result; returns false if it was rejected or the sandbox is
   * unreachable.
   */
  const act = async (work: () => Promise<unknown>, notice: string): Promise<boolean> => {
    try {
      await work();
    } catch (error) {
      if (error instanceof SandboxGone) change({ connection: 'gone' });
      else if (error instanceof SandboxRefused) change({ notice: error.message });
      else throw error;
      return false;
    }
    change({ notice });
    await refresh();
    return true;
  };

  const addFault = async (form: HTMLFormElement): Promise<void> => {
    const { catalogue } = state;
    if (catalogue === null) return;
    const [own, strike] = optionsFor(catalogue, state.form);
    const fault = faultFrom(new FormData(form), { ...own, ...strike });
    change({ mistake: null });
    try {
      await client.addFault(fault);
    } catch (error) {
      if (error instanceof SandboxGone) return change({ connection: 'gone' });
      if (!(error instanceof SandboxRefused)) throw error;
      const mistake = mistakeIn(error.message);
      change({ mistake });
      form.querySelector<HTMLElement>(`[name="option-${mistake.option}"]`)?.focus();
      return;
    }
    change({ notice: `${state.form.name} was added.` });
    await refresh();
  };

  /** All requests of a group of the log, whatever the filters hide, and what became of its recording. */
  const groupOf = (key: number): { entries: readonly LogEntry[]; outcome: Outcome } => {
    const { runs, others } = groupLog(state.log);
    const run = listRuns(runs, state.outcomes).find((it) => it.key === key);
    const entries = key === OTHERS ? others : (run?.entries ?? []);
    return { entries, outcome: run?.outcome ?? outcomeNow(places.element(), Date.now()) };
  };

  const copyLink = async (): Promise<void> => {
    const query = faultQuery({ faults: ownFaults(state.faults), conditions: state.ownConditions });
    const link = `${location.origin}${location.pathname}?${query}`;
    const isCopied = await copyText(link);
    change({ notice: isCopied ? 'The link was copied.' : `Copy this link: ${link}` });
  };

  const actions: Actions = {
    choosePlace: (at) => {
      if (state.catalogue === null) return;
      const names = faultsAt(state.catalogue.catalogue, at);
      const name = names.includes(state.form.name) ? state.form.name : (names[0] ?? 'status');
      change({ form: { at, name }, mistake: null });
    },
    chooseFault: (name) => change({ form: { ...state.form, name }, mistake: null }),
    addFault: (form) => void addFault(form),
    removeFault: (id) => void act(() => client.removeFault(id), 'The fault was removed.'),
    copyLink: () => void copyLink(),
    setConditions: (conditions) =>
      void act(() => client.setConditions(conditions), 'The link is set.'),
    clearFaults: () =>
      void act(
        () => client.apply({ faults: [], conditions: NO_CONDITIONS }),
        'All faults were cleared, and the link is as usual.',
      ),
    usePreset: ({ title, faults }) =>
      void act(() => {
        const conditions = { ...state.ownConditions, chunkSize: PRESET_CHUNK_SIZE };
        return client.apply({ faults, conditions });
      }, `“${title}” is set.`),
    revoke: (id) => void act(() => client.revoke(id), 'The task was revoked.'),
    filterLog: (filter) => change({ filter }),
    showViolations: () => {
      change({ filter: { ...NO_FILTER, rule: 'broken' }, pausedAt: null });
      places.showLog();
      const title = places.log.querySelector<HTMLElement>('#log-title');
      title?.scrollIntoView({ block: 'start' });
      title?.focus({ preventScroll: true });
    },
    togglePause: () => change({ pausedAt: state.pausedAt === null ? lastNumber(state.log) : null }),
    clearLog: () =>
      void act(async () => {
        await client.clearLog();
        state = { ...state, log: [], outcomes: [], pausedAt: null };
      }, 'The log was cleared.'),
    toggleRun: (key, isOpen) =>
      change({ toggledRuns: new Map(state.toggledRuns).set(key, isOpen) }),
    toggleRow: (number) => {
      const openRows = new Set(state.openRows);
      if (!openRows.delete(number)) openRows.add(number);
      change({ openRows });
    },
    showAllRows: (key) => change({ allRows: new Set(state.allRows).add(key) }),
    showMoreRuns: () => change({ runsShown: state.runsShown + 20 }),
    copyReport: (key) => {
      const { entries, outcome } = groupOf(key);
      void copyReport(outcome, entries, state.faults).then((notice) => change({ notice }));
    },
    downloadHar: (key) => {
      const { entries, outcome } = groupOf(key);
      downloadHar(harFile(outcome, entries));
      change({ notice: 'The HAR file was downloaded.' });
    },
  };

  const run = async (): Promise<never> => {
    for (;;) {
      await refresh();
      await wait(INTERVAL_MS);
    }
  };
  watchOutcomes(places.live, (outcome) => {
    const tried = new Set(state.faults.map(({ id }) => id));
    change({ outcomes: [...state.outcomes, outcome] });
    void refresh().then(() => change({ tried }));
  });
  draw();
  void run();
};
