/** What the suite needs of the machine, handed in so that tests decide over time. */
export interface Ports {
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** The reason to break a request off. */
  readonly deadline: (ms: number) => AbortSignal;
}
