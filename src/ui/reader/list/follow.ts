/** Keeps what plays in view inside the transcript's own scroll container, until the person scrolls. */

export interface Follow {
  /** Brings an element into view if the person has not scrolled away. */
  reveal(target: Element): void;
  /** Follows again. */
  resume(): void;
  /** Cancels a scroll under way. */
  stop(): void;
}

/** Fractions of the container's height: where the element may stay, and where it is put else. */
const ZONE = { top: 0.08, bottom: 0.75, place: 0.25 } as const;
/** Turns out of sight have an estimated height: a far jump is corrected frame by frame. */
const MOST_CORRECTIONS = 12;
const SCROLL_KEYS = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', 'Tab']);

export const createFollow = (options: {
  readonly scroller: HTMLElement;
  /** Called with false when the person scrolls away, and with true when following begins again. */
  readonly onChange: (following: boolean) => void;
}): Follow => {
  const { scroller, onChange } = options;
  let following = true;
  let frame = 0;

  const stop = (): void => cancelAnimationFrame(frame);

  const change = (value: boolean): void => {
    if (following === value) return;
    following = value;
    if (!value) stop();
    onChange(value);
  };

  const step = (target: Element, corrections: number): void => {
    const box = scroller.getBoundingClientRect();
    const line = target.getBoundingClientRect();
    const top = line.top - box.top;
    const fits = top >= box.height * ZONE.top && line.bottom - box.top <= box.height * ZONE.bottom;
    if (fits || box.height === 0) return;
    const distance = top - box.height * ZONE.place;
    const far = Math.abs(distance) > box.height || corrections > 0;
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const before = scroller.scrollTop;
    scroller.scrollBy({ top: distance, behavior: far || calm ? 'instant' : 'smooth' });
    const moved = Math.abs(scroller.scrollTop - before) >= 1;
    if (far && moved && corrections < MOST_CORRECTIONS)
      frame = requestAnimationFrame(() => step(target, corrections + 1));
  };

  const scrolledAway = (): void => change(false);
  scroller.addEventListener('wheel', scrolledAway, { passive: true });
  scroller.addEventListener('touchmove', scrolledAway, { passive: true });
  scroller.addEventListener('keydown', ({ key }) => {
    if (SCROLL_KEYS.has(key)) scrolledAway();
  });
  scroller.addEventListener('pointerdown', ({ target }) => {
    // The scroll bar belongs to the scroller itself.
    if (target === scroller) scrolledAway();
  });

  return {
    reveal(target) {
      stop();
      if (following) step(target, 0);
    },
    resume: () => change(true),
    stop,
  };
};
