/** What the search says. */
export interface SearchStrings {
  readonly search: string;
  readonly searchHint: string;
  readonly previousHit: string;
  readonly nextHit: string;
  readonly clearSearch: string;
  /** Counted from 1. */
  readonly hitOf: (hit: number, count: number) => string;
  /** The same where there is little room. */
  readonly shortHitOf: (hit: number, count: number) => string;
  readonly noHits: string;
}

const whole = (count: number): string => count.toLocaleString('en');

export const englishSearchStrings: SearchStrings = {
  search: 'Search the transcript',
  searchHint: 'Search',
  previousHit: 'Previous match',
  nextHit: 'Next match',
  clearSearch: 'Clear the search',
  hitOf: (hit, count) => `Match ${whole(hit)} of ${whole(count)}`,
  shortHitOf: (hit, count) => `${whole(hit)} / ${whole(count)}`,
  noHits: 'No match',
};
