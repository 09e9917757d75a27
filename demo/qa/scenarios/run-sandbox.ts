/** What a run needs of the sandbox. */
import type { Fault } from '../../sandbox/index.js';
import { NO_CONDITIONS, type Conditions } from '../../sandbox/sessions/conditions.js';
import type { SandboxClient } from '../sandbox-client.js';

export interface SandboxSettings {
  readonly faults: readonly Fault[];
  readonly conditions: Conditions;
}

/** Every call rejects if the sandbox does not answer. */
export const createRunSandbox = (client: SandboxClient) => {
  /** The faults of this session; others apply to everyone and stay. */
  const own = async () => (await client.faults()).faults.filter(({ session }) => session);
  return {
    settings: async (): Promise<SandboxSettings> => ({
      faults: (await own()).map(({ fault }) => fault),
      conditions: (await client.active())?.ownConditions ?? NO_CONDITIONS,
    }),
    apply: async ({ faults, conditions }: SandboxSettings): Promise<void> => {
      await client.replaceFaults(faults);
      await client.setConditions(conditions);
    },
    /** Like `apply`, for a page that is being closed. */
    applyOnLeaving: ({ faults, conditions }: SandboxSettings): void => {
      for (const [path, body] of Object.entries({ faults: { faults }, conditions }))
        void fetch(`/__sandbox/${path}`, {
          method: 'PUT',
          keepalive: true,
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        });
    },
    /** How often each fault struck that `apply` has set, in order. */
    struck: async (): Promise<readonly number[]> => (await own()).map(({ struck }) => struck),
    /** Number of faults that apply to everyone, such as those of `SANDBOX_FAULTS`. A run cannot turn them off. */
    faultsOfEveryone: async (): Promise<number> =>
      (await client.faults()).faults.filter(({ session }) => !session).length,
    log: client.log,
    lastLogNumber: async (): Promise<number> => (await client.log(0)).at(-1)?.number ?? 0,
    /** Number of tasks. */
    tasks: async (): Promise<number> => (await client.tasks()).length,
  };
};

export type RunSandbox = ReturnType<typeof createRunSandbox>;
