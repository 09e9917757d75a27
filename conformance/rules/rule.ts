/** One sentence of the specification, and how it is checked. */

export type Rule = {
  readonly section: string;
  /** As in the specification, shortened where a table row has several cells. */
  readonly sentence: string;
} & (
  | { readonly checks: readonly string[] }
  /** Why it cannot be observed from outside. */
  | { readonly unobservable: string }
);

export interface RulesOf {
  /** A sentence and the names of its checks: of the same section unless they start with a digit. */
  readonly checked: (sentence: string, ...checks: readonly string[]) => Rule;
  readonly unobservable: (sentence: string, why: string) => Rule;
}

export const rulesOf = (section: string): RulesOf => ({
  checked: (sentence, ...checks) => ({
    section,
    sentence,
    checks: checks.map((name) => (/^\d/.test(name) ? name : `${section}.${name}`)),
  }),
  unobservable: (sentence, why) => ({ section, sentence, unobservable: why }),
});
