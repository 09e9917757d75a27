/** The largest first load, in bytes with gzip. */
export const MOST_FIRST_LOAD: number;
