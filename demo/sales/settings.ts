/** What the demo's server says about itself. */
import type { DemoSettings } from '../backend.js';

/** Defined in vite.config.ts. */
declare const STATIC_DEMO: boolean;

/** True in the static build of the demo, which has no server. */
export const isStatic = STATIC_DEMO;

/** Null if the server does not answer. */
export const loadSettings = async (): Promise<DemoSettings | null> => {
  const response = await fetch('/settings.json').catch(() => null);
  return response?.ok === true ? ((await response.json()) as DemoSettings) : null;
};

export const NO_SERVER = 'The demo’s backend does not answer. Start it with “npm start”.';
