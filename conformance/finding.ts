/** Checks, and what they find. */
import type { Answer } from './service/call.js';
import type { World } from './steps/world.js';

/**
 * `required`: the specification states it. `recommended`: it follows from the specification, but other readings are
 * possible. `noted`: the specification leaves it open.
 */
export type Level = 'required' | 'recommended' | 'noted';

/** `by`: the responses that show it. `then`: what to set or whom to ask. */
export type Finding =
  | { readonly kind: 'passed'; readonly by: readonly Answer[] }
  | {
      readonly kind: 'failed';
      readonly expected: string;
      readonly received: string;
      readonly then?: string;
      readonly by: readonly Answer[];
    }
  | {
      readonly kind: 'noted';
      readonly received: string;
      readonly then?: string;
      readonly by: readonly Answer[];
    }
  | { readonly kind: 'not-run'; readonly why: string };

export interface Check {
  /** Section and name, such as `4.4.filetype-other`. */
  readonly id: string;
  /** The rule in one sentence, or a question if the specification leaves it open. */
  readonly rule: string;
  readonly level: Level;
  /** Runs only with `--thorough`, because it waits for hours or costs further submissions. */
  readonly thorough?: boolean;
  /** May throw NotReached, which the runner turns into a finding. */
  readonly run: (world: World) => Promise<Finding>;
}

type Evidence = Answer | readonly Answer[];

/** Responses shown with one finding. */
const MOST_SHOWN = 3;

const listOf = (by: Evidence): readonly Answer[] =>
  ('status' in by ? [by] : [...by]).slice(0, MOST_SHOWN);

export const passed = (by: Evidence = []): Finding => ({ kind: 'passed', by: listOf(by) });

const told = (received: string, by: Evidence, then?: string) => ({
  received,
  by: listOf(by),
  ...(then === undefined ? {} : { then }),
});

export const failed = (
  expected: string,
  received: string,
  by: Evidence,
  then?: string,
): Finding => ({ kind: 'failed', expected, ...told(received, by, then) });

export const noted = (received: string, by: Evidence, then?: string): Finding => ({
  kind: 'noted',
  ...told(received, by, then),
});

export const notRun = (why: string): Finding => ({ kind: 'not-run', why });
