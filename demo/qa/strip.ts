/** The status bar: whether the sandbox is reachable, and whether a rule was broken. */
import { html, type TemplateResult } from 'lit';
import type { Actions } from './actions.js';
import { violationsIn, type ConsoleState } from './state.js';

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
        class=${count === 0 ? 'quiet' : 'alarm'}
        @click=${actions.showViolations}
      >
        ${countOf(count)}
      </button>
      <p class="said" role="status">${state.notice}</p>
    </section>
  `;
};
