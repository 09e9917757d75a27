/** The tasks with their history. */
import { html, type TemplateResult, nothing } from 'lit';
import { type Actions, violationsIn, type ConsoleState } from './state.js';
import { repeat } from 'lit/directives/repeat.js';
import type { TaskListed } from '../sandbox/index.js';
import { clockTime } from './time.js';

// The status bar: whether the sandbox is reachable, and whether a rule was broken.

const CONNECTION: Readonly<Record<ConsoleState['connection'], string>> = {
  connecting: 'Looking for the sandbox …',
  here: 'Sandbox connected',
  gone: 'The sandbox does not answer. Reconnects automatically.',
};

export const countOf = (count: number): string =>
  count === 0 ? 'No violations' : count === 1 ? '1 violation' : `${count} violations`;

export const strip = (state: ConsoleState, actions: Actions): TemplateResult => {
  const count = violationsIn(state.log).length;
  return html`
    <section class="strip" aria-label="The sandbox">
      <p class=${`connection ${state.connection}`}>${CONNECTION[state.connection]}</p>
      <button
        type="button"
        id="violations"
        class=${count === 0 ? nothing : 'alarm'}
        @click=${actions.showViolations}
      >
        ${countOf(count)}
      </button>
      <p class="minor" role="status">${state.notice}</p>
    </section>
  `;
};

const ENDED: ReadonlySet<string> = new Set(['SUCCESS', 'FAILURE', 'REVOKED']);

/** Time since the submission. */
const since = (task: TaskListed, at: number): string => {
  const ms = at - (task.history[0]?.at ?? at);
  return ms < 10_000 ? `+${(ms / 1000).toFixed(1)} s` : `+${Math.round(ms / 1000)} s`;
};

const taskRow = (task: TaskListed, { revoke }: Actions): TemplateResult => {
  const { id, status = '', history } = task;
  const reason = history.at(-1)?.reason;
  return html`
    <li class="row">
      <div>
        <p>
          <span class=${`badge status-${status.toLowerCase()}`}>${status}</span>
          <code>${id}</code>
        </p>
        <ol class="history" role="list" aria-label="What it went through">
          ${history.map(
            ({ status: reached, at }, index) => html`
              <li>
                ${reached}
                <span class="minor">${index === 0 ? clockTime(at) : since(task, at)}</span>
              </li>
            `,
          )}
        </ol>
        ${reason === undefined ? nothing : html`<p class="minor">${reason}</p>`}
      </div>
      ${
        ENDED.has(status)
          ? nothing
          : html`
              <button type="button" aria-label=${`Revoke task ${id}`} @click=${() => revoke(id)}>
                Revoke
              </button>
            `
      }
    </li>
  `;
};

export const taskList = ({ tasks }: ConsoleState, actions: Actions): TemplateResult => html`
  <section>
    <h2 id="tasks-title">Tasks</h2>
    ${
      tasks.length === 0
        ? html`<p class="empty">None was submitted yet.</p>`
        : html`
            <ol role="list" aria-labelledby="tasks-title">
              ${repeat(
                tasks.toReversed(),
                ({ id }) => id,
                (task) => taskRow(task, actions),
              )}
            </ol>
          `
    }
  </section>
`;
