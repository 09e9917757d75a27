import type { ProblemCode } from '../protocol/index.js';

/** The handler does not serve this request; becomes a problem+json. */
export class HttpError extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly code: ProblemCode,
    /** For the browser: must hold nothing that came from the service or from the options. */
    readonly detail?: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(code);
  }
}

/** The partner has set something up wrongly: the browser learns only that, `message` goes to `onEvent`. */
export class Misconfigured extends Error {
  override readonly name = 'Misconfigured';
}
