/** The result of a run as data: the output of `--json`, and the source of the other reports. */
import type { Finding, Level } from './finding.js';
import { compareSections } from './select.js';
import type { Answer } from './service/call.js';

/** A request that shows a finding. */
export interface Exchange {
  readonly method: string;
  /** Of the storage host, only the origin: its paths and queries are part of the permission. */
  readonly path: string;
  readonly status: number;
  /** When it was sent, ISO 8601. */
  readonly at: string;
  readonly tookMs: number;
  /** From the response's headers; null if there is none. */
  readonly requestId: string | null;
}

export type Outcome = Finding['kind'];

export interface Result {
  readonly id: string;
  readonly section: string;
  readonly rule: string;
  readonly level: Level;
  readonly outcome: Outcome;
  /** Only of a failed check. */
  readonly expected?: string;
  /** Of a failed check or a note. */
  readonly received?: string;
  /** What to set, or whom to ask. */
  readonly then?: string;
  /** Why a check did not run. */
  readonly why?: string;
  readonly requests: readonly Exchange[];
}

export interface Totals {
  readonly passed: number;
  /** Required checks that failed. */
  readonly failed: number;
  /** Recommended checks that failed. */
  readonly advised: number;
  readonly noted: number;
  readonly notRun: number;
  /** Required checks among `notRun`. */
  readonly requiredNotRun: number;
}

export interface Report {
  readonly serviceUrl: string;
  readonly clientId: string | null;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly endedAt: string;
  readonly requests: number;
  readonly submissions: { readonly submitted: number; readonly reused: number };
  readonly totals: Totals;
  /** By section; in a section, in execution order. */
  readonly results: readonly Result[];
}

export const pathOf = (address: string, serviceUrl: string): string =>
  address.startsWith(`${serviceUrl}/`) ? new URL(address).pathname : `${new URL(address).origin}/…`;

export const exchangeOf = (answer: Answer, serviceUrl: string): Exchange => ({
  method: answer.method,
  path: answer.quote(pathOf(answer.address, serviceUrl)),
  status: answer.status,
  at: new Date(answer.sentAt).toISOString(),
  tookMs: answer.tookMs,
  requestId: answer.requestId,
});

export const totalsOf = (results: readonly Result[]): Totals => {
  const count = (outcome: Outcome, ...levels: readonly Level[]): number =>
    results.filter(
      (it) => it.outcome === outcome && (levels.length === 0 || levels.includes(it.level)),
    ).length;
  return {
    passed: count('passed'),
    failed: count('failed', 'required'),
    advised: count('failed', 'recommended', 'noted'),
    noted: count('noted'),
    notRun: count('not-run'),
    requiredNotRun: count('not-run', 'required'),
  };
};

export const bySection = (results: readonly Result[]): readonly Result[] =>
  [...results].sort((one, other) => compareSections(one.section, other.section));

export interface Verdict {
  readonly code: 0 | 1 | 2;
  readonly sentence: string;
}

const checks = (count: number): string =>
  count === 1 ? '1 required check' : `${count} required checks`;

/** A failure counts more than a check that could not run: it is a fact. */
export const verdictOf = ({ totals, results }: Report): Verdict => {
  const { failed, requiredNotRun } = totals;
  if (failed > 0) {
    const ids = results
      .filter(({ outcome, level }) => outcome === 'failed' && level === 'required')
      .map(({ id }) => id);
    return { code: 1, sentence: `Does not conform: ${checks(failed)} failed: ${ids.join(', ')}.` };
  }
  if (requiredNotRun > 0)
    return { code: 2, sentence: `Could not be judged: ${checks(requiredNotRun)} could not run.` };
  return results.some(({ level }) => level === 'required')
    ? { code: 0, sentence: 'Conforms: every required check ran and passed.' }
    : { code: 0, sentence: 'Nothing required was asked for.' };
};
