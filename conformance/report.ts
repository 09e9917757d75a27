/** A run as data: what `--json` writes, and what the text is made of. */
import { compareSections, type Finding, type Result } from './finding.js';

export interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly notReached: number;
  readonly noted: number;
}

export interface Report {
  readonly serviceUrl: string;
  readonly clientId: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly requests: number;
  readonly totals: Totals;
  /** By section. */
  readonly results: readonly Result[];
}

const count = (results: readonly Result[], kind: Finding['kind']): number =>
  results.filter(({ finding }) => finding.kind === kind).length;

export const totalsOf = (results: readonly Result[]): Totals => ({
  passed: count(results, 'passed'),
  failed: count(results, 'failed'),
  notReached: count(results, 'not-reached'),
  noted: count(results, 'noted'),
});

/** Orders by section; within one, as they ran. */
export const bySection = (results: readonly Result[]): readonly Result[] =>
  [...results].sort((one, other) => compareSections(one.section, other.section));

/** 0: all that was reached holds; 1: something does not. */
export const exitCodeOf = ({ totals }: Report): 0 | 1 => (totals.failed > 0 ? 1 : 0);
