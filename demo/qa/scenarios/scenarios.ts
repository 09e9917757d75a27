/** The section of scenarios: runs them one after the other, and keeps the list up to date. */
import { render } from 'lit';
import type { AudioTranscribe } from '../../../src/index.js';
import { ContractError } from '../../../src/protocol/read.js';
import { copyText } from '../../sales/copy-block.js';
import { loadSample } from '../files/files.js';
import type { FileRecipe } from '../files/recipe.js';
import type { SandboxClient } from '../sandbox-client.js';
import { BUILT_IN } from './built-in.js';
import {
  forgetRun,
  storedRun,
  storeRun,
  entryOf,
  withBegin,
  withOwn,
  withStep,
  withVerdict,
  type ListState,
} from './state.js';
import { putBack, runScenario, type Bench, type RunMemory } from './run.js';
import { parseScenarioText, type Scenario } from './scenario.js';
import { asJson, asTest, linkTo, scenarioIn } from './share.js';
import { scenarioList, type CopyAs, type ListActions } from './view.js';

/** Only one tab of the browser runs scenarios, because all tabs share their faults. */
const LOCK = 'audio-transcribe-scenarios';

const USUAL_FILE: FileRecipe = { format: 'wav', bytes: 330_000 };

const problemOf = (error: unknown): string =>
  error instanceof Error ? `${error.message.replace(/\.$/, '')}.` : 'Something went wrong.';

/** Renders the section. Continues a run that has reloaded the page. */
export const startScenarios = (
  place: HTMLElement,
  element: AudioTranscribe,
  sandbox: SandboxClient,
) => {
  let state: ListState = {
    entries: BUILT_IN.map((scenario) => entryOf(scenario, false)),
    queue: [],
    opened: null,
    editor: null,
    notice: '',
  };
  let stop = new AbortController();
  /** What must be put back; null if nothing is running. */
  let memory: RunMemory | null = null;
  let isReloading = false;

  const change = (next: ListState): void => {
    state = next;
    render(scenarioList(state, actions), place);
  };
  const say = (notice: string): void => change({ ...state, notice });

  const bench: Bench = {
    element,
    sandbox,
    loadSample,
    onStep: (step) => change(withStep(state, state.queue[0] ?? 0, step)),
    remember: (known) => {
      memory = known;
      storeRun({ state, memory: known, isReload: false });
    },
    reload: (known) => {
      isReloading = true;
      storeRun({ state, memory: known, isReload: true });
      location.reload();
      return new Promise(() => undefined);
    },
  };

  /** Runs the queue to its end, or until it is stopped. */
  const runQueue = async (reloaded: RunMemory | null): Promise<void> => {
    let before = reloaded;
    for (let [index] = state.queue; index !== undefined; [index] = state.queue) {
      const entry = state.entries[index];
      if (entry === undefined) return;
      memory = before;
      if (before === null) change(withBegin(state));
      const verdict = await runScenario(entry.scenario, bench, stop.signal, before);
      before = null;
      memory = null;
      isReloading = false;
      forgetRun();
      change(withVerdict(state, verdict));
    }
  };

  const start = async (
    queue: readonly number[],
    reloaded: RunMemory | null = null,
  ): Promise<void> => {
    stop = new AbortController();
    await navigator.locks.request(LOCK, { ifAvailable: reloaded === null }, async (lock) => {
      if (lock === null)
        return say('Scenarios are running in another tab. Wait, or stop them there.');
      change({ ...state, queue, notice: '' });
      return runQueue(reloaded);
    });
  };

  const copy = async (scenario: Scenario, as: CopyAs): Promise<void> => {
    const text = {
      link: () => linkTo(scenario, location.href),
      JSON: () => asJson(scenario),
      test: () => asTest(scenario),
    }[as]();
    const said = {
      link: 'The link was copied.',
      JSON: 'The JSON was copied.',
      test: 'The test was copied. Save it as test/e2e/NAME.spec.ts.',
    }[as];
    const refused = 'This browser does not let the page copy. Allow it to use the clipboard.';
    say((await copyText(text)) ? said : refused);
  };

  const edit = (scenario: Scenario): void => {
    change({ ...state, editor: { text: asJson(scenario), mistake: '' }, notice: '' });
    const field = place.querySelector<HTMLTextAreaElement>('#scenario-json');
    field?.focus();
    field?.scrollIntoView({ block: 'nearest' });
  };

  const draft = async (file: FileRecipe): Promise<void> => {
    try {
      const { faults, conditions } = await sandbox.settings();
      const link = Object.entries(conditions).filter(([, value]) => value !== null);
      edit({
        title: 'My scenario',
        file,
        faults,
        conditions: Object.fromEntries(link),
        expect: { state: 'ready', partsSentTwice: 0 },
      });
    } catch (error) {
      say(problemOf(error));
    }
  };

  const add = (): void => {
    if (state.editor === null) return;
    const { text } = state.editor;
    try {
      change(withOwn(state, parseScenarioText(text), 'The scenario was added.'));
      place.querySelector<HTMLElement>('.run .disclose')?.focus();
    } catch (error) {
      if (!(error instanceof ContractError)) throw error;
      const mistake = `${error.path === '' ? `The text ${error.problem}` : error.message}.`;
      change({ ...state, editor: { text, mistake } });
      place.querySelector<HTMLElement>('#scenario-json')?.focus();
    }
  };

  const actions: ListActions = {
    run: (index) => void start([index]),
    runAll: () => void start(state.entries.map((_, index) => index)),
    stop: () => stop.abort(),
    toggle: (index) => change({ ...state, opened: state.opened === index ? null : index }),
    copy: (scenario, as) => void copy(scenario, as),
    edit: (scenario) => (scenario === null ? void draft(USUAL_FILE) : edit(scenario)),
    changeText: (text) => change({ ...state, editor: { text, mistake: '' } }),
    add,
    closeEditor: () => change({ ...state, editor: null }),
  };

  addEventListener('pagehide', () => {
    if (memory !== null && !isReloading) sandbox.applyOnLeaving(memory.before);
  });

  /** Goes on with a run that has reloaded the page, or puts back what a closed page has left. */
  const goOn = async (): Promise<void> => {
    const stored = storedRun();
    if (stored === null) return forgetRun();
    change({ ...state, ...stored.state });
    if (stored.isReload) return start(stored.state.queue, stored.memory);
    change({ ...state, queue: [], notice: 'The run was stopped, because the page was left.' });
    await putBack(stored.memory, bench).then(forgetRun, () =>
      say('The sandbox does not answer, so faults of the stopped run may still be set.'),
    );
  };

  const addLinked = (): void => {
    try {
      const scenario = scenarioIn(location.search);
      if (scenario === null) return;
      change(withOwn(state, scenario, 'A scenario from a link was added. Read it, then run it.'));
    } catch (error) {
      if (!(error instanceof ContractError)) throw error;
      const what = error.path === '' ? error.problem : `is not valid: ${error.message}`;
      say(`The scenario in the link ${what}.`);
    }
  };

  change(state);
  if (storedRun() === null) addLinked();
  void goOn();
  return {
    /** Opens the editor with a scenario that has this file, and the faults and the link that are set now. */
    draft: (file: FileRecipe): void => void draft(file),
  };
};
