import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Credentials } from '../demo/sandbox/index.js';

/** The sandbox, and bare servers that discard a body, compute its MD5, or also store it. */
export type HostRole = 'sandbox' | 'discard' | 'md5' | 'store';

/** The message that a host sends once it listens. */
export interface HostReady {
  readonly url: string;
  /** Only for the sandbox. */
  readonly credentials: Credentials | null;
}

/** In bytes. */
export interface MemoryUse {
  readonly rss: number;
  readonly heapUsed: number;
  readonly external: number;
}

export interface HostUse {
  readonly now: MemoryUse;
  /** Since the last query. */
  readonly peak: MemoryUse;
  /** Processor time since the start, in s. */
  readonly cpuSeconds: number;
}

export interface BenchHost extends HostReady {
  readonly use: () => Promise<HostUse>;
  readonly end: () => void;
}

/** Starts a host in its own process, like `npm start`. The sandbox stores its files in `directory`. */
export const startHost = async (role: HostRole, directory: string): Promise<BenchHost> => {
  const child = fork(new URL('sandbox-process.ts', import.meta.url), [role, directory], {
    execArgv: ['--import', 'tsx'],
  });
  const died = once(child, 'exit').then(() => {
    throw new Error(`The host “${role}” of the bench has died.`);
  });
  // Only callers that wait for the host need to know that it died.
  died.catch(() => undefined);
  const message = async <T>(): Promise<T> => {
    const [value] = (await Promise.race([once(child, 'message'), died])) as [T];
    return value;
  };
  const ready = await message<HostReady>();
  return {
    ...ready,
    use: () => {
      const answer = message<HostUse>();
      child.send('use');
      return answer;
    },
    end: () => child.disconnect(),
  };
};
