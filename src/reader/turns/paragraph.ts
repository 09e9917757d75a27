/** The rows that are shown as one paragraph. */
import type { SegmentRange } from '../../transcript/edits/align-words.js';
import { textOfRow } from './rows.js';

/** A point in the window, on the text of a segment. */
export interface WordPlace {
  readonly text: HTMLElement;
  readonly x: number;
  readonly y: number;
}

/** Index of a row's segment; -1 for null. */
export const indexOf = (row: HTMLElement | null): number => Number(row?.dataset['index'] ?? -1);

/** The segments that are shown as one paragraph with this row: in lines, only its own. */
export const paragraphOf = (row: HTMLElement | undefined, index: number): SegmentRange => {
  const rows = [...(row?.closest('.paragraph')?.querySelectorAll<HTMLElement>('.segment') ?? [])];
  const [first, last] = [rows[0], rows.at(-1)];
  return first && last
    ? { first: indexOf(first), end: indexOf(last) + 1 }
    : { first: index, end: index + 1 };
};

/** The elements that show the text of these segments: paragraphs, or the text of lines. */
export const elementsOf = (
  { first, end }: SegmentRange,
  rowOf: (index: number) => HTMLElement | undefined,
): readonly HTMLElement[] => {
  const elements = new Set<HTMLElement>();
  for (let index = first; index < end; index += 1) {
    const row = rowOf(index);
    if (row) elements.add(row.closest<HTMLElement>('.paragraph') ?? textOfRow(row));
  }
  return [...elements];
};
