/** Compares what happened in a run with what the scenario expects. */
import type { StateName, TranscribeErrorCode } from '../../../src/index.js';
import type { Fault } from '../../sandbox/faults.js';
import type { LogEntry } from '../../sandbox/index.js';
import { USUAL_PATIENCE, type Scenario } from './scenario.js';

export interface Observation {
  /** The last state of the element, and its error. */
  readonly state: StateName;
  readonly error: { readonly code: TranscribeErrorCode; readonly message: string } | null;
  readonly isTimedOut: boolean;
  /** The requests of the run. */
  readonly log: readonly LogEntry[];
  /** How often each fault struck, in the order of the scenario. */
  readonly struck: readonly number[];
  /** Number of tasks that the run created. */
  readonly tasks: number;
}

/** Requests that sent bytes of a part that another request had sent. */
export const partsSentTwice = (log: readonly LogEntry[]): number => {
  const sent = log.flatMap(({ kind, method, partNumber, bytesReceived }) =>
    kind === 'part' && method === 'PUT' && partNumber !== undefined && bytesReceived > 0
      ? [partNumber]
      : [],
  );
  return sent.length - new Set(sent).size;
};

const plansIn = (log: readonly LogEntry[]): number =>
  log.filter(({ kind, method }) => kind === 'upload-plan' && method === 'POST').length;

/** How often a fault must strike in a run. */
export const demandedStrikes = ({ times = 1 }: Fault): number => (times === 'always' ? 1 : times);

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

export const faultName = ({ name, at, part }: Fault): string =>
  `“${name}” at ${at}${part === undefined ? '' : ` ${part}`}`;

const endProblem = ({ expect }: Scenario, seen: Observation): string | null => {
  const { withinSeconds = USUAL_PATIENCE } = expect;
  if (seen.isTimedOut)
    return `The run did not end within ${withinSeconds} s: the element was still “${seen.state}”.`;
  const wanted = expect.error === undefined ? expect.state : `${expect.state} (${expect.error})`;
  const got = seen.error === null ? seen.state : `${seen.state} (${seen.error.code})`;
  if (wanted === got) return null;
  const message = seen.error === null ? '' : ` Its message: ${seen.error.message}`;
  return `The element ended as “${got}”, expected “${wanted}”.${message}`;
};

/** The reasons why a run failed; none if it passed. */
export const judge = (scenario: Scenario, seen: Observation): readonly string[] => {
  const { faults = [], expect } = scenario;
  const twice = partsSentTwice(seen.log);
  const { partsSentTwice: most = 0, plans } = expect;
  const violations = [...new Set(seen.log.flatMap(({ violation }) => violation ?? []))];
  return [
    endProblem(scenario, seen),
    ...violations.map((violation) => `A rule of the specification was broken. ${violation}`),
    ...faults.map((fault, index) => {
      const demanded = demandedStrikes(fault);
      const struck = seen.struck[index] ?? 0;
      return struck >= demanded
        ? null
        : `The fault ${faultName(fault)} struck ${times(struck)}, expected ${demanded === 1 ? 'at least once' : times(demanded)}.`;
    }),
    twice > most
      ? `Parts were sent again ${times(twice)}, expected ${most === 0 ? 'none' : `at most ${times(most)}`}.`
      : null,
    plans !== undefined && plansIn(seen.log) !== plans
      ? `An upload plan was requested ${times(plansIn(seen.log))}, expected ${times(plans)}.`
      : null,
    seen.tasks > 1
      ? `${seen.tasks} tasks were created, expected at most one: each costs the partner money.`
      : null,
  ].filter((reason) => reason !== null);
};
