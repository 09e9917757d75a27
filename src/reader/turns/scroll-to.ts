/** Scrolls a container until an element is at an exact position in it; the page does not scroll. */

export interface ScrollTo {
  /**
   * Scrolls until the element's top is `place` pixels below the top of the container. `smooth` applies only
   * if the user's settings allow motion.
   */
  element(target: Element, place: number, motion: 'instant' | 'smooth'): void;
  /** True while scrolling. */
  readonly underWay: boolean;
  /** Called whenever scrolling ends or is stopped. */
  onSettle(listener: () => void): void;
  stop(): void;
}

/** Duration of a smooth scroll in milliseconds. */
const GLIDE = 240;
/** Heights of blocks out of view are estimates, so a long jump is corrected frame by frame. */
const MOST_CORRECTIONS = 40;
/** Scrolling ends after this many frames without a correction. */
const QUIET_FRAMES = 3;

const ease = (done: number): number => 1 - (1 - done) ** 3;

export const topWithin = (container: Element, target: Element): number =>
  target.getBoundingClientRect().top - container.getBoundingClientRect().top;

export const createScrollTo = (scroller: HTMLElement): ScrollTo => {
  const listeners: (() => void)[] = [];
  let frame = 0;
  let underWay = false;

  const settle = (): void => {
    cancelAnimationFrame(frame);
    if (!underWay) return;
    underWay = false;
    for (const listener of listeners) listener();
  };

  return {
    element(target, place, motion) {
      cancelAnimationFrame(frame);
      underWay = true;
      const calm = motion === 'instant' || matchMedia('(prefers-reduced-motion: reduce)').matches;
      const from = topWithin(scroller, target);
      let began: number | null = null;
      let corrections = 0;
      let quiet = 0;
      const step = (now: number | null): void => {
        began ??= now;
        const done = calm ? 1 : Math.min(1, ((now ?? 0) - (began ?? now ?? 0)) / GLIDE);
        const wanted = from + (place - from) * ease(done);
        const before = scroller.scrollTop;
        const top = before + topWithin(scroller, target) - wanted;
        scroller.scrollTo({ top, behavior: 'instant' });
        if (done === 1) {
          corrections += 1;
          quiet = Math.abs(scroller.scrollTop - before) < 1 ? quiet + 1 : 0;
        }
        if (quiet >= QUIET_FRAMES || corrections > MOST_CORRECTIONS) settle();
        else frame = requestAnimationFrame(step);
      };
      step(null);
    },
    get underWay() {
      return underWay;
    },
    onSettle: (listener) => void listeners.push(listener),
    stop: settle,
  };
};
