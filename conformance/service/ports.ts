/** What the tool needs of the machine, injected so that tests control it. */

/** The part of `fetch` that the tool uses. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

export interface Ports {
  readonly fetch: Fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** A signal that aborts a request after this many ms. */
  readonly deadline: (ms: number) => AbortSignal;
}
