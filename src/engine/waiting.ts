import { withLinkedAbort } from './linked-abort.js';
import type { Ports } from './ports.js';

export type WaitPorts = Pick<Ports, 'clock' | 'connectivity' | 'attention'>;

/** Why nothing moves just now. */
export type Trouble = 'offline' | 'retrying';

/** Waits, but no longer than until the network is back or the person looks at the page again. */
export const waitUnlessCalled = (
  ms: number,
  { clock, connectivity, attention }: WaitPorts,
  signal: AbortSignal,
): Promise<void> =>
  withLinkedAbort(signal, async (waiting) => {
    try {
      await Promise.race([
        clock.sleep(ms, waiting.signal),
        connectivity.whenBack(waiting.signal),
        attention.whenShown(waiting.signal),
      ]);
    } finally {
      waiting.abort(new Error('waited enough'));
    }
  });
