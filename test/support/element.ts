/** Shared helpers for browser tests of the element. */
import { fixture, html } from '@open-wc/testing';
import type { LitElement } from 'lit';
import type { AudioTranscribe, StateName } from '../../src/index.js';
import type { DemoSettings } from '../../demo/backend.js';

/** URLs of the real handler and sandbox of this test run. */
export const readSettings = async (): Promise<DemoSettings> =>
  (await (await fetch('/demo/settings.json')).json()) as DemoSettings;

/** A sample recording, as a user would pick it. */
export const sample = async (name: string): Promise<File> => {
  const response = await fetch(new URL(`../../demo/samples/${name}`, import.meta.url));
  return new File([await response.blob()], name);
};

/** A WAV sample with 16 bits whose samples are multiplied by this. */
export const scaledSample = async (name: string, factor: number): Promise<File> => {
  const bytes = await (await sample(name)).arrayBuffer();
  const sound = new Int16Array(bytes, 44);
  sound.forEach((level, at) => (sound[at] = Math.round(level * factor)));
  return new File([bytes], name, { lastModified: 1 });
};

/** Creates an element for the real handler and sandbox. It stores nothing, so that tests do not share work. */
export const makeElement = (settings: DemoSettings): Promise<AudioTranscribe> =>
  fixture(html`
    <audio-transcribe
      service-url=${settings.serviceUrl}
      backend-url=${settings.backendUrl}
      no-storage
    ></audio-transcribe>
  `);

/** The settings of an upload, for tests that stop before it. */
export const SERVICE: Partial<AudioTranscribe> = {
  serviceUrl: 'https://service.example',
  fetchToken: () => Promise.resolve('token'),
  backend: {
    submit: () => Promise.reject(new Error('Nothing is submitted.')),
    query: () => Promise.reject(new Error('Nothing is queried.')),
  },
};

/** Resolves once the element is in one of these states and has rendered it. */
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

/** Returns the element with this part; throws if there is none. */
export const part = (element: AudioTranscribe, name: string): HTMLElement => {
  const found = findPart(element, name);
  if (!found) throw new Error(`the state ${element.state} shows no ${name}`);
  return found;
};

/** True if only screen readers get this element: it is in a box of one pixel. */
export const isOnlySpoken = (element: Element): boolean => {
  for (let around: Element | null = element; around; around = around.parentElement) {
    const { position, overflow } = getComputedStyle(around);
    if (position === 'absolute' && overflow === 'hidden' && around.clientWidth <= 1) return true;
  }
  return false;
};

/** The visible text of the element, in one line: all but what only screen readers announce. */
export const textIn = (element: AudioTranscribe): string =>
  [...part(element, 'card').children]
    .filter((child) => child.getAttribute('role') !== 'status')
    .map((child) => (child as HTMLElement).innerText)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Resolves once the part exists, for changes without a new state. */
export const untilPart = async (element: AudioTranscribe, name: string): Promise<HTMLElement> => {
  while (!findPart(element, name)) await new Promise(requestAnimationFrame);
  return part(element, name);
};

const CONTROLS = 'button, summary, select, input, textarea, [role^="menuitem"]';

const hasName = (element: Element, name: string | RegExp): boolean => {
  const [label] = (element as HTMLInputElement).labels ?? [];
  const own = element.getAttribute('aria-label') ?? (label ?? element).textContent.trim();
  return typeof name === 'string' ? own === name : name.test(own);
};

/** Returns the control with this accessible name inside a shadow root, or null. */
export const findControl = <T extends HTMLElement>(
  host: LitElement,
  name: string | RegExp,
): T | null =>
  [...host.renderRoot.querySelectorAll<T>(CONTROLS)].find((one) => hasName(one, name)) ?? null;

/** Like `findControl`, but throws if there is none. */
export const control = <T extends HTMLElement>(host: LitElement, name: string | RegExp): T => {
  const found = findControl<T>(host, name);
  if (!found) throw new Error(`There is no control named ${String(name)}.`);
  return found;
};

/** Resolves once the control exists. */
export const untilControl = async (
  host: LitElement,
  name: string | RegExp,
): Promise<HTMLElement> => {
  while (!findControl(host, name)) await new Promise(requestAnimationFrame);
  return control(host, name);
};
