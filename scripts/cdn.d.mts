/** The elements that have a file for a script tag, and the largest first load of each, in bytes with gzip. */
export const ELEMENTS: readonly [CdnElement, CdnElement];

interface CdnElement {
  readonly file: string;
  readonly entry: string;
  readonly most: number;
}

/** Resolves with the files of the bundle. */
export const bundleCdn: (
  element: CdnElement,
  options: { readonly write: boolean },
) => Promise<readonly object[]>;

/** The bytes that a page loads at first, with gzip. */
export const firstLoadOf: (files: readonly object[]) => number;
