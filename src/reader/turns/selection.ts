/** Detects selected text in the transcript. */

/** `Selection` as all browsers have it. The oldest supported ones lack composed ranges. */
export interface AnySelection {
  readonly isCollapsed: boolean;
  readonly rangeCount: number;
  getRangeAt(index: number): Range;
  getComposedRanges?(...options: unknown[]): readonly StaticRange[];
}

export const selectionNow = (): AnySelection | null => document.getSelection();

/** The only ranges that work in shadow trees in every engine; undefined if the browser lacks them. */
export const composedRanges = (
  selection: AnySelection,
  root: Node,
): readonly StaticRange[] | undefined => {
  const shadowRoots = root instanceof ShadowRoot ? [root] : [];
  try {
    return selection.getComposedRanges?.({ shadowRoots });
  } catch {
    // Early Safari versions take the roots as arguments.
    return selection.getComposedRanges?.(...shadowRoots);
  }
};

/** True if text in this element is selected, also inside a shadow tree. */
export const isSelectedWithin = (within: Element): boolean => {
  const selection = selectionNow();
  if (selection === null) return false;
  const ranges = composedRanges(selection, within.getRootNode());
  return ranges === undefined
    ? !selection.isCollapsed
    : ranges.some(
        ({ collapsed, startContainer, endContainer }) =>
          !collapsed && (within.contains(startContainer) || within.contains(endContainer)),
      );
};

/** True for a click with a modifier key, the later clicks of a double click, and while text is selected. */
export const isSelecting = (event: MouseEvent, within: Element): boolean =>
  event.shiftKey ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  event.detail > 1 ||
  isSelectedWithin(within);
