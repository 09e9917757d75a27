/** Number of seeds that a property test tries: `RUNS`, else `few` in `npm test` and `many` in `npm run verify`. */
export const seededRuns = (few: number, many: number): number =>
  Number(process.env['RUNS'] ?? (process.env['VERIFY'] === 'true' ? many : few));
