/**
 * The first index below `count` for which `test` is true; `count` if there is none. `test` must then be true for all
 * later indexes. O(log n).
 */
export const firstIndex = (count: number, test: (index: number) => boolean): number => {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (test(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
};
