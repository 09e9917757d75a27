/** Whether a click belongs to selecting text rather than asking for something. */

/** In every engine only composed ranges see into a shadow tree; the oldest browsers lack them. */
type AnySelection = Pick<Selection, 'isCollapsed'> & Partial<Pick<Selection, 'getComposedRanges'>>;

/** Whether any text in an element is selected, in a shadow tree too. */
export const isSelectedWithin = (within: Element): boolean => {
  const selection: AnySelection | null = document.getSelection();
  if (selection === null) return false;
  const root = within.getRootNode();
  const shadowRoots = root instanceof ShadowRoot ? [root] : [];
  const ranges = selection.getComposedRanges?.({ shadowRoots });
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
