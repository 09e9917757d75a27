/** Brings the page back to its first state: what this browser stores, and what this visitor has set in the sandbox. */
import { AudioTranscribe } from '../../src/index.js';
import { isStatic } from '../static.js';
import { loadSettings } from './settings.js';

const OWN_KEY = /^audio-transcribe/;

const clearKeys = (storage: Storage): void => {
  for (const key of Object.keys(storage)) if (OWN_KEY.test(key)) storage.removeItem(key);
};

const send = async (method: string, path: string, body?: unknown): Promise<void> => {
  const response = await fetch(`/__sandbox/${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
};

const resetSandbox = async (): Promise<void> => {
  // Without the demo's server, nothing was set.
  if (isStatic) return;
  if ((await loadSettings())?.target !== 'sandbox') return;
  await send('DELETE', 'faults');
  await send('PUT', 'conditions', { chunkSize: null, bytesPerSecond: null, latencyMs: null });
};

/** Returns what could not be reset, as a sentence; null if everything was. */
export const resetPresentation = async (): Promise<string | null> => {
  const problems: string[] = [];
  const attempt = async (work: () => Promise<void>, problem: string): Promise<void> => {
    await work().catch(() => problems.push(problem));
  };
  await attempt(async () => {
    await AudioTranscribe.forgetStored();
    clearKeys(localStorage);
    clearKeys(sessionStorage);
  }, 'This browser could not delete the stored uploads. Close the other tabs of this page and try again.');
  await attempt(
    resetSandbox,
    'The sandbox did not turn off its faults. Check that “npm start” runs, and try again.',
  );
  return problems.length === 0 ? null : problems.join(' ');
};
