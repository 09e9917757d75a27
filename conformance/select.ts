/** Which checks `--only` names: sections, checks and parts of the service. */

/** Parts that can be checked without the others' credentials. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  tokens: ['2.1', '2.2', '4.1', '4.2', '4.3'],
  upload: ['2.3', '4.4', '4.5', '4.6'],
  transcription: ['2.4', '3', '4.7', '4.8'],
};

/** `4.4` of `4.4.filetype-other`, `2.3.1` of `2.3.1.file-md5`. */
export const sectionOf = (id: string): string => /^\d+(?:\.\d+)*/.exec(id)?.[0] ?? id;

/** Compares sections in the order of the specification: 2.3 before 2.3.1 before 2.4. */
export const compareSections = (one: string, other: string): number => {
  const [left, right] = [one, other].map((section) => section.split('.').map(Number));
  for (let at = 0; at < Math.max(left?.length ?? 0, right?.length ?? 0); at += 1) {
    const difference = (left?.[at] ?? -1) - (right?.[at] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
};

/** A sentence for the user; null if the selector has the right form. */
export const selectorProblem = (selector: string): string | null =>
  selector in PARTS || /^[2-8](?:\.\d+)*(?:\.[a-z][a-z\d-]*)?$/.test(selector)
    ? null
    : '--only takes sections from 2 to 8, checks such as 4.6.wrong-md5, and tokens, upload and transcription, separated by commas.';

const names = (selector: string, id: string): boolean =>
  selector === id || `${sectionOf(id)}.`.startsWith(`${selector}.`);

/** True if no selector is given, or one of them names the check. */
export const isSelected = (id: string, only: readonly string[]): boolean =>
  only.length === 0 ||
  only.some((selector) => (PARTS[selector] ?? [selector]).some((it) => names(it, id)));
