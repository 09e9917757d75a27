/** All requests that reached the sandbox, newest first. */
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { LogEntry } from '../sandbox/index.js';
import type { Actions } from './actions.js';
import { shownEntries, type ConsoleState, type LogFilter } from './state.js';
import { clockTime, sizeOf } from './time.js';

/** Maximum number of rendered entries, so that a console that stays open does not become slow. */
const MOST_SHOWN = 200;

const FILTERS: Readonly<Record<LogFilter, string>> = {
  all: 'All requests',
  faults: 'Struck by a fault',
  violations: 'Violations only',
};

const outcome = ({ status }: LogEntry): TemplateResult => {
  const kind = status === 0 ? 'none' : status < 400 ? 'good' : 'bad';
  return html`<span class=${`badge answer-${kind}`}>${status === 0 ? 'no answer' : status}</span>`;
};

const entryRow = (entry: LogEntry): TemplateResult => {
  const { number, at, method, path, kind, partNumber, bytesReceived } = entry;
  const { fault, refusal, violation } = entry;
  return html`
    <li class=${violation === undefined ? 'entry' : 'entry broken'}>
      <span class="time">${clockTime(at)}</span>
      ${outcome(entry)}
      <span class="what">
        <strong>${method}</strong> ${kind ?? 'nowhere'}${
          partNumber === undefined ? nothing : html` <span class="minor">chunk ${partNumber}</span>`
        }
      </span>
      <code class="path">${path}</code>
      <span class="bytes minor">${bytesReceived === 0 ? nothing : sizeOf(bytesReceived)}</span>
      ${
        fault === undefined && refusal === undefined && violation === undefined
          ? nothing
          : html`
              <span class="notes">
                ${fault === undefined ? nothing : html`<span class="tag">fault: ${fault}</span>`}
                ${refusal === undefined ? nothing : html`<span class="tag">refused: ${refusal}</span>`}
                ${
                  violation === undefined
                    ? nothing
                    : html`<span class="violation">Violation. ${violation}</span>`
                }
              </span>
            `
      }
      <span class="visually-hidden">request ${number}</span>
    </li>
  `;
};

const emptyText = ({ filter, log }: ConsoleState): string =>
  log.length === 0
    ? 'No request yet: take a recording above.'
    : filter === 'violations'
      ? 'No request has broken a rule.'
      : 'No request was struck by a fault.';

export const logView = (state: ConsoleState, actions: Actions): TemplateResult => {
  const entries = shownEntries(state);
  const isPaused = state.pausedAt !== null;
  const waiting = state.log.filter(({ number }) => number > (state.pausedAt ?? Infinity)).length;
  const chosen = ({ target }: Event): void => {
    if (target instanceof HTMLSelectElement) actions.filterLog(target.value as LogFilter);
  };
  return html`
    <section aria-labelledby="log-title">
      <div class="heading">
        <h2 id="log-title" tabindex="-1">Log</h2>
        <label class="inline">
          Show
          <select id="filter" @change=${chosen}>
            ${Object.entries(FILTERS).map(
              ([filter, title]) =>
                html`<option value=${filter} .selected=${filter === state.filter}>
                  ${title}
                </option>`,
            )}
          </select>
        </label>
        <button type="button" class="quiet" aria-pressed=${isPaused} @click=${actions.togglePause}>
          Pause
        </button>
        <button type="button" class="quiet" @click=${actions.clearLog}>Clear the log</button>
      </div>
      ${
        isPaused
          ? html`<p class="hint">
              Paused: ${waiting} newer ${waiting === 1 ? 'request waits' : 'requests wait'}.
            </p>`
          : nothing
      }
      ${
        entries.length === 0
          ? html`<p class="empty">${emptyText(state)}</p>`
          : html`
              <ol class="entries" role="list" aria-labelledby="log-title" tabindex="0">
                ${repeat(
                  entries.slice(0, MOST_SHOWN),
                  ({ number }) => number,
                  (entry) => entryRow(entry),
                )}
              </ol>
              ${
                entries.length > MOST_SHOWN
                  ? html`<p class="hint">
                      ${entries.length - MOST_SHOWN} older ones are not shown.
                    </p>`
                  : nothing
              }
            `
      }
    </section>
  `;
};
