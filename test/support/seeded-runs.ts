/** In a browser, what the bundle of the tests was given. */
const environment: NodeJS.ProcessEnv = globalThis.process?.env ?? {};

/** In `npm run verify`. */
const isFullCheck = environment['VERIFY'] === 'true';

/** Number of seeds or cases that a property test tries: `RUNS`, else `few` in `npm test` and `many` in `npm run verify`. */
export const seededRuns = (few: number, many: number): number =>
  Number(environment['RUNS'] ?? (isFullCheck ? many : few));

/** The seed of random cases: `SEED`, else that of `npm run verify`, which it prints, and always 1 in `npm test`. */
export const SEED = Number(environment['SEED'] ?? environment['RANDOM_SEED'] ?? 1);
