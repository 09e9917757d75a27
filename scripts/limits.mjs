/**
 * Every time limit of the checks, in ms. A limit only ends what hangs. Each is long enough for a machine that is eight
 * times slower than a laptop of 2026 with two free processors. None decides whether something is fast enough.
 */
export const LIMITS = {
  /** A step of a check, such as all unit tests. */
  step: 80 * 60_000,
  /** A file, or a batch, of Node's tests. */
  nodeFile: 40 * 60_000,
  /** A test in a browser's page. */
  browserTest: 240_000,
  /** A test in `test/media`, which converts or listens. */
  mediaTest: 600_000,
  /** All tests of a page. `hung-pages.mjs` ends a single test, and names it. */
  browserFile: 40 * 60_000,
  /** An end-to-end test. */
  pageTest: 480_000,
  /** What an end-to-end test waits for. */
  expectation: 120_000,
  /** The start of a browser or of its driver. */
  launch: 240_000,
  /** Opening a page. */
  navigation: 240_000,
  /** An answer of a browser to a command. */
  protocol: 600_000,
};

/** How often a browser is started before that counts as a failure of the machine. */
export const LAUNCHES = 3;
