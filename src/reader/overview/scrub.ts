/** A pointer over a surface: where it points, and where it presses or drags to. */

export interface Point {
  /** Fraction of 1 from the start of the line, which is at the right in a right-to-left page. */
  readonly across: number;
  /** The width of one pixel, as a fraction of the surface. */
  readonly pixel: number;
  /** Pixels from the left of the window. */
  readonly clientX: number;
  /** Pixels from its top. */
  readonly clientY: number;
}

const within = (value: number): number => Math.min(1, Math.max(0, value));

/** Returns what stops it. */
export const followPointer = (
  surface: HTMLElement,
  options: {
    /** Null once the pointer is gone. */
    readonly onPoint: (point: Point | null) => void;
    /** Once for each press, and again for each move while it is held. */
    readonly onPress: (across: number) => void;
  },
): (() => void) => {
  const { onPoint, onPress } = options;
  const listening = new AbortController();
  const { signal } = listening;
  /** The pointer that is held down; a finger seeks when it moves or lifts, as it may be about to scroll the page. */
  let held: { readonly id: number; seeks: boolean } | null = null;

  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, width } = surface.getBoundingClientRect();
    const fromLeft = width > 0 ? (clientX - left) / width : 0;
    return {
      across: within(surface.matches(':dir(rtl)') ? 1 - fromLeft : fromLeft),
      pixel: width > 0 ? 1 / width : 0,
      clientX,
      clientY,
    };
  };

  surface.addEventListener(
    'pointerdown',
    (event) => {
      if (!event.isPrimary || event.button !== 0) return;
      held = { id: event.pointerId, seeks: event.pointerType !== 'touch' };
      try {
        surface.setPointerCapture(event.pointerId);
      } catch {
        // The pointer is gone already: there is nothing to capture.
      }
      const point = pointOf(event);
      onPoint(point);
      if (held.seeks) onPress(point.across);
    },
    { signal },
  );
  surface.addEventListener(
    'pointermove',
    (event) => {
      const point = pointOf(event);
      onPoint(point);
      if (held?.id !== event.pointerId) return;
      held.seeks = true;
      onPress(point.across);
    },
    { signal },
  );
  surface.addEventListener(
    'pointerup',
    (event) => {
      if (held?.id === event.pointerId && !held.seeks) onPress(pointOf(event).across);
      held = null;
      if (event.pointerType === 'touch') onPoint(null);
    },
    { signal },
  );
  const leave = (event: PointerEvent): void => {
    if (event.type === 'pointercancel') held = null;
    if (held === null) onPoint(null);
  };
  surface.addEventListener('pointercancel', leave, { signal });
  surface.addEventListener('pointerleave', leave, { signal });
  return () => listening.abort();
};
