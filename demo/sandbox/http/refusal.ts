/** Rejects a request. The host formats the response (JSON or XML). */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly status: number,
    /** For programs, e.g. `token-expired`. */
    readonly code: string,
    /** What is wrong and what to do, in one sentence. Never contains a token, a signature or a header's value. */
    message: string,
    readonly extra: {
      readonly headers?: Readonly<Record<string, string>>;
      /** For the log: the broken rule, if the code is not specific enough (`rules.ts`). */
      readonly violation?: string;
    } = {},
  ) {
    super(message);
  }
}
