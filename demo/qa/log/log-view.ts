/** The log: its filters, one waterfall for each recording, and the requests that belong to none. */
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { type Actions, shownEntries, type ConsoleState } from '../state.js';
import { smallSelect } from '../fields.js';
import { choicesOf, isFiltered, NO_FILTER, type LogFilter } from './filters.js';
import { groupLog, listRuns } from './runs.js';
import { othersView, runView } from './run-view.js';

const LABELS: Readonly<Record<keyof LogFilter, string>> = {
  method: 'Method',
  host: 'Host',
  fault: 'Fault',
  rule: 'Rules',
};

const WORDS: Readonly<Record<keyof LogFilter, Readonly<Record<string, string>>>> = {
  method: { '': 'All' },
  host: { '': 'All', service: 'Service', storage: 'Storage' },
  fault: { '': 'All', any: 'Any fault' },
  rule: { '': 'All', broken: 'Violations', kept: 'No violation' },
};

const filters = ({ log, filter }: ConsoleState, { filterLog }: Actions): TemplateResult => {
  const choices = choicesOf(log, filter);
  return html`
    <div class="filters" role="group" aria-label="Filters">
      ${(['method', 'host', 'fault', 'rule'] as const).map((name) =>
        smallSelect(
          `filter-${name}`,
          LABELS[name],
          Object.fromEntries(
            choices[name].map(({ value, count }) => [
              value,
              `${WORDS[name][value] ?? value} (${count})`,
            ]),
          ),
          filter[name],
          (value) => filterLog({ ...filter, [name]: value }),
          filter[name] === '' ? 'filter' : 'filter active',
        ),
      )}
    </div>
  `;
};

const groups = (state: ConsoleState, actions: Actions): TemplateResult => {
  const entries = shownEntries(state);
  if (entries.length === 0 && state.outcomes.every(({ error }) => error === null))
    return state.log.length === 0
      ? html`<p class="empty">No request yet. Choose a recording.</p>`
      : html`
          <p class="empty">No request matches the filters.</p>
          <p>
            <button type="button" @click=${() => actions.filterLog(NO_FILTER)}>
              Remove all filters
            </button>
          </p>
        `;
  // Grouped before they are filtered, because a filter may hide the request that connects two others.
  const visible = new Set(entries);
  const { runs, others } = groupLog(state.log);
  const matching = listRuns(runs, state.outcomes).filter(
    (run) =>
      run.entries.some((entry) => visible.has(entry)) ||
      (run.entries.length === 0 && !isFiltered(state.filter)),
  );
  const shownOthers = others.filter((entry) => visible.has(entry));
  const rest = matching.length - state.runsShown;
  return html`
    ${repeat(
      matching.slice(0, state.runsShown),
      ({ key }) => key,
      (run, index) =>
        runView(run, { state, actions, visible, isOpen: index === 0 || isFiltered(state.filter) }),
    )}
    ${
      rest > 0
        ? html`<button type="button" @click=${actions.showMoreRuns}>
            Show ${rest} older ${rest === 1 ? 'recording' : 'recordings'}
          </button>`
        : nothing
    }
    ${shownOthers.length === 0 ? nothing : othersView(shownOthers, { state, actions, visible, isOpen: true })}
  `;
};

export const logView = (state: ConsoleState, actions: Actions): TemplateResult => {
  const isPaused = state.pausedAt !== null;
  const waiting = state.log.filter(({ number }) => number > (state.pausedAt ?? Infinity)).length;
  return html`
    <section aria-labelledby="log-title">
      <div class="heading">
        <h2 id="log-title" tabindex="-1">Log</h2>
        <button type="button" aria-pressed=${isPaused} @click=${actions.togglePause}>Pause</button>
        <button type="button" @click=${actions.clearLog}>Clear the log</button>
      </div>
      ${filters(state, actions)}
      ${
        isPaused
          ? html`<p class="hint">
              Paused: ${waiting} newer ${waiting === 1 ? 'request waits' : 'requests wait'}.
            </p>`
          : nothing
      }
      ${groups(state, actions)}
    </section>
  `;
};
