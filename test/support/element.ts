/** What the browser tests of the element share. */
import { fixture, html } from '@open-wc/testing';
import type { LitElement } from 'lit';
import type { AudioTranscribe, StateName } from '../../src/index.js';
import type { DemoSettings } from '../../demo/backend.js';

/** Where the real handler and the real sandbox of this test run are. */
export const readSettings = async (): Promise<DemoSettings> =>
  (await (await fetch('/demo/settings.json')).json()) as DemoSettings;

/** A sample recording, as a person would pick it. */
export const sample = async (name: string): Promise<File> => {
  const response = await fetch(new URL(`../../demo/samples/${name}`, import.meta.url));
  return new File([await response.blob()], name);
};

/** An element set up to talk to the real thing; it stores nothing, so that no test finds another's work. */
export const makeElement = (settings: DemoSettings): Promise<AudioTranscribe> =>
  fixture(html`
    <audio-transcribe
      service-url=${settings.serviceUrl}
      backend-url=${settings.backendUrl}
      no-resume
    ></audio-transcribe>
  `);

/** Resolves once the element is in one of the states, and shows it. */
export const until = (element: AudioTranscribe, ...states: StateName[]): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (!states.includes(element.state)) return;
      element.removeEventListener('transcribe-state', look);
      void element.updateComplete.then(() => resolve());
    };
    element.addEventListener('transcribe-state', look);
    look();
  });

export const findPart = (element: AudioTranscribe, name: string): HTMLElement | null =>
  element.renderRoot.querySelector<HTMLElement>(`[part~="${name}"]`);

/** The piece with this part; throws where there is none. */
export const part = (element: AudioTranscribe, name: string): HTMLElement => {
  const found = findPart(element, name);
  if (!found) throw new Error(`the state ${element.state} shows no ${name}`);
  return found;
};

/** Resolves once the piece is there: for what comes without a change of state. */
export const untilPart = async (element: AudioTranscribe, name: string): Promise<HTMLElement> => {
  while (!findPart(element, name)) await new Promise(requestAnimationFrame);
  return part(element, name);
};

const CONTROLS = 'button, summary, select, input, textarea, [role="menuitem"]';

const hasName = (element: Element, name: string | RegExp): boolean => {
  const own = element.getAttribute('aria-label') ?? element.textContent.trim();
  return typeof name === 'string' ? own === name : name.test(own);
};

/** The control with this accessible name inside a shadow root; null where there is none. */
export const findControl = (host: LitElement, name: string | RegExp): HTMLElement | null =>
  [...host.renderRoot.querySelectorAll<HTMLElement>(CONTROLS)].find((one) => hasName(one, name)) ??
  null;

/** The same; throws where there is none. */
export const control = (host: LitElement, name: string | RegExp): HTMLElement => {
  const found = findControl(host, name);
  if (!found) throw new Error(`There is no control named ${String(name)}.`);
  return found;
};

/** Resolves once the control is there. */
export const untilControl = async (
  host: LitElement,
  name: string | RegExp,
): Promise<HTMLElement> => {
  while (!findControl(host, name)) await new Promise(requestAnimationFrame);
  return control(host, name);
};
