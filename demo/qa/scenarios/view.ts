/** The table of scenarios, their details and the editor. */
import { html, nothing, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { sizeText, DAMAGES, nameOf } from '../files/recipe.js';
import { demandedStrikes, faultName } from './run.js';
import type { Scenario } from './scenario.js';
import type { Entry, ListState } from './state.js';

export type CopyAs = 'link' | 'JSON' | 'test';

export interface ListActions {
  readonly run: (index: number) => void;
  readonly runAll: () => void;
  readonly stop: () => void;
  readonly toggle: (index: number) => void;
  readonly copy: (scenario: Scenario, as: CopyAs) => void;
  readonly edit: (scenario: Scenario | null) => void;
  readonly changeText: (text: string) => void;
  readonly add: () => void;
  readonly closeEditor: () => void;
}

const list = (...items: readonly (string | false | undefined)[]): string =>
  items.filter((item) => Boolean(item)).join(', ');

/** The facts of a scenario by their terms. `struck`: how often each fault struck in the last run. */
const factsOf = (
  { file, faults = [], conditions = {}, options = {}, interruption, expect }: Scenario,
  struck: readonly number[] | undefined,
): readonly (readonly [term: string, text: string])[] => {
  const { chunkSize, bytesPerSecond, latencyMs } = conditions;
  const facts = {
    File: `${list(
      file.format.toUpperCase(),
      file.bytes !== undefined && sizeText(file.bytes),
      file.seconds !== undefined && `${file.seconds} s`,
    )}${file.damage === undefined ? '' : `. ${DAMAGES[file.damage]}`}. “${nameOf(file)}”`,
    Faults: faults
      .map((fault, index) => {
        const did = struck === undefined ? '' : `struck ${struck[index] ?? 0} ×, `;
        return `${faultName(fault)} (${did}expected at least ${demandedStrikes(fault)} ×)`;
      })
      .join('; '),
    Link: list(
      chunkSize !== undefined && `chunks of ${sizeText(chunkSize)}`,
      bytesPerSecond !== undefined && `${sizeText(bytesPerSecond)}/s`,
      latencyMs !== undefined && `latency ${latencyMs} ms`,
    ),
    Options: list(...Object.entries(options).map(([name, value]) => `${name}: ${value}`)),
    Interruption:
      interruption &&
      `${interruption.by === 'pause' ? 'Pause' : 'Reload'} after ${interruption.afterParts} parts`,
    Expected: list(
      expect.error === undefined ? expect.state : `${expect.state} (${expect.error})`,
      `parts sent twice: at most ${expect.partsSentTwice ?? 0}`,
      expect.plans !== undefined && `upload plans: ${expect.plans}`,
      'no violation',
    ),
  };
  return Object.entries(facts).flatMap(([term, text]) => (text ? [[term, text] as const] : []));
};

const VERDICTS = { passed: 'Passed in', failed: 'Failed after' } as const;

const verdictOf = ({ verdict }: Entry, place: 'running' | 'waiting' | 'idle') => {
  if (place === 'running') return { kind: 'running', text: 'Running' };
  if (place === 'waiting') return { kind: 'waiting', text: 'Waiting' };
  if (verdict === null) return { kind: 'waiting', text: 'Not run' };
  const { kind, seconds } = verdict;
  return kind === 'stopped'
    ? { kind: 'waiting', text: 'Stopped' }
    : { kind, text: `${VERDICTS[kind]} ${seconds.toFixed(1)} s` };
};

const details = ({ scenario, steps, verdict }: Entry, actions: ListActions): TemplateResult => html`
  ${scenario.about === undefined ? nothing : html`<p>${scenario.about}</p>`}
  <dl>
    ${factsOf(scenario, verdict?.struck).map(
      ([term, text]) =>
        html`<dt>${term}</dt>
          <dd dir="auto">${text}</dd>`,
    )}
  </dl>
  ${
    steps.length === 0
      ? nothing
      : html`
          <p class="minor" id="steps-title">What the run did:</p>
          <ol class="steps" aria-labelledby="steps-title">
            ${steps.map((step) => html`<li>${step}</li>`)}
          </ol>
        `
  }
  <div class="buttons">
    ${(['link', 'JSON', 'test'] as const).map(
      (as) => html`
        <button type="button" @click=${() => actions.copy(scenario, as)}>Copy as ${as}</button>
      `,
    )}
    <button type="button" @click=${() => actions.edit(scenario)}>Edit a copy</button>
  </div>
`;

const row = (
  entry: Entry,
  index: number,
  { queue, opened }: ListState,
  actions: ListActions,
): TemplateResult => {
  const { scenario, steps, isOwn } = entry;
  const isRunning = queue[0] === index;
  const place = isRunning ? 'running' : queue.includes(index) ? 'waiting' : 'idle';
  const { kind, text } = verdictOf(entry, place);
  const isOpen = opened === index;
  const reasons = place === 'idle' && entry.verdict?.kind === 'failed' ? entry.verdict.reasons : [];
  const hasMore = isOpen || isRunning || reasons.length > 0;
  return html`
    <tbody class=${classMap({ run: true, open: isOpen })}>
      <tr>
        <th scope="row">
          <button
            type="button"
            class="disclose"
            aria-expanded=${isOpen}
            aria-controls=${isOpen ? `scenario-${index}` : nothing}
            @click=${() => actions.toggle(index)}
          >
            <bdi>${scenario.title}</bdi>
          </button>
          ${isOwn ? html`<span class="minor">yours</span>` : nothing}
        </th>
        <td><span class=${`verdict ${kind}`}>${text}</span></td>
        <td>
          <button
            type="button"
            aria-label=${`Run “${scenario.title}”`}
            ?disabled=${queue.length > 0}
            @click=${() => actions.run(index)}
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
                  ${isRunning ? html`<p class="step">${steps.at(-1) ?? 'Starting'}</p>` : nothing}
                  ${
                    reasons.length === 0
                      ? nothing
                      : html`
                          <ul class="reasons" aria-label="Reasons">
                            ${reasons.map((reason) => html`<li dir="auto">${reason}</li>`)}
                          </ul>
                        `
                  }
                  ${isOpen ? details(entry, actions) : nothing}
                </td>
              </tr>
            `
          : nothing
      }
    </tbody>
  `;
};

const editor = ({ editor: shown }: ListState, actions: ListActions): TemplateResult => {
  if (shown === null)
    return html`
      <button type="button" @click=${() => actions.edit(null)}>
        New scenario from the faults set now
      </button>
    `;
  const { text, mistake } = shown;
  return html`
    <form
      class="editor"
      aria-label="Your scenario"
      novalidate
      @submit=${(event: SubmitEvent) => {
        event.preventDefault();
        actions.add();
      }}
    >
      <label for="scenario-json">Scenario as JSON</label>
      <textarea
        id="scenario-json"
        rows="14"
        spellcheck="false"
        autocomplete="off"
        aria-invalid=${mistake !== ''}
        aria-describedby="scenario-mistake"
        .value=${text}
        @input=${({ currentTarget }: Event) =>
          currentTarget instanceof HTMLTextAreaElement && actions.changeText(currentTarget.value)}
      ></textarea>
      <p class="mistake" id="scenario-mistake" role="alert">${mistake || nothing}</p>
      <div class="buttons">
        <button type="submit" class="primary">Add to the list</button>
        <button type="button" @click=${actions.closeEditor}>Cancel</button>
      </div>
    </form>
  `;
};

export const scenarioList = (state: ListState, actions: ListActions): TemplateResult => {
  const { entries, queue, notice } = state;
  const isRunning = queue.length > 0;
  return html`
    <section aria-labelledby="scenarios-title">
      <div class="heading">
        <h2 id="scenarios-title">Scenarios</h2>
        <button
          type="button"
          class=${isRunning ? nothing : 'primary'}
          id="run-all"
          @click=${isRunning ? actions.stop : actions.runAll}
        >
          ${isRunning ? 'Stop' : 'Run all'}
        </button>
      </div>
      <p class="hint">
        A run cancels what the element of this page is doing. Afterwards, your faults, link and
        options are as before.
      </p>
      <p class="summary" role="status">${notice}</p>
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
        ${entries.map((entry, index) => row(entry, index, state, actions))}
      </table>
      ${editor(state, actions)}
    </section>
  `;
};
