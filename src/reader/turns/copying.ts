/** Finds the selected texts of the transcript, and formats them for the clipboard. */
import { firstIndex } from '../../transcript/binary-search.js';
import { toClipboard } from '../../transcript/clipboard.js';
import type { SelectedText } from '../../transcript/passages.js';
import { namesOf, type SpeakerWords } from '../../transcript/speakers.js';
import type { Transcript } from '../../transcript/transcript.js';
import type { ReaderState } from '../store.js';
import { composedRanges, selectionNow, type AnySelection } from './selection.js';

/** The selection as seen from the element's shadow tree; null if there is none. */
const selectedRange = (within: Element): AbstractRange | null => {
  const selection = selectionNow();
  // Firefox can select several ranges. Its own copy command handles them.
  if (selection === null || selection.rangeCount > 1) return null;
  const root = within.getRootNode();
  const ranges = composedRanges(selection, root);
  if (ranges) return ranges[0] ?? null;
  // Older Chromium has `getSelection` on the shadow root instead.
  const { getSelection } = root as { getSelection?: () => AnySelection | null };
  const own = getSelection?.call(root) ?? selection;
  return own.rangeCount > 0 ? own.getRangeAt(0) : null;
};

/** UTF-16 offset of a boundary in an element. The text may be split into several nodes by search marks. */
const offsetIn = (text: Element, container: Node, offset: number): number => {
  const before = document.createRange();
  before.setStart(text, 0);
  before.setEnd(container, offset);
  return before.toString().length;
};

interface CopiedList {
  readonly scroller: HTMLElement;
  textOf(index: number): HTMLElement | undefined;
}

/** The selected text ranges; null if the selection is not entirely inside the transcript. O(log n). */
export const selectedTexts = (
  { scroller, textOf }: CopiedList,
  { segments }: Transcript,
): readonly SelectedText[] | null => {
  const bounds = selectedRange(scroller);
  if (bounds === null || bounds.collapsed) return null;
  const { startContainer, startOffset, endContainer, endOffset } = bounds;
  if (!scroller.contains(startContainer) || !scroller.contains(endContainer)) return null;
  const range = document.createRange();
  range.setStart(startContainer, startOffset);
  range.setEnd(endContainer, endOffset);
  // A text counts as a whole, wherever the boundaries are inside it.
  const isAfterStart = (index: number): boolean => {
    const text = textOf(index);
    return text !== undefined && range.comparePoint(text, text.childNodes.length) >= 0;
  };
  const isAfterEnd = (index: number): boolean => {
    const text = textOf(index);
    return text !== undefined && range.comparePoint(text, 0) > 0;
  };
  const first = firstIndex(segments.length, isAfterStart);
  const end = firstIndex(segments.length, isAfterEnd);
  const selected: SelectedText[] = [];
  for (let segment = first; segment < end; segment += 1) {
    const text = textOf(segment);
    const length = segments[segment]?.text.length ?? 0;
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
export const createCopying = (
  list: CopiedList,
  state: () => Pick<ReaderState, 'transcript' | 'identities'>,
  words: SpeakerWords,
): void => {
  list.scroller.addEventListener('copy', (event) => {
    const { clipboardData } = event;
    if (event.defaultPrevented || clipboardData === null || isEdited(event)) return;
    const { transcript, identities } = state();
    const selection = selectedTexts(list, transcript);
    if (selection === null) return;
    const nameOf = namesOf(transcript, identities, words);
    const { text, html } = toClipboard({ transcript, selection, identities, nameOf });
    clipboardData.setData('text/plain', text);
    clipboardData.setData('text/html', html);
    event.preventDefault();
  });
};
