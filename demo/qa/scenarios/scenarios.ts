/** The section of scenarios: runs them one after the other, and shows their results. */
import { html, nothing, render, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import type { AudioTranscribe } from '../../../src/index.js';
import { copyText } from '../../sales/copy-block.js';
import { loadSample } from '../files/files.js';
import type { SandboxClient } from '../sandbox-client.js';
import { SCENARIOS, type Scenario } from './catalogue.js';
import { runScenario, type Bench, type RunMemory, type Verdict } from './run.js';

/** Scenarios are named by their titles. */
interface ListState {
  /** The results of the last runs. */
  readonly verdicts: Readonly<Record<string, Verdict>>;
  /** The scenarios to run, the running one first. */
  readonly queue: readonly string[];
  /** What the running one does now. */
  readonly step: string;
  /** The scenario whose data is shown. */
  readonly opened: string | null;
  /** A message about the last action. */
  readonly notice: string;
}

/** Only one tab of the browser runs scenarios, because all tabs share their faults. */
const LOCK = 'audio-transcribe-scenarios';

/** What survives the reload that a run asks for. Session storage keeps it, so each tab has its own. */
const KEY = 'audio-transcribe-scenarios';

interface StoredRun extends Pick<ListState, 'verdicts' | 'queue'> {
  readonly memory: RunMemory;
}

/** The run that has reloaded the page; null if there is none. */
const takeStoredRun = (): StoredRun | null => {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return JSON.parse(text ?? 'null') as StoredRun | null;
};

/** A link that opens the scenario in the console. It runs only after a click. */
const linkTo = ({ title }: Scenario): string =>
  `${location.origin}${location.pathname}?${new URLSearchParams({ scenario: title }).toString()}`;

const summaryOf = (verdicts: ListState['verdicts']): string => {
  const count = (kind: Verdict['kind']): number =>
    Object.values(verdicts).filter((verdict) => verdict.kind === kind).length;
  const [passed, failed] = [count('passed'), count('failed')];
  return `${passed} passed, ${failed} failed, ${SCENARIOS.length - passed - failed} not run.`;
};

/** The text of the second column, and its class. */
const resultOf = (
  title: string,
  { queue, verdicts }: ListState,
): { readonly kind: string; readonly text: string } => {
  const verdict = verdicts[title];
  if (queue[0] === title) return { kind: 'running', text: 'Running' };
  if (queue.includes(title)) return { kind: 'waiting', text: 'Waiting' };
  if (verdict === undefined) return { kind: 'waiting', text: 'Not run' };
  const { kind, seconds } = verdict;
  if (kind === 'stopped') return { kind: 'waiting', text: 'Stopped' };
  const words = kind === 'passed' ? 'Passed in' : 'Failed after';
  return { kind, text: `${words} ${seconds.toFixed(1)} s` };
};

/** Renders the section. Continues a run that has reloaded the page. */
export const startScenarios = (
  place: HTMLElement,
  element: AudioTranscribe,
  sandbox: SandboxClient,
): void => {
  let state: ListState = { verdicts: {}, queue: [], step: '', opened: null, notice: '' };
  let stop = new AbortController();
  /** What must be put back; null if nothing is running. */
  let memory: RunMemory | null = null;
  let isReloading = false;

  const change = (changes: Partial<ListState>): void => {
    state = { ...state, ...changes };
    render(section(), place);
  };

  const bench: Bench = {
    ...{ element, sandbox, loadSample },
    onStep: (step) => change({ step }),
    remember: (known) => {
      memory = known;
    },
    reload: (known) => {
      isReloading = true;
      const { verdicts, queue } = state;
      const run: StoredRun = { verdicts, queue, memory: known };
      sessionStorage.setItem(KEY, JSON.stringify(run));
      location.reload();
      return new Promise(() => undefined);
    },
  };

  /** Runs the queue to its end, or until it is stopped. */
  const runQueue = async (reloaded: RunMemory | null): Promise<void> => {
    let before = reloaded;
    for (let [title] = state.queue; title !== undefined; [title] = state.queue) {
      const scenario = SCENARIOS.find((it) => it.title === title);
      if (scenario === undefined) return change({ queue: [] });
      memory = before;
      change({ step: 'Starting' });
      const verdict = await runScenario(scenario, bench, stop.signal, before);
      before = null;
      memory = null;
      isReloading = false;
      const queue = verdict.kind === 'stopped' ? [] : state.queue.slice(1);
      change({ queue, verdicts: { ...state.verdicts, [title]: verdict } });
    }
    change({ notice: summaryOf(state.verdicts) });
  };

  const start = async (
    queue: readonly string[],
    reloaded: RunMemory | null = null,
  ): Promise<void> => {
    stop = new AbortController();
    await navigator.locks.request(LOCK, { ifAvailable: reloaded === null }, async (lock) => {
      if (lock === null)
        return change({
          notice: 'Scenarios are running in another tab. Wait, or stop them there.',
        });
      change({ queue, notice: '' });
      return runQueue(reloaded);
    });
  };

  const copyLink = async (scenario: Scenario): Promise<void> => {
    const refused = 'This browser does not let the page copy. Allow it to use the clipboard.';
    change({ notice: (await copyText(linkTo(scenario))) ? 'The link was copied.' : refused });
  };

  const details = (scenario: Scenario): TemplateResult => {
    const { title, about, ...data } = scenario;
    return html`
      <p>${about}</p>
      <pre tabindex="0" dir="ltr" aria-label=${`“${title}” as data`}>
${JSON.stringify(data, null, 2)}</pre>
      <div class="buttons">
        <button type="button" @click=${() => void copyLink(scenario)}>Copy as link</button>
      </div>
    `;
  };

  const row = (scenario: Scenario, index: number): TemplateResult => {
    const { title } = scenario;
    const isOpen = state.opened === title;
    const { kind, text } = resultOf(title, state);
    const reasons = kind === 'failed' ? (state.verdicts[title]?.reasons ?? []) : [];
    const hasMore = isOpen || kind === 'running' || reasons.length > 0;
    return html`
      <tbody class=${classMap({ run: true, open: isOpen })}>
        <tr>
          <th scope="row">
            <button
              type="button"
              class="disclose"
              aria-expanded=${isOpen}
              aria-controls=${isOpen ? `scenario-${index}` : nothing}
              @click=${() => change({ opened: isOpen ? null : title })}
            >
              ${title}
            </button>
          </th>
          <td><span class=${`verdict ${kind}`}>${text}</span></td>
          <td>
            <button
              type="button"
              aria-label=${`Run “${title}”`}
              ?disabled=${state.queue.length > 0}
              @click=${() => void start([title])}
            >
              Run
            </button>
          </td>
        </tr>
        ${
          hasMore
            ? html`
                <tr>
                  <td colspan="3" id=${`scenario-${index}`} class="more">
                    ${kind === 'running' ? html`<p class="step">${state.step}</p>` : nothing}
                    ${
                      reasons.length === 0
                        ? nothing
                        : html`
                            <ul class="reasons" aria-label="Reasons">
                              ${reasons.map((reason) => html`<li dir="auto">${reason}</li>`)}
                            </ul>
                          `
                    }
                    ${isOpen ? details(scenario) : nothing}
                  </td>
                </tr>
              `
            : nothing
        }
      </tbody>
    `;
  };

  const section = (): TemplateResult => html`
    <section aria-labelledby="scenarios-title">
      <div class="heading">
        <h2 id="scenarios-title">Scenarios</h2>
        ${
          state.queue.length > 0
            ? html`<button type="button" id="run-all" @click=${() => stop.abort()}>Stop</button>`
            : html`<button
                type="button"
                class="primary"
                id="run-all"
                @click=${() => void start(SCENARIOS.map(({ title }) => title))}
              >
                Run all
              </button>`
        }
      </div>
      <p class="hint">
        A run cancels what the element of this page is doing. Afterwards, your faults and link are
        as before.
      </p>
      <p class="summary" role="status">${state.notice}</p>
      <table class="runs">
        <caption class="visually-hidden">
          Scenarios and their results
        </caption>
        <thead class="visually-hidden">
          <tr>
            <th scope="col">Scenario</th>
            <th scope="col">Result</th>
            <th scope="col">Run</th>
          </tr>
        </thead>
        ${SCENARIOS.map(row)}
      </table>
    </section>
  `;

  addEventListener('pagehide', () => {
    if (memory !== null && !isReloading) sandbox.applyOnLeaving(memory.before);
  });

  change({ opened: new URLSearchParams(location.search).get('scenario') });
  place.querySelector('.run.open')?.scrollIntoView({ block: 'nearest' });
  const stored = takeStoredRun();
  if (stored === null) return;
  const { memory: known, queue, verdicts } = stored;
  change({ verdicts });
  void start(queue, known);
};
