/** Checks and their possible outcomes. */
import type { World } from './world.js';

export type Finding =
  | { readonly kind: 'passed' }
  | {
      readonly kind: 'failed';
      readonly expected: string;
      readonly came: string;
      readonly advice?: string;
    }
  /** An earlier step did not provide what this check needs, or the check was not requested. */
  | { readonly kind: 'not-reached'; readonly why: string }
  /** The specification leaves it open: what this service does, and what to set in the package. */
  | { readonly kind: 'noted'; readonly came: string; readonly advice?: string };

export interface Check {
  /** Section and name, e.g. `4.4.filetype-other`. */
  readonly id: string;
  /** The rule in one sentence, or a question if the specification leaves it open. */
  readonly rule: string;
  /** May throw NotReached and NoAnswer, which the runner turns into findings. */
  readonly run: (world: World) => Promise<Finding>;
}

export interface Result {
  readonly id: string;
  readonly section: string;
  readonly rule: string;
  readonly finding: Finding;
}

export const passed: Finding = { kind: 'passed' };

export const failed = (expected: string, came: string, advice?: string): Finding => ({
  kind: 'failed',
  expected,
  came,
  ...(advice === undefined ? {} : { advice }),
});

export const noted = (came: string, advice?: string): Finding => ({
  kind: 'noted',
  came,
  ...(advice === undefined ? {} : { advice }),
});

export const notReached = (why: string): Finding => ({ kind: 'not-reached', why });

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
