/** What a service is opened with, besides its store. */

/** Milliseconds since 1970; injected so that tests can expire tokens and addresses without waiting. */
export interface Clock {
  readonly now: () => number;
}

/** The credentials that the operator gives to a partner (section 5, rule 1). */
export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly apiKey: string;
}

/** Lifetimes in seconds. */
export interface Lifetimes {
  /** Default 7200 (2.1). */
  readonly partnerToken: number;
  /** Default: 30 days, because the specification does not say. */
  readonly refreshToken: number;
  /** If 4.3 does not request one. Default: 86400 (4.3). */
  readonly userToken: number;
  /** Default: 3600, because the specification does not say. */
  readonly uploadAddress: number;
  /** Default: 86400 (2.3.1). The file itself is deleted once its URL has expired. */
  readonly downloadAddress: number;
  /** How long a task can be queried after it has ended. Default: 7 days, because the specification does not say. */
  readonly endedTask: number;
}

export const DEFAULT_LIFETIMES: Lifetimes = {
  partnerToken: 7_200,
  refreshToken: 30 * 86_400,
  userToken: 86_400,
  uploadAddress: 3_600,
  downloadAddress: 86_400,
  endedTask: 7 * 86_400,
};

/** The service's ids, tokens and signatures. */
export interface Secrets {
  /** A new id or token, e.g. `file_Jx…`. */
  readonly random: (prefix: string, bytes?: number) => string;
  /** Tokens are stored and compared by their digest. */
  readonly digest: (secret: string) => string;
  /** The signature of a text. */
  readonly sign: (text: string) => string;
}
