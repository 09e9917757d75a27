/** The result of a run as data: the output of `--json`, and the source of the text report. */
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
  /** Grouped by section. */
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

/** Sorts by section; within a section, keeps the execution order. */
export const bySection = (results: readonly Result[]): readonly Result[] =>
  [...results].sort((one, other) => compareSections(one.section, other.section));

/** 0 if every check that ran passed; 1 if one failed. */
export const exitCodeOf = ({ totals }: Report): 0 | 1 => (totals.failed > 0 ? 1 : 0);
