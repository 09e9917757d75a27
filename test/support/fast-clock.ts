/** Divides the waits of a page by ten, such as those between two queries. Tests of time limits use `clockRate`. */
export const speedUp = (page: Window): void => {
  const { setTimeout: wait } = page;
  const fast = (task: () => void, ms = 0): number => wait(task, ms / 10);
  page.setTimeout = fast as typeof page.setTimeout;
};
