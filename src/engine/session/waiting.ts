import { firstOf } from '../calls/linked-abort.js';
import type { Ports } from '../ports.js';

export type WaitPorts = Pick<Ports, 'clock' | 'connectivity' | 'visibility'>;

/** Why nothing moves just now. */
export type Trouble = 'offline' | 'retrying';

/** Waits, but no longer than until the network is back or the person looks at the page again. */
export const waitUnlessCalled = (
  ms: number,
  { clock, connectivity, visibility }: WaitPorts,
  signal: AbortSignal,
): Promise<void> =>
  firstOf(signal, (waiting) => [
    clock.sleep(ms, waiting),
    connectivity.whenBack(waiting),
    visibility.whenShown(waiting),
  ]);

/** A browser can be wrong for ever about being offline, behind some VPNs: so long it is believed, in ms. */
const OFFLINE_PATIENCE_MS = 30_000;

/** Waits until the browser says that the network is back, or has said the contrary for so long that a try must tell. */
export const waitUntilOnline = (
  { clock, connectivity }: Pick<WaitPorts, 'clock' | 'connectivity'>,
  signal: AbortSignal,
): Promise<void> =>
  firstOf(signal, (waiting) => [
    connectivity.whenOnline(waiting),
    clock.sleep(OFFLINE_PATIENCE_MS, waiting),
  ]);
