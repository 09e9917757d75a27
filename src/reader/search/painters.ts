/** Two ways to mark found words in the page: highlights, which leave the text alone, or `<mark>` where there are none. */

/** A stretch of a row's text; offsets in UTF-16 units. */
export interface Stretch {
  /** Holds the row's text and nothing else. */
  readonly element: HTMLElement;
  readonly start: number;
  readonly end: number;
  /** Part of the match that was gone to. */
  readonly current: boolean;
}

export interface Painter {
  /** Marks these and nothing else; they are in the order of the text. */
  paint(stretches: readonly Stretch[]): void;
}

/** The names that the stylesheet knows. Every reader on a page adds its ranges to the same two. */
const NAMES = { match: 'audio-transcribe-match', current: 'audio-transcribe-current' } as const;

const sharedHighlight = (name: string): Highlight => {
  const known = CSS.highlights.get(name);
  if (known) return known;
  const highlight = new Highlight();
  CSS.highlights.set(name, highlight);
  return highlight;
};

const rangeOf = ({ element, start, end }: Stretch): Range | null => {
  const text = element.firstChild;
  if (!(text instanceof Text) || end > text.length) return null;
  const range = new Range();
  range.setStart(text, start);
  range.setEnd(text, end);
  return range;
};

/** CSS Custom Highlight API. */
export const createHighlightPainter = (): Painter => {
  const [match, current] = [sharedHighlight(NAMES.match), sharedHighlight(NAMES.current)];
  // What is gone to is seen above the rest.
  current.priority = 1;
  let painted: readonly Range[] = [];
  return {
    paint(stretches) {
      for (const range of painted) {
        match.delete(range);
        current.delete(range);
      }
      painted = stretches.flatMap((stretch) => {
        const range = rangeOf(stretch);
        if (range) (stretch.current ? current : match).add(range);
        return range ?? [];
      });
    },
  };
};

const markedText = (text: string, stretches: readonly Stretch[]): DocumentFragment => {
  const fragment = document.createDocumentFragment();
  let at = 0;
  for (const { start, end, current } of stretches) {
    const mark = document.createElement('mark');
    mark.textContent = text.slice(start, end);
    if (current) mark.className = 'current';
    fragment.append(text.slice(at, start), mark);
    at = end;
  }
  fragment.append(text.slice(at));
  return fragment;
};

/** Puts `<mark>` elements into the rows, and takes them out again. */
export const createMarkPainter = (): Painter => {
  let painted: ReadonlySet<HTMLElement> = new Set();
  return {
    paint(stretches) {
      for (const element of painted) element.replaceChildren(element.textContent);
      const byElement = new Map<HTMLElement, Stretch[]>();
      for (const stretch of stretches) {
        const own = byElement.get(stretch.element);
        if (own) own.push(stretch);
        else byElement.set(stretch.element, [stretch]);
      }
      for (const [element, own] of byElement)
        element.replaceChildren(markedText(element.textContent, own));
      painted = new Set(byElement.keys());
    },
  };
};

export const createPainter = (): Painter =>
  'highlights' in CSS && 'Highlight' in globalThis ? createHighlightPainter() : createMarkPainter();
