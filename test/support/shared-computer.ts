/** Several users of one browser, each signed in to the same backend. */
import type { UserToken } from '../../src/engine.js';
import { openStores } from '../../src/browser/job-store.js';
import { openBackend, type PrivateBackend } from './private-backend.js';
import { recordingBytes, recordingFile } from './recording.js';
import { untilDump } from './stored-dump.js';
import { openTab, type Tab, type TabOptions } from './tab.js';

export const ANNA = 'user-anna';
export const BO = 'user-bob';
export const NAME = 'annas-secret.wav';
export const { jobs, edits } = openStores();

/** A backend whose storage host never answers the third part, so that an upload stays in progress. */
export const openSlowBackend = (): Promise<PrivateBackend> =>
  openBackend({ faults: [{ name: 'black-hole', at: 'part', part: 3, times: 'always' }] });

/** A tab with a `backend-url` of its own for each user. */
export const openFor = (
  backend: PrivateBackend,
  user: string,
  options: TabOptions = {},
): Promise<Tab> => openTab(backend.settingsFor(user), { attributes: {}, ...options });

/** A tab with the same `backend-url` for each user, whose token says who it is. It submits nothing. */
export const openWithTokenOf = (
  backend: PrivateBackend,
  user: string,
  { properties = {}, ...options }: TabOptions = {},
): Promise<Tab> => {
  const url = `${backend.settingsFor(user).backendUrl}/user-token`;
  const fetchToken = async (): Promise<UserToken> =>
    (await fetch(url, { method: 'POST' })).json() as Promise<UserToken>;
  const asUser = { properties: { fetchToken, ...properties } };
  return openTab(backend.settings, { attributes: {}, ...asUser, ...options });
};

export const recordingNamed = (name = NAME): File => recordingFile(recordingBytes(300_000), name);

/** Starts to upload a recording, and waits until it is stored with an address. */
export const beginUpload = async ({ element }: Tab, name = NAME): Promise<void> => {
  element.selectFile(recordingNamed(name));
  await untilDump(
    (dump) => dump.includes(name) && dump.includes('RIFF') && dump.includes('PresignedUrl'),
  );
};

export const shadowText = ({ element }: Tab): string => element.shadowRoot?.textContent ?? '';

/** Number of user tokens that the service has issued. */
export const countTokens = async (backend: PrivateBackend): Promise<number> =>
  (await backend.log()).filter(({ path }) => path.endsWith('/users/access-token')).length;

/** For `beforeEach`. */
export const emptyStores = async (): Promise<void> => {
  await Promise.all([jobs.removeWhere(() => true), edits.removeWhere(() => true)]);
};
