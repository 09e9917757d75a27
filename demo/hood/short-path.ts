/** Longer segments are ids, which only need to be recognised. */
const LONGEST = 26;

/** A path without its query, with long segments cut. An id may allow what it names, so no log has it in full. */
export const shortPath = (path: string): string =>
  (path.split(/[?#]/)[0] ?? '')
    .split('/')
    .map((segment) => (segment.length > LONGEST ? `${segment.slice(0, 10)}…` : segment))
    .join('/');
