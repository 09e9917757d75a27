/** The first index below `count` for which `test` is true, as for all after it; `count` if there is none. O(log n). */
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
