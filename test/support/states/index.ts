/** Every state the element can be in, reached as a person reaches it, for pictures and for checks of all. */
import type { Fault } from '../../../demo/sandbox/index.js';
import type { ReachState } from './page.js';
import { readerStates } from './reader-states.js';
import { createUploadStates } from './upload-states.js';

export { element } from './page.js';

/** By name; `misbehave` sets the faults of the demo's sandbox. */
export const createStates = (
  misbehave: (...faults: readonly Fault[]) => void,
): Readonly<Record<string, ReachState>> => ({
  ...createUploadStates(misbehave),
  ...readerStates,
});
