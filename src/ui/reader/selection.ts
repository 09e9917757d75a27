/** Whether a click ends a selection of text rather than asking for something. */

/** Chromium keeps the selection inside a shadow tree on its root; the others on the document. */
const selectionAround = (element: Element): Selection | null => {
  const root = element.getRootNode() as Node & { getSelection?: () => Selection | null };
  return typeof root.getSelection === 'function' ? root.getSelection() : document.getSelection();
};

/** True for a click with a modifier key, the later clicks of a double click, and while text is selected. */
export const isSelecting = (event: MouseEvent, within: Element): boolean => {
  if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey || event.detail > 1)
    return true;
  const selection = selectionAround(within);
  return selection !== null && selection.toString().trim() !== '';
};
