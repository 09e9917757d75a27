/**
 * Shared helpers for fault rows in which a page closes: the work is stored in its own scope and resumes in another
 * page.
 */
import { expect } from '@open-wc/testing';
import type { Fault } from '../../demo/sandbox/index.js';
import { findControl, findPart, until } from './element.js';
import { expectRightBytes, PART } from './fault-row.js';
import { openBackend, type PrivateBackend } from './private-backend.js';
import { recordingBytes, recordingFile } from './recording.js';
import type { StoredWork } from './stored-work.js';
import { freshScope, openTab, type Tab } from './tab.js';

export interface StoredWorld {
  readonly backend: PrivateBackend;
  readonly scope: string;
  readonly bytes: Uint8Array;
  readonly file: File;
  readonly openTab: () => Promise<Tab>;
}

/** Size of the recording in these rows; the last part is short. */
export const PARTS = 12;

export const openStoredWorld = async (faults: readonly Fault[]): Promise<StoredWorld> => {
  const backend = await openBackend({ faults });
  const bytes = recordingBytes(PARTS * PART - 1234);
  const scope = freshScope();
  const options = { shortWaits: true, attributes: { 'user-key': scope } };
  const open = (): Promise<Tab> => openTab(backend.settings, options);
  return { backend, scope, bytes, file: recordingFile(bytes), openTab: open };
};

/** The button that accepts an offer. */
const ACCEPT = /^(Continue|Choose the file)/;

/** Accepts the offer. A page that was reloaded while it worked may continue by itself, without one. */
export const acceptOffer = async ({ element }: Tab): Promise<void> => {
  while (findPart(element, 'offer') === null && !element.hasAttribute('state'))
    await new Promise((resolve) => setTimeout(resolve));
  findControl(element, ACCEPT)?.click();
};

/** Accepts the offer in a tab with stored work, and waits for its submission with the right bytes. */
export const resume = async (tab: Tab, { backend, bytes }: StoredWorld): Promise<void> => {
  await acceptOffer(tab);
  await until(tab.element, 'transcribing', 'ready', 'failed');
  expect(tab.element.error?.message).to.equal(undefined);
  // If the upload was already complete, its event is lost with the page, but the log has the file's id.
  const last = (await backend.log()).findLast(
    ({ kind, method }) => kind === 'part' && method === 'PUT',
  );
  await expectRightBytes(backend, last?.path.split('/')[2] ?? '', bytes);
  expect(await backend.tasks(), 'submissions').to.have.length(1);
};

/** The plan is stored, with the ETags of this many parts. */
export const hasEtags =
  (count: number) =>
  ({ etags, job }: StoredWork): boolean =>
    job.plan !== undefined && etags.length === count;
