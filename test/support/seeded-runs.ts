/** In `npm run verify`. */
const isFullCheck = process.env['VERIFY'] === 'true';

/** Number of seeds that a property test tries: `RUNS`, else `few` in `npm test` and `many` in `npm run verify`. */
export const seededRuns = (few: number, many: number): number =>
  Number(process.env['RUNS'] ?? (isFullCheck ? many : few));

/** The seed of random cases: `SEED`, else always 1 in `npm test` and a new one in `npm run verify`. A failure names it. */
export const SEED = Number(
  process.env['SEED'] ?? (isFullCheck ? Math.floor(Math.random() * 2 ** 31) : 1),
);
