/** One recording in the log: its facts, and its requests as a waterfall. */
import { html, nothing, type TemplateResult } from 'lit';
import type { LogEntry } from '../../sandbox/index.js';
import type { Actions, ConsoleState } from '../state.js';
import { clockTime, durationOf, sizeOf } from '../time.js';
import { repeat } from 'lit/directives/repeat.js';
import { factsOf, ticksOf, type ListedRun, type RunFacts } from './runs.js';

// One request: a row of the waterfall, which opens to its headers and bodies.

/** The time axis of a run. Both in ms; `span` is at least 1. */
interface Axis {
  readonly from: number;
  readonly span: number;
}

const outcomeOf = ({ status }: LogEntry): 'none' | 'good' | 'bad' =>
  status === 0 ? 'none' : status < 400 ? 'good' : 'bad';

const barClass = (entry: LogEntry): string =>
  [
    'bar',
    outcomeOf(entry),
    entry.fault === undefined ? '' : 'struck',
    entry.violation === undefined ? '' : 'broken',
  ].join(' ');

const bar = (entry: LogEntry, { from, span }: Axis): TemplateResult => html`
  <span class="lane" aria-hidden="true">
    <span
      class=${barClass(entry)}
      style=${`--at: ${(entry.at - from) / span}; --length: ${(entry.ms ?? 0) / span}`}
    ></span>
  </span>
`;

const headerTable = (
  caption: string,
  headers: readonly { readonly name: string; readonly value: string }[],
): TemplateResult | typeof nothing =>
  headers.length === 0
    ? nothing
    : html`
        <table class="headers">
          <caption>
            ${caption}
          </caption>
          <tbody>
            ${headers.map(
              ({ name, value }) =>
                html`<tr>
                  <th scope="row"><code>${name}</code></th>
                  <td><code>${value}</code></td>
                </tr>`,
            )}
          </tbody>
        </table>
      `;

const body = (title: string, json: unknown): TemplateResult | typeof nothing =>
  json === undefined
    ? nothing
    : html`
        <p class="caption">${title}</p>
        <pre tabindex="0" role="group" aria-label=${title}>${JSON.stringify(json, null, 2)}</pre>
      `;

const detail = (entry: LogEntry): TemplateResult => {
  const { at, bytesReceived, bytesSent = 0, headers, number, path, responseHeaders = [] } = entry;
  return html`
    <div class="detail" id=${`request-${number}`}>
      <p><code>${entry.method} ${path}</code></p>
      <p class="minor">
        ${clockTime(at)} · ${entry.host} · ${sizeOf(bytesReceived)} received · ${sizeOf(bytesSent)}
        sent
      </p>
      ${headerTable('Request headers', headers)} ${body('Request body', entry.requestBody)}
      ${headerTable('Response headers', responseHeaders)}
      ${body('Response body', entry.responseBody)}
    </div>
  `;
};

const notes = ({ fault, refusal, violation }: LogEntry): TemplateResult | typeof nothing => {
  const tags = [fault && `fault: ${fault}`, refusal && `refused: ${refusal}`].filter(Boolean);
  if (tags.length === 0 && violation === undefined) return nothing;
  return html`
    <span class="notes">
      ${tags.map((tag) => html`<span class="tag">${tag}</span>`)}
      ${violation && html`<span class="violation">Violation. ${violation}</span>`}
    </span>
  `;
};

/** `axis` is null for a request outside a run: it has no bar. */
const requestRow = (
  entry: LogEntry,
  axis: Axis | null,
  isOpen: boolean,
  { toggleRow }: Actions,
): TemplateResult => {
  const { at, kind, method, ms, number, partNumber, status, violation } = entry;
  return html`
    <li class=${violation === undefined ? 'entry' : 'entry broken'}>
      <button
        type="button"
        class="request"
        aria-expanded=${isOpen}
        aria-controls=${isOpen ? `request-${number}` : nothing}
        @click=${() => toggleRow(number)}
      >
        <span class="what">
          <strong>${method}</strong>
          ${kind ?? 'unknown path'}${partNumber === undefined ? nothing : html` ${partNumber}`}
        </span>
        <span class=${`status answer-${outcomeOf(entry)}`}>${status === 0 ? 'none' : status}</span>
        ${axis === null ? html`<span class="lane time">${clockTime(at)}</span>` : bar(entry, axis)}
        <span class="ms">${ms === null ? nothing : durationOf(ms)}</span>
        ${notes(entry)}
      </button>
      ${isOpen ? detail(entry) : nothing}
    </li>
  `;
};

/** The key of the group of requests that belong to no recording. */
export const OTHERS = 0;

/** Maximum number of rows before “Show all”, so that a long log stays fast. */
const MOST_ROWS = 50;

interface GroupContext {
  readonly state: ConsoleState;
  readonly actions: Actions;
  /** The requests that the filters let through. */
  readonly visible: ReadonlySet<LogEntry>;
  /** Whether it is open unless the user has opened or closed it. */
  readonly isOpen: boolean;
}

const count = (number: number, one: string, many: string): string =>
  `${number} ${number === 1 ? one : many}`;

const titleOf = ({ number, entries }: ListedRun, { fileType, fileSize }: RunFacts): string => {
  if (entries.length === 0) return `${number}. Refused before any request`;
  return `${number}. ${fileSize === null ? 'Recording' : `${fileType} of ${sizeOf(fileSize)}`}`;
};

const factLine = (facts: RunFacts): TemplateResult => html`
  <p class="facts">
    <span>${clockTime(facts.from)}</span>
    <span>${durationOf(facts.to - facts.from)}</span>
    ${facts.partsStored === 0 ? nothing : html`<span>${count(facts.partsStored, 'part', 'parts')} stored</span>`}
    ${facts.partsRepeated === 0 ? nothing : html`<span>${facts.partsRepeated} sent again</span>`}
    ${facts.status === '' ? nothing : html`<span>${facts.status}</span>`}
    ${facts.faults === 0 ? nothing : html`<span>${count(facts.faults, 'fault', 'faults')}</span>`}
    ${facts.violations === 0 ? nothing : html`<span class="violation">${count(facts.violations, 'violation', 'violations')}</span>`}
  </p>
`;

const axisView = (axis: Axis): TemplateResult => html`
  <div class="axis" aria-hidden="true">
    <div class="lane">
      ${ticksOf(axis.span)
        .filter((tick) => tick < axis.span * 0.85)
        .map(
          (tick) =>
            html`<span style=${`--at: ${tick / axis.span}`}
              >${tick === 0 ? 0 : durationOf(tick)}</span
            >`,
        )}
    </div>
  </div>
`;

const rows = (
  key: number,
  title: string,
  entries: readonly LogEntry[],
  axis: Axis | null,
  { state, actions }: GroupContext,
): TemplateResult => {
  const isCut = entries.length > MOST_ROWS && !state.allRows.has(key);
  const shown = isCut ? entries.slice(-MOST_ROWS) : entries;
  return html`
    ${
      isCut
        ? html`<button type="button" @click=${() => actions.showAllRows(key)}>
            Show ${entries.length - MOST_ROWS} earlier requests
          </button>`
        : nothing
    }
    ${axis === null ? nothing : axisView(axis)}
    <ol role="list" aria-label=${`Requests: ${title}`}>
      ${repeat(
        shown,
        ({ number }) => number,
        (entry) => requestRow(entry, axis, state.openRows.has(entry.number), actions),
      )}
    </ol>
  `;
};

const group = (
  key: number,
  title: string,
  facts: TemplateResult | typeof nothing,
  content: () => TemplateResult,
  { state, actions, isOpen: isUsuallyOpen }: GroupContext,
): TemplateResult => {
  const isOpen = state.toggledRuns.get(key) ?? isUsuallyOpen;
  return html`
    <section class="log-run" aria-labelledby=${`run-${key}`}>
      <div class="heading">
        <h3 id=${`run-${key}`}>
          <button
            type="button"
            class="disclose"
            aria-expanded=${isOpen}
            @click=${() => actions.toggleRun(key, !isOpen)}
          >
            ${title}
          </button>
        </h3>
        <button
          type="button"
          aria-label=${`Copy bug report: ${title}`}
          @click=${() => actions.copyReport(key)}
        >
          Copy bug report
        </button>
        <button
          type="button"
          aria-label=${`Download the HAR file: ${title}`}
          @click=${() => actions.downloadHar(key)}
        >
          HAR
        </button>
      </div>
      ${facts} ${isOpen ? content() : nothing}
    </section>
  `;
};

export const runView = (run: ListedRun, context: GroupContext): TemplateResult => {
  const facts = factsOf(run, context.state.tasks);
  const title = titleOf(run, facts);
  const { error = null } = run.outcome ?? {};
  const axis = { from: facts.from, span: Math.max(1, facts.to - facts.from) };
  const entries = run.entries.filter((entry) => context.visible.has(entry));
  const content = (): TemplateResult => rows(run.key, title, entries, axis, context);
  return group(
    run.key,
    title,
    html`${run.entries.length === 0 ? nothing : factLine(facts)}
    ${error === null ? nothing : html`<p class="facts"><span class="violation">${error.code}${error.reason === null ? '' : `: ${error.reason}`}</span></p>`}`,
    content,
    context,
  );
};

export const othersView = (entries: readonly LogEntry[], context: GroupContext): TemplateResult => {
  const title = 'Other requests';
  return group(OTHERS, title, nothing, () => rows(OTHERS, title, entries, null, context), context);
};
