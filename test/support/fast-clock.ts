/** Time limits last whole seconds, such as the one for storing a submission. Most waits have a random part. */
const isTimeLimit = (ms: number): boolean => ms >= 2_000 && ms % 1_000 === 0;

/**
 * Divides the waits of a page, such as those between two queries. Time limits stay, because a busy machine needs them;
 * tests of them use `advance` of a tab.
 */
export const speedUp = (page: Window, by = 10): void => {
  const { setTimeout: wait } = page;
  const fast = (task: () => void, ms = 0, ...rest: unknown[]): number =>
    wait(task, isTimeLimit(ms) ? ms : ms / by, ...rest);
  page.setTimeout = fast as typeof page.setTimeout;
};

/** Speeds up this page during the tests of a suite. Other test files of the page keep the real waits. */
export const withFastClock = (): void => {
  const { setTimeout: wait } = window;
  before(() => speedUp(window));
  after(() => {
    window.setTimeout = wait;
  });
};

/**
 * Lengthens the time limits of this page during the tests of a suite, such as the 2 s for what a recording sounds like
 * and for the language of the page. On a busy machine they would pass.
 */
export const withLongLimits = (): void => {
  const { setTimeout: wait } = window;
  const patient = (task: () => void, ms = 0, ...rest: unknown[]): number =>
    wait(task, isTimeLimit(ms) ? ms * 30 : ms, ...rest);
  before(() => (window.setTimeout = patient as typeof window.setTimeout));
  after(() => (window.setTimeout = wait));
};
