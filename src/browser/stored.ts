/** What this origin stores in the browser, and how it is deleted. */
import { createLeftovers } from '../engine/index.js';
import { systemClock } from './clock.js';
import { createIndexedDbEditStore } from './edit-store.js';
import { createForgetting } from './forgetting.js';
import { createIndexedDbStore } from './job-store.js';
import { webLocks } from './locks.js';
import { broadcastTabChannel } from './tab-channel.js';
import { createPageSession } from './page-session.js';

/** 32 random hexadecimal digits. */
export const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

export const jobStore = createIndexedDbStore();
export const editStore = createIndexedDbEditStore();
export const leftovers = createLeftovers({
  jobs: jobStore,
  edits: editStore,
  locks: webLocks,
  clock: systemClock,
});
export const pageSession = createPageSession({
  storage: () => sessionStorage,
  locks: webLocks,
  newId,
});
export const forgetting = createForgetting();

/** False where the browser surely stores nothing of ours, so that nothing is created by a look. */
const mayHoldRecords = async (): Promise<boolean> => {
  if (typeof indexedDB === 'undefined') return false;
  if (!('databases' in indexedDB)) return true;
  const databases = await indexedDB.databases();
  return databases.some(({ name }) => name?.startsWith('audio-transcribe'));
};

/** Deletes everything of this `resume-scope` or `storage_scope`, or all there is for null, and stops who works on it. */
export const forgetStored = async (id: string | null): Promise<void> => {
  await forgetting.tell(id);
  if (await mayHoldRecords()) await leftovers.forget(id);
  broadcastTabChannel.post();
};

/** Longest wait for a quiet moment, in ms. */
const SWEEP_WITHIN_MS = 10_000;

/** Deletes what is too old, and what sessions that are over left behind, once the page has a quiet moment. */
export const sweepStored = (): void => {
  if (typeof window === 'undefined') return;
  // Before that moment: a session that a reload goes on with must not look as if it were over.
  const session = pageSession.existing();
  const sweep = async (): Promise<void> => {
    if (await mayHoldRecords()) await leftovers.tidy(session);
  };
  // Where storage is forbidden nothing is stored.
  const run = (): void => void sweep().catch(() => undefined);
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: SWEEP_WITHIN_MS });
  else setTimeout(run, 0);
};
