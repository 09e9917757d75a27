/** A browser has none. */
const environment: NodeJS.ProcessEnv = globalThis.process?.env ?? {};

/** In `npm run verify`. */
const isFullCheck = environment['VERIFY'] === 'true';

/** Number of seeds that a property test tries: `RUNS`, else `few` in `npm test` and `many` in `npm run verify`. */
export const seededRuns = (few: number, many: number): number =>
  Number(environment['RUNS'] ?? (isFullCheck ? many : few));

/** The seed of random cases: `SEED`, else always 1 in `npm test` and a new one in `npm run verify`. A failure names it. */
export const SEED = Number(
  environment['SEED'] ?? (isFullCheck ? Math.floor(Math.random() * 2 ** 31) : 1),
);
