/** The sandbox's inspection routes, called through the demo's own server. */
import type { FaultDescription, FaultOption } from '../sandbox/faults/catalogue.js';
import { announceChange } from '../faults/changes.js';
import { NO_CONDITIONS } from '../sandbox/sessions/conditions.js';
import type {
  Conditions,
  Fault,
  FaultListed,
  FaultName,
  LogEntry,
  TaskListed,
  WhatIsOn,
} from '../sandbox/index.js';

export interface FaultsAnswer {
  readonly faults: readonly FaultListed[];
  readonly catalogue: Readonly<Record<FaultName, FaultDescription>>;
  /** Options that select the affected requests. */
  readonly strike: Readonly<Record<string, FaultOption>>;
}

/** What a session has set. */
export interface SandboxSettings {
  readonly faults: readonly Fault[];
  readonly conditions: Conditions;
}

/** The sandbox does not respond. */
export class SandboxGone extends Error {
  override readonly name = 'SandboxGone';
}

/** The sandbox rejected the request; the message says why. */
export class SandboxRefused extends Error {
  override readonly name = 'SandboxRefused';
}

/** Timeout in ms, after which the sandbox counts as unreachable. */
const REQUEST_TIMEOUT_MS = 10_000;

/** Every call rejects with SandboxGone or SandboxRefused. */
export const createSandboxClient = () => {
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`/__sandbox/${path}`, {
      method,
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    })
      .then(async (response) => ({
        ok: response.ok,
        json: response.status === 204 ? null : ((await response.json()) as unknown),
      }))
      .catch((cause: unknown) => {
        throw new SandboxGone('The sandbox does not answer.', { cause });
      });
    if (answer.ok) return answer.json as T;
    const { message = 'The sandbox refused.' } = answer.json as { readonly message?: string };
    throw new SandboxRefused(message);
  };
  /** For calls that change faults or conditions. */
  const change = async (method: string, path: string, body?: unknown): Promise<void> => {
    await call(method, path, body);
    announceChange();
  };
  const faults = () => call<FaultsAnswer>('GET', 'faults');
  /** What affects the session's requests; null if the demo talks to the real service. */
  const active = () => call<WhatIsOn | null>('GET', 'active');
  const tasks = () => call<readonly TaskListed[]>('GET', 'tasks');
  /** Entries with a greater number. */
  const log = (since: number) => call<readonly LogEntry[]>('GET', `log?since=${since}`);
  const replaceFaults = (all: readonly Fault[]) => change('PUT', 'faults', { faults: all });
  const setConditions = (conditions: Conditions | Readonly<Record<string, unknown>>) =>
    change('PUT', 'conditions', conditions);
  /** The faults of this session; others apply to everyone and stay. */
  const own = async () => (await faults()).faults.filter(({ session }) => session);
  return {
    ...{ faults, active, tasks, log, replaceFaults, setConditions },
    /** What this session has set. */
    settings: async (): Promise<SandboxSettings> => ({
      faults: (await own()).map(({ fault }) => fault),
      conditions: (await active())?.ownConditions ?? NO_CONDITIONS,
    }),
    apply: async (settings: SandboxSettings): Promise<void> => {
      await replaceFaults(settings.faults);
      await setConditions(settings.conditions);
    },
    /** Like `apply`, for a page that is being closed. */
    applyOnLeaving: ({ conditions, ...set }: SandboxSettings): void => {
      for (const [path, body] of Object.entries({ faults: set, conditions }))
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
      (await faults()).faults.filter(({ session }) => !session).length,
    lastLogNumber: async (): Promise<number> => (await log(0)).at(-1)?.number ?? 0,
    addFault: (fault: Readonly<Record<string, unknown>>) =>
      change('POST', 'faults', { faults: [fault] }),
    removeFault: (id: number) => change('DELETE', `faults/${id}`),
    revoke: (id: string) => call('POST', `tasks/${encodeURIComponent(id)}/revoke`),
    clearLog: () => call('DELETE', 'log'),
  };
};

export type SandboxClient = ReturnType<typeof createSandboxClient>;
