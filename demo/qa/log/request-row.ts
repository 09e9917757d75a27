/** One request: a row of the waterfall, which opens to its headers and bodies. */
import { html, nothing, type TemplateResult } from 'lit';
import type { LogEntry } from '../../sandbox/index.js';
import type { Actions } from '../actions.js';
import { clockTime, durationOf, sizeOf } from '../time.js';

/** The time axis of a run. Both in ms; `span` is at least 1. */
export interface Axis {
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

const notes = ({ fault, refusal, violation }: LogEntry): TemplateResult | typeof nothing =>
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
      `;

/** `axis` is null for a request outside a run: it has no bar. */
export const requestRow = (
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
