/** The drawer: three columns, and an arrow between them for each request. */
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { clockTime, sizeOf } from '../qa/time.js';
import {
  type Exchange,
  countSecrets,
  durationOf,
  isFailure,
  isUnderWay,
  laneOf,
  leaksIn,
  type Secret,
} from './model.js';

export interface DrawerState {
  /** False while the page shows what sends nothing. */
  readonly hasSource: boolean;
  readonly exchanges: readonly Exchange[];
  /** What the source cannot see; empty if it sees everything. */
  readonly limits: string;
}

/** A tab of the page that sends requests. */
export interface Sender {
  /** Its name. */
  readonly tab: string;
  readonly show: () => void;
}

export interface DrawerActions {
  readonly clear: () => void;
  readonly close: () => void;
  readonly sender: Sender;
}

const NAMES = {
  browser: 'Your browser',
  backend: 'Your backend',
  service: 'The service',
  storage: 'The service’s storage',
} as const;

const secretChips = (exchanges: readonly Exchange[], side: Secret['side']): TemplateResult => html`
  <ul class="hood-secrets" aria-label=${`${NAMES[side]} sends`}>
    ${countSecrets(exchanges)
      .filter((secret) => secret.side === side)
      .map(
        ({ name, count }) => html`
          <li class="badge" ?data-seen=${count > 0}>
            ${name}${count > 0 ? html` <span>•••&nbsp;×&nbsp;${count}</span>` : nothing}
          </li>
        `,
      )}
  </ul>
`;

const columns = (exchanges: readonly Exchange[]): TemplateResult => html`
  <div class="hood-columns">
    <div>
      <h3>${NAMES.browser}</h3>
      ${secretChips(exchanges, 'browser')}
    </div>
    <div>
      <h3>${NAMES.backend}</h3>
      ${secretChips(exchanges, 'backend')}
    </div>
    <div>
      <h3>${NAMES.service}</h3>
      <p class="minor">and its storage</p>
    </div>
  </div>
`;

const bodyOf = ({ headers, note, at }: Exchange): TemplateResult => html`
  <div class="hood-more">
    ${note === undefined ? nothing : html`<p>${note}</p>`}
    <p class="minor">Sent at ${clockTime(at)}</p>
    ${
      headers.length === 0
        ? html`<p class="minor">Its headers cannot be seen from here.</p>`
        : html`<dl>
            ${headers.map(
              ({ name, value }) => html`
                <div>
                  <dt>${name}</dt>
                  <dd>${value}</dd>
                </div>
              `,
            )}
          </dl>`
    }
  </div>
`;

const row = (exchange: Exchange): TemplateResult => {
  const { from, to, method, path, part, status, ms, bytes } = exchange;
  const outcome = isUnderWay(exchange) ? 'Sending' : status === 0 ? 'No answer' : status;
  return html`
    <li
      data-lane=${laneOf(exchange)}
      ?data-quiet=${method === 'OPTIONS' || isUnderWay(exchange)}
      ?data-failed=${isFailure(exchange)}
    >
      <details>
        <summary>
          <span class="hood-line">
            <span class="hood-what">
              <span class="visually-hidden">${NAMES[from]} to ${NAMES[to].toLowerCase()}:</span>
              <strong>${method}</strong>
              ${part === undefined ? nothing : html`<span>part ${part}</span>`}
              ${to === 'storage' ? html`<span class="minor">storage</span>` : nothing}
              <code dir="ltr">${path}</code>
            </span>
            <span class="hood-outcome">
              <strong>${outcome}</strong>
              ${ms === null || ms === 0 ? nothing : html`<bdi>${durationOf(ms)}</bdi>`}
              ${bytes === 0 ? nothing : html`<bdi>${sizeOf(bytes)}</bdi>`}
            </span>
            <span class="hood-arrow" aria-hidden="true"></span>
          </span>
        </summary>
        ${bodyOf(exchange)}
      </details>
    </li>
  `;
};

const proof = (exchanges: readonly Exchange[]): TemplateResult => {
  const sent = exchanges.filter(({ from }) => from === 'browser').length;
  const leaks = leaksIn(exchanges).length;
  const requests = sent === 1 ? '1 request' : `${sent} requests`;
  return leaks === 0
    ? html`<p class="hood-proof">
        ${requests} from your browser; none had the client secret, the API key or the partner token.
      </p>`
    : html`<p class="hood-proof" data-failed>
        ${leaks} of ${requests} from your browser had a secret of the backend.
      </p>`;
};

const nothingSent = ({ hasSource }: DrawerState, actions: DrawerActions): TemplateResult =>
  hasSource
    ? html`<p class="hood-empty">No request yet. They appear as soon as you upload a recording.</p>`
    : html`<div class="hood-empty">
        <p>Nothing is sent here. The example’s recording and transcript are files of this page.</p>
        <button type="button" @click=${actions.sender.show}>Show “${actions.sender.tab}”</button>
      </div>`;

export const drawerView = (state: DrawerState, actions: DrawerActions): TemplateResult => {
  const { exchanges, limits, hasSource } = state;
  const isEmpty = !hasSource || exchanges.length === 0;
  return html`
    <div class="hood-bar">
      <h2 tabindex="-1">Under the hood</h2>
      ${isEmpty ? nothing : proof(exchanges)}
      <div class="buttons">
        ${isEmpty ? nothing : html`<button type="button" @click=${actions.clear}>Clear</button>`}
        <button type="button" @click=${actions.close}>Close</button>
      </div>
    </div>
    <div class="hood-scroll" tabindex="0" role="group" aria-label="Requests">
      ${columns(hasSource ? exchanges : [])}
      ${
        isEmpty
          ? nothingSent(state, actions)
          : html`<ol class="hood-rows" role="list">
              ${repeat(exchanges, ({ number }) => number, row)}
            </ol>`
      }
      ${limits === '' || !hasSource ? nothing : html`<p class="hood-empty">${limits}</p>`}
    </div>
  `;
};
