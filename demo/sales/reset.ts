/**
 * Brings the page back to its first state, at once: the choices, what this browser stores, and what this visitor has set
 * in the sandbox. Until `finish` is called, `undo` brings all of it back.
 */
import { AudioTranscribe } from '../../src/index.js';
import { createSandboxClient, type SandboxSettings } from '../qa/sandbox-client.js';
import { NO_CONDITIONS } from '../sandbox/sessions/conditions.js';
import { isStatic, loadSettings } from './settings.js';

const OWN_KEY = /^audio-transcribe/;
const KEY = 'demo-reset';

/** What a reset has changed. */
interface Before {
  /** The address of the page. */
  readonly address: string;
  readonly local: Readonly<Record<string, string>>;
  readonly session: Readonly<Record<string, string>>;
  /** Null without a sandbox. */
  readonly sandbox: SandboxSettings | null;
}
/** Removes the element's entries and returns them. */
const takeKeys = (storage: Storage): Readonly<Record<string, string>> => {
  const keys = Object.keys(storage).filter((key) => OWN_KEY.test(key));
  const taken = Object.fromEntries(keys.map((key) => [key, storage.getItem(key) ?? '']));
  for (const key of keys) storage.removeItem(key);
  return taken;
};

const putKeys = (storage: Storage, keys: Readonly<Record<string, string>>): void => {
  for (const [key, value] of Object.entries(keys)) storage.setItem(key, value);
};

/** Turns off this visitor's faults, and returns what was on; null without a sandbox. */
const clearSandbox = async (): Promise<Before['sandbox']> => {
  if (isStatic || (await loadSettings())?.target !== 'sandbox') return null;
  const client = createSandboxClient();
  const before = await client.settings();
  await client.apply({ faults: [], conditions: NO_CONDITIONS });
  return before;
};

/** Resets, and loads the page again. Rejects with what could not be reset, as a sentence. */
export const resetPresentation = async (): Promise<void> => {
  const sandbox = await clearSandbox().catch((cause: unknown) => {
    throw new Error(
      'The sandbox did not turn off its faults. Check that “npm start” runs, and try again.',
      { cause },
    );
  });
  const before: Before = {
    address: location.pathname + location.search + location.hash,
    local: takeKeys(localStorage),
    session: takeKeys(sessionStorage),
    sandbox,
  };
  sessionStorage.setItem(KEY, JSON.stringify(before));
  location.assign(location.pathname);
};

/** True after a reset that was neither undone nor finished. */
export const canUndo = (): boolean => sessionStorage.getItem(KEY) !== null;

/** Deletes the stored uploads, which `undo` would have kept. */
export const finishReset = async (): Promise<void> => {
  if (!canUndo()) return;
  sessionStorage.removeItem(KEY);
  await AudioTranscribe.forgetStored();
};

/** Brings everything back, and loads the page as it was. */
export const undoReset = async (): Promise<void> => {
  const before = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Before | null;
  if (before === null) return;
  putKeys(localStorage, before.local);
  putKeys(sessionStorage, before.session);
  if (before.sandbox !== null) await createSandboxClient().apply(before.sandbox);
  sessionStorage.removeItem(KEY);
  location.assign(before.address);
};
