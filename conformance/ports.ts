/** The suite's dependencies on the machine, injected so that tests control time. */
export interface Ports {
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** The reason with which a request is aborted. */
  readonly deadline: (ms: number) => AbortSignal;
}
