/** The tool's dependencies on the machine, injected so that tests control time. */
export interface Ports {
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** A signal that aborts a request after this many ms. */
  readonly deadline: (ms: number) => AbortSignal;
}
