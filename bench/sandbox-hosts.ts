import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Credentials } from '../demo/sandbox/index.js';

/** The sandbox; and bare servers that throw a body away, take its MD5, and store it, too. */
export type HostRole = 'sandbox' | 'discard' | 'md5' | 'store';

/** What a host says once it listens. */
export interface HostReady {
  readonly url: string;
  /** Of the sandbox alone. */
  readonly credentials: Credentials | null;
}

/** Bytes. */
export interface MemoryUse {
  readonly rss: number;
  readonly heapUsed: number;
  readonly external: number;
}

export interface HostUse {
  readonly now: MemoryUse;
  /** Since the last question. */
  readonly peak: MemoryUse;
  /** Processor time since the start, in s. */
  readonly cpuSeconds: number;
}

export interface BenchHost extends HostReady {
  readonly use: () => Promise<HostUse>;
  readonly end: () => void;
}

/** Starts a host in a process of its own, as `npm start` runs it. `directory` is where the sandbox keeps its files. */
export const startHost = async (role: HostRole, directory: string): Promise<BenchHost> => {
  const child = fork(new URL('sandbox-process.ts', import.meta.url), [role, directory], {
    execArgv: ['--import', 'tsx'],
  });
  const died = once(child, 'exit').then(() => {
    throw new Error(`The host “${role}” of the bench has died.`);
  });
  // Its death matters only to whoever waits for it.
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
