/**
 * The red bar at the top of the demo's pages: the faults and link conditions that are on for this visitor. It also sets
 * those of a `?fault=` link.
 */
import { html, nothing, render, type TemplateResult } from 'lit';
import {
  createSandboxClient,
  SandboxGone,
  SandboxRefused,
  type SandboxSettings,
} from '../qa/sandbox-client.js';
import type { WhatIsOn } from '../sandbox/index.js';
import { NO_CONDITIONS } from '../sandbox/sessions/conditions.js';
import { onChange } from './changes.js';
import { barContent, conditionsText, countFaults, ownPart } from './what-is-on.js';

export interface FaultBarOptions {
  readonly place: HTMLElement;
  /** The address of the QA console; null on the console itself. */
  readonly console: string | null;
  /** Whether the bar stays above a page that scrolls. The element's player then stays below the bar. */
  readonly isAbovePage: boolean;
}

/** Interval of polling, in ms. It notices changes made without this visitor's session, and a restart of the sandbox. */
const INTERVAL_MS = 4_000;

/** The message of the bar. It also shows which faults are on. */
type Message =
  | { readonly kind: 'none' }
  /** The link was wrong, or the sandbox refused. */
  | { readonly kind: 'mistake'; readonly text: string }
  /** The link would replace what is on. */
  | { readonly kind: 'question'; readonly set: SandboxSettings }
  | { readonly kind: 'said'; readonly text: string };

const NO_MESSAGE: Message = { kind: 'none' };

const setText = ({ faults, conditions }: SandboxSettings): string =>
  [faults.length === 0 ? '' : countFaults(faults.length), conditionsText(conditions)]
    .filter((text) => text !== '')
    .join(', ');

/** Keeps the element's player, and what has the focus, below the bar. */
const keepBelow = (place: HTMLElement): void => {
  const { style } = document.documentElement;
  new ResizeObserver(() => {
    const { offsetHeight } = place;
    style.setProperty('--at-sticky-offset', `${offsetHeight}px`);
    style.scrollPaddingBlockStart = offsetHeight === 0 ? '' : `${offsetHeight + 8}px`;
  }).observe(place);
};

export const startFaultBar = ({
  place,
  console: consoleUrl,
  isAbovePage,
}: FaultBarOptions): void => {
  const client = createSandboxClient();
  // Read now, because the page may change its URL.
  const opened = location.search;
  let on: WhatIsOn | null = null;
  let message: Message = NO_MESSAGE;

  const draw = (): void => {
    const content = on === null ? null : barContent(on);
    // What was said is about faults that are off now.
    if (content === null && message.kind === 'said') message = NO_MESSAGE;
    const isShown = content !== null || message.kind !== 'none';
    place.classList.toggle('on', isShown);
    if (isShown) place.setAttribute('role', 'region');
    else place.removeAttribute('role');
    place.ariaLabel = isShown ? 'Faults that are on' : null;
    render(
      html`
        <p role="status">
          ${
            content === null
              ? nothing
              : html`${content.faults === '' ? nothing : html`<strong>${content.faults}</strong>`}
                ${content.link === '' ? nothing : html`<span>${content.link}</span>`}`
          }
          ${messageText(message)}
        </p>
        ${
          isShown
            ? html`<p class="actions">
                ${actions(content?.canTurnOff ?? false)}
                ${consoleUrl === null ? nothing : html`<a href=${consoleUrl}>QA console</a>`}
              </p>`
            : nothing
        }
      `,
      place,
    );
  };

  const messageText = (shown: Message): TemplateResult | typeof nothing => {
    switch (shown.kind) {
      case 'none':
        return nothing;
      case 'question':
        return html`<span>The URL would set ${setText(shown.set)} instead.</span>`;
      case 'mistake':
      case 'said':
        return html`<span>${shown.text}</span>`;
    }
  };

  const button = (text: string, act: () => void): TemplateResult =>
    html`<button type="button" @click=${act}>${text}</button>`;

  const actions = (canTurnOff: boolean): TemplateResult => {
    if (message.kind === 'question') {
      const { set } = message;
      return html`
        ${button('Set them', () => void setAll(set, 'Set by the URL.'))}
        ${button('Keep mine', () => say(NO_MESSAGE))}
      `;
    }
    return html`
      ${canTurnOff ? button('Turn off', () => void setAll({ faults: [], conditions: NO_CONDITIONS }, '')) : nothing}
      ${message.kind === 'mistake' ? button('Dismiss', () => say(NO_MESSAGE)) : nothing}
    `;
  };

  const say = (said: Message): void => {
    message = said;
    draw();
  };

  const refresh = async (): Promise<void> => {
    try {
      on = await client.active();
    } catch (error) {
      // The next poll tries again.
      if (!(error instanceof SandboxGone) && !(error instanceof SandboxRefused)) throw error;
      return;
    }
    draw();
  };

  const setAll = async (set: SandboxSettings, said: string): Promise<void> => {
    try {
      await client.apply(set);
    } catch (error) {
      if (!(error instanceof SandboxGone) && !(error instanceof SandboxRefused)) throw error;
      say({ kind: 'mistake', text: `${error.message} Try again.` });
      return;
    }
    message = said === '' ? NO_MESSAGE : { kind: 'said', text: said };
    await refresh();
  };

  const useLink = async (): Promise<void> => {
    if (!/[?&](?:fault|chunk|bandwidth|latency)=/.test(opened)) return;
    const { readFaultLink, withoutFaultLink } = await import('./link.js');
    const link = readFaultLink(opened);
    // A reload must not set again what was turned off.
    const { pathname, search, hash } = location;
    history.replaceState(history.state, '', pathname + withoutFaultLink(search) + hash);
    if (link.kind === 'none') return;
    if (link.kind === 'wrong') return say({ kind: 'mistake', text: link.message });
    if (on === null)
      return say({
        kind: 'mistake',
        text: 'The URL sets nothing: there is no sandbox behind this page.',
      });
    if (barContent(ownPart(on)) === null) await setAll(link, 'Set by the URL.');
    else say({ kind: 'question', set: link });
  };

  const poll = (): void => {
    if (document.visibilityState === 'visible' && navigator.onLine) void refresh();
  };
  if (isAbovePage) keepBelow(place);
  draw();
  void refresh().then(useLink);
  onChange(() => void refresh());
  document.addEventListener('visibilitychange', poll);
  setInterval(poll, INTERVAL_MS);
};
