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
  return {
    faults: () => call<FaultsAnswer>('GET', 'faults'),
    replaceFaults: (faults: readonly Fault[]) => change('PUT', 'faults', { faults }),
    addFault: (fault: Readonly<Record<string, unknown>>) =>
      change('POST', 'faults', { faults: [fault] }),
    removeFault: (id: number) => change('DELETE', `faults/${id}`),
    setConditions: (conditions: Conditions | Readonly<Record<string, unknown>>) =>
      change('PUT', 'conditions', conditions),
    /** What affects the session's requests; null if the demo talks to the real service. */
    active: () => call<WhatIsOn | null>('GET', 'active'),
    tasks: () => call<readonly TaskListed[]>('GET', 'tasks'),
    revoke: (id: string) => call('POST', `tasks/${encodeURIComponent(id)}/revoke`),
    /** Entries with a greater number. */
    log: (since: number) => call<readonly LogEntry[]>('GET', `log?since=${since}`),
    clearLog: () => call('DELETE', 'log'),
  };
};

export type SandboxClient = ReturnType<typeof createSandboxClient>;
