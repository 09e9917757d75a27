/** Detects selected text in the transcript, and formats it for the clipboard. */
import { firstIndex } from '../../transcript/binary-search.js';
import { toClipboard } from '../../transcript/clipboard.js';
import type { SelectedText } from '../../transcript/passages.js';
import type { Transcript } from '../../transcript/transcript.js';
import { textOfRow } from './rows.js';

/** Only composed ranges work in shadow trees in every engine. The oldest supported browsers lack them. */
type AnySelection = Pick<Selection, 'isCollapsed'> & Partial<Pick<Selection, 'getComposedRanges'>>;

/** True if text in this element is selected, also inside a shadow tree. */
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

type Boundaries = Pick<
  StaticRange,
  'startContainer' | 'startOffset' | 'endContainer' | 'endOffset' | 'collapsed'
>;

/** `Selection` as current browsers implement it. */
interface SelectionWithRanges {
  readonly rangeCount: number;
  getRangeAt(index: number): Range;
  getComposedRanges?(options: unknown): readonly StaticRange[];
}

/** The selection as seen from the element's shadow tree; null if there is none. */
const selectedRange = (within: Element): Boundaries | null => {
  const root = within.getRootNode();
  const selection: SelectionWithRanges | null = document.getSelection();
  // Firefox can select several ranges. Its own copy command handles them.
  if ((selection?.rangeCount ?? 0) > 1) return null;
  if (!(root instanceof ShadowRoot) || selection === null)
    return selection !== null && selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
  if (selection.getComposedRanges) {
    try {
      return selection.getComposedRanges({ shadowRoots: [root] })[0] ?? null;
    } catch {
      // Early Safari versions take the roots as arguments.
      return selection.getComposedRanges(root)[0] ?? null;
    }
  }
  // Older Chromium has `getSelection` on the shadow root instead.
  const own: SelectionWithRanges | null =
    (root as { getSelection?: () => SelectionWithRanges | null }).getSelection?.() ?? selection;
  return own.rangeCount > 0 ? own.getRangeAt(0) : null;
};

/** UTF-16 offset of a boundary in an element. The text may be split into several nodes by search marks. */
const offsetIn = (text: Element, container: Node, offset: number): number => {
  const before = document.createRange();
  before.setStart(text, 0);
  before.setEnd(container, offset);
  return before.toString().length;
};

interface CopySource {
  readonly scroller: Element;
  readonly transcript: () => Transcript;
  readonly elementOf: (index: number) => HTMLElement | undefined;
}

/**
 * The selected text ranges; null if the selection is not entirely inside the transcript. Uses binary search,
 * so it checks only a few dozen segments.
 */
const selectedTexts = (source: CopySource): readonly SelectedText[] | null => {
  const { scroller, transcript, elementOf } = source;
  const bounds = selectedRange(scroller);
  if (bounds === null || bounds.collapsed) return null;
  const { startContainer, startOffset, endContainer, endOffset } = bounds;
  if (!scroller.contains(startContainer) || !scroller.contains(endContainer)) return null;
  const range = document.createRange();
  range.setStart(startContainer, startOffset);
  range.setEnd(endContainer, endOffset);
  const count = transcript().segments.length;
  const textOf = (index: number): Element | null => {
    const row = elementOf(index);
    return row ? textOfRow(row) : null;
  };
  // A text counts as a whole, wherever the boundaries are inside it.
  const isAfterStart = (index: number): boolean => {
    const text = textOf(index);
    return text !== null && range.comparePoint(text, text.childNodes.length) >= 0;
  };
  const isAfterEnd = (index: number): boolean => {
    const text = textOf(index);
    return text !== null && range.comparePoint(text, 0) > 0;
  };
  const first = firstIndex(count, isAfterStart);
  const end = firstIndex(count, isAfterEnd);
  const selected: SelectedText[] = [];
  for (let segment = first; segment < end; segment += 1) {
    const text = textOf(segment);
    const length = transcript().segments[segment]?.text.length ?? 0;
    const from = text?.contains(startContainer) ? offsetIn(text, startContainer, startOffset) : 0;
    const to = text?.contains(endContainer) ? offsetIn(text, endContainer, endOffset) : length;
    if (to > from) selected.push({ segment, start: from, end: to });
  }
  return selected.length === 0 ? null : selected;
};

const isEdited = (event: Event): boolean => {
  const [target] = event.composedPath();
  return (
    target instanceof Element &&
    target.closest('input, textarea, [contenteditable]:not([contenteditable="false"])') !== null
  );
};

/** Handles `copy` in the scroll container. If the selection reaches outside, the browser copies it. */
export const createCopying = (source: CopySource): void => {
  source.scroller.addEventListener('copy', (event) => {
    const { clipboardData } = event as ClipboardEvent;
    if (event.defaultPrevented || clipboardData === null || isEdited(event)) return;
    const selection = selectedTexts(source);
    if (selection === null) return;
    const { text, html } = toClipboard(source.transcript(), selection);
    clipboardData.setData('text/plain', text);
    clipboardData.setData('text/html', html);
    event.preventDefault();
  });
};
