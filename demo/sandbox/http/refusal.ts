/** A request is refused: the host turns this into an answer in its own form (JSON or XML). */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly status: number,
    /** For programs, as `token-expired`. */
    readonly code: string,
    /** A sentence that says what is wrong and what to do; never a token, a signature or a header's value. */
    message: string,
    readonly extra: {
      readonly headers?: Readonly<Record<string, string>>;
      /** For the log: the rule that is broken, where the code does not say it all (`rules.ts`). */
      readonly violation?: string;
    } = {},
  ) {
    super(message);
  }
}
