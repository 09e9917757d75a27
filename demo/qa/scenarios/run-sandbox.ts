/** What a run needs of the sandbox. */
import type { Fault, LogEntry } from '../../sandbox/index.js';
import { NO_CONDITIONS, type Conditions } from '../../sandbox/sessions/conditions.js';
import type { SandboxClient } from '../sandbox-client.js';

export interface SandboxSettings {
  readonly faults: readonly Fault[];
  readonly conditions: Conditions;
}

/** Every call rejects if the sandbox does not answer. */
export interface RunSandbox {
  readonly settings: () => Promise<SandboxSettings>;
  readonly apply: (settings: SandboxSettings) => Promise<void>;
  /** How often each fault struck that `apply` has set, in order. */
  readonly struck: () => Promise<readonly number[]>;
  /** Number of faults that apply to everyone, such as those of `SANDBOX_FAULTS`. A run cannot turn them off. */
  readonly faultsOfEveryone: () => Promise<number>;
  readonly log: (since: number) => Promise<readonly LogEntry[]>;
  readonly lastLogNumber: () => Promise<number>;
  /** Like `apply`, for a page that is being closed. */
  readonly applyOnLeaving: (settings: SandboxSettings) => void;
  /** Number of tasks. */
  readonly tasks: () => Promise<number>;
}

export const createRunSandbox = (client: SandboxClient): RunSandbox => {
  /** The faults of this session; others apply to everyone and stay. */
  const own = async () => (await client.faults()).faults.filter(({ session }) => session);
  return {
    settings: async () => ({
      faults: (await own()).map(({ fault }) => fault),
      conditions: (await client.active())?.ownConditions ?? NO_CONDITIONS,
    }),
    apply: async ({ faults, conditions }) => {
      await client.replaceFaults(faults);
      await client.setConditions(conditions);
    },
    applyOnLeaving: ({ faults, conditions }) => {
      for (const [path, body] of Object.entries({ faults: { faults }, conditions }))
        void fetch(`/__sandbox/${path}`, {
          method: 'PUT',
          keepalive: true,
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        });
    },
    struck: async () => (await own()).map(({ struck }) => struck),
    faultsOfEveryone: async () =>
      (await client.faults()).faults.filter(({ session }) => !session).length,
    log: (since) => client.log(since),
    lastLogNumber: async () => (await client.log(0)).at(-1)?.number ?? 0,
    tasks: async () => (await client.tasks()).length,
  };
};
