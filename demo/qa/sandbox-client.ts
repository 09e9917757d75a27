/** The sandbox's inspection routes, called through the demo's own server. */
import type { FaultDescription, FaultOption } from '../sandbox/faults/catalogue.js';
import { announceChange } from '../faults/changes.js';
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
  /** False if the sandbox stores chunks in an S3 store: faults and the link do not affect them. */
  readonly handlesChunks: boolean;
}

/** The sandbox does not respond. */
export class SandboxGone extends Error {
  override readonly name = 'SandboxGone';
}

/** The sandbox rejected the request; the message says why. */
export class SandboxRefused extends Error {
  override readonly name = 'SandboxRefused';
}

export interface SandboxClient {
  readonly faults: () => Promise<FaultsAnswer>;
  readonly replaceFaults: (faults: readonly Fault[]) => Promise<unknown>;
  readonly addFault: (fault: Readonly<Record<string, unknown>>) => Promise<unknown>;
  readonly removeFault: (id: number) => Promise<unknown>;
  readonly setConditions: (
    conditions: Conditions | Readonly<Record<string, unknown>>,
  ) => Promise<unknown>;
  /** What affects the session's requests; null if the demo talks to the real service. */
  readonly active: () => Promise<WhatIsOn | null>;
  readonly tasks: () => Promise<readonly TaskListed[]>;
  readonly revoke: (id: string) => Promise<unknown>;
  /** Entries with a greater number. */
  readonly log: (since: number) => Promise<readonly LogEntry[]>;
  readonly clearLog: () => Promise<unknown>;
}

/** Timeout in ms, after which the sandbox counts as unreachable. */
const REQUEST_TIMEOUT_MS = 10_000;

/** Every call rejects with SandboxGone or SandboxRefused. */
export const createSandboxClient = (): SandboxClient => {
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
  return {
    faults: () => call('GET', 'faults'),
    replaceFaults: (faults) => change('PUT', 'faults', { faults }),
    addFault: (fault) => change('POST', 'faults', { faults: [fault] }),
    removeFault: (id) => change('DELETE', `faults/${id}`),
    setConditions: (conditions) => change('PUT', 'conditions', conditions),
    active: () => call('GET', 'active'),
    tasks: () => call('GET', 'tasks'),
    revoke: (id) => call('POST', `tasks/${encodeURIComponent(id)}/revoke`),
    log: (since) => call('GET', `log?since=${since}`),
    clearLog: () => call('DELETE', 'log'),
  };
};
