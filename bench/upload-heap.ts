import type { CDPSession, Page } from '@playwright/test';

const INTERVAL_MS = 200;

export interface HeapGrowth {
  /** Peak use above the initial use, including garbage, in bytes. */
  readonly pagePeak: number;
  /** Use after garbage collection above the initial use, in bytes. */
  readonly pageKept: number;
  /** Peak use of the workers, in bytes. There were none before. */
  readonly workersPeak: number;
  /** Number of samples taken while there was a worker. */
  readonly workerSamples: number;
}

interface HeapUsage {
  readonly usedSize: number;
  /** Array buffers and WebAssembly memory. Older browsers do not report them. */
  readonly backingStorageSize?: number;
}

const sizeOf = ({ usedSize, backingStorageSize = 0 }: HeapUsage): number =>
  usedSize + backingStorageSize;

/** Measures the workers of a page, whose sessions are reached through the page's session. */
const followWorkers = async (
  session: CDPSession,
): Promise<{ readonly usage: () => Promise<number | null> }> => {
  const workers = new Set<string>();
  const pending = new Map<number, (usage: HeapUsage | null) => void>();
  let id = 0;
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    if (targetInfo.type === 'worker') workers.add(sessionId);
  });
  session.on('Target.detachedFromTarget', ({ sessionId }) => void workers.delete(sessionId));
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const answer = JSON.parse(message) as { id?: number; result?: HeapUsage };
    if (answer.id === undefined) return;
    pending.get(answer.id)?.(answer.result ?? null);
    pending.delete(answer.id);
  });
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  });
  const ask = (sessionId: string): Promise<HeapUsage | null> =>
    new Promise((resolve) => {
      id++;
      pending.set(id, resolve);
      // A worker that ends in the meantime does not respond.
      setTimeout(resolve, INTERVAL_MS, null);
      const message = JSON.stringify({ id, method: 'Runtime.getHeapUsage' });
      session.send('Target.sendMessageToTarget', { message, sessionId }).catch(() => resolve(null));
    });
  return {
    usage: async () => {
      const usages = await Promise.all([...workers].map(ask));
      const known = usages.filter((usage) => usage !== null);
      return known.length === 0 ? null : known.reduce((sum, usage) => sum + sizeOf(usage), 0);
    },
  };
};

/** Measures the heaps of a page from now on. Garbage is collected before and after, not in between. */
export const watchHeap = async (page: Page): Promise<() => Promise<HeapGrowth>> => {
  const session = await page.context().newCDPSession(page);
  const workers = await followWorkers(session);
  const usage = async (): Promise<number> => sizeOf(await session.send('Runtime.getHeapUsage'));
  const keptUsage = async (): Promise<number> => {
    await session.send('HeapProfiler.collectGarbage');
    return usage();
  };
  const start = await keptUsage();
  let pagePeak = start;
  let workersPeak = 0;
  let workerSamples = 0;
  let watching = true;
  const watch = async (): Promise<void> => {
    while (watching) {
      const [used, ofWorkers] = await Promise.all([usage(), workers.usage()]);
      pagePeak = Math.max(pagePeak, used);
      workersPeak = Math.max(workersPeak, ofWorkers ?? 0);
      if (ofWorkers !== null) workerSamples++;
      await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
    }
  };
  const watched = watch();
  return async () => {
    watching = false;
    await watched;
    const pageKept = (await keptUsage()) - start;
    await session.detach();
    return { pagePeak: pagePeak - start, pageKept, workersPeak, workerSamples };
  };
};
