/** What a check is, and how it can end. */
import type { World } from './world.js';

export type Finding =
  | { readonly kind: 'passed' }
  | {
      readonly kind: 'failed';
      readonly expected: string;
      readonly came: string;
      readonly advice?: string;
    }
  /** An earlier step did not give what this one needs, or it was not asked for. */
  | { readonly kind: 'not-reached'; readonly why: string }
  /** The specification leaves it open: what this service does, and what to set in the package. */
  | { readonly kind: 'noted'; readonly came: string; readonly advice?: string };

export interface Check {
  /** Its section and a name, as `4.4.filetype-other`. */
  readonly id: string;
  /** The rule of the specification in a sentence; of what is not shown there, the question. */
  readonly rule: string;
  /** May throw NotReached and NoAnswer: the runner makes findings of them. */
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

/** Sections as the specification orders them: 2.3 before 2.3.1 before 2.4. */
export const compareSections = (one: string, other: string): number => {
  const [left, right] = [one, other].map((section) => section.split('.').map(Number));
  for (let at = 0; at < Math.max(left?.length ?? 0, right?.length ?? 0); at += 1) {
    const difference = (left?.[at] ?? -1) - (right?.[at] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
};
