/** In ms. Longer waits are time limits, such as the one for a worker to start. A busy machine needs them. */
const LONGEST_MS = 4_999;

/** Divides the waits of a page, such as those between two queries. Tests of time limits use `clockRate`. */
export const speedUp = (page: Window, by = 10): void => {
  const { setTimeout: wait } = page;
  const fast = (task: () => void, ms = 0): number => wait(task, ms > LONGEST_MS ? ms : ms / by);
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

/** A submission waits 2 s for what the recording sounds like. On a busy machine that takes longer. */
export const waitForSound = (): void => {
  const { setTimeout: wait } = window;
  const patient = (task: () => void, ms = 0): number => wait(task, ms === 2_000 ? 60_000 : ms);
  before(() => (window.setTimeout = patient as typeof window.setTimeout));
  after(() => (window.setTimeout = wait));
};
