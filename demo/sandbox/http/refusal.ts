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
      /** Noted in the log where the request breaks a rule of the specification, not only fails. */
      readonly violation?: string;
    } = {},
  ) {
    super(message);
  }
}
