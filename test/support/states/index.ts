/** Every state of the element, reached as a user does, for screenshots and checks. */
import type { Fault } from '../../../demo/sandbox/index.js';
import type { ReachState } from './page.js';
import { microphoneStates } from './microphone-states.js';
import { listStates } from './list-states.js';
import { readerStates } from './reader-states.js';
import { createUploadStates } from './upload-states.js';

export { element } from './page.js';

/** By name. `misbehave` sets the faults of the demo's sandbox. */
export const createStates = (
  misbehave: (...faults: readonly Fault[]) => void,
): Readonly<Record<string, ReachState>> => ({
  ...createUploadStates(misbehave),
  ...microphoneStates,
  ...listStates,
  ...readerStates,
});
