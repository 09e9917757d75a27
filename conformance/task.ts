/** A task from submission to its end (4.7, 4.8), polled at the intervals of section 8. */
import { NotReached, type Answer } from './call.js';
import { once } from './once.js';
import type { Ports } from './ports.js';
import { textField } from './shape.js';

/** Section 3. */
export const STATUSES = [
  'PENDING',
  'RECEIVED',
  'STARTED',
  'PROGRESS',
  'SUCCESS',
  'FAILURE',
  'REVOKED',
];
const TERMINAL = ['SUCCESS', 'FAILURE', 'REVOKED'];

export const isTerminal = (status: string | null): boolean =>
  status !== null && TERMINAL.includes(status);

export interface Task {
  readonly submitted: () => Promise<Answer>;
  /** Rejects with NotReached if the submission returned no id. */
  readonly id: () => Promise<string>;
  /**
   * The responses to the submission and all queries, up to a terminal status. An ended task is not queried again
   * (section 3, rule 3).
   */
  readonly followed: () => Promise<readonly Answer[]>;
  /** The response with a terminal status; rejects with NotReached if none arrived in time. */
  readonly ended: () => Promise<Answer>;
  /** The response with SUCCESS. */
  readonly succeeded: () => Promise<Answer>;
}

export interface TaskOf {
  readonly submit: () => Promise<Answer>;
  readonly query: (id: string) => Promise<Answer>;
  readonly ports: Pick<Ports, 'now' | 'sleep'>;
  /** Size of the recording in bytes; its duration is unknown. */
  readonly size: number;
  readonly waitSeconds: number;
}

/** Recordings up to this size are treated as short. */
const SHORT_BYTES = 4 * 1024 * 1024;

/** The wait in ms before query `n`, from 0: 2 to 5 s for short audio, else from 10 s with exponential backoff. */
export const pollInterval = (query: number, size: number): number =>
  size <= SHORT_BYTES
    ? Math.min(5_000, 2_000 + query * 500)
    : Math.min(60_000, Math.round(10_000 * 1.3 ** query));

export const statusOf = (answer: Answer): string | null => textField(answer.json, 'status');

export const createTask = ({ submit, query, ports, size, waitSeconds }: TaskOf): Task => {
  const submitted = once(submit);
  const id = once(async () => {
    const answer = await submitted();
    const found = textField(answer.json, 'transcription_id');
    if (answer.status > 299 || found === null)
      throw new NotReached(`4.7 answered ${answer.status} without a task`);
    return found;
  });
  const followed = once(async () => {
    const name = await id();
    const answers = [await submitted()];
    const giveUpAt = ports.now() + waitSeconds * 1000;
    for (let asked = 0; ; asked += 1) {
      await ports.sleep(pollInterval(asked, size));
      const answer = await query(name);
      answers.push(answer);
      const over = answer.status !== 200 || isTerminal(statusOf(answer));
      if (over || ports.now() >= giveUpAt) return answers;
    }
  });
  const ended = once(async () => {
    const last = (await followed()).at(-1);
    if (last === undefined || last.status !== 200)
      throw new NotReached(`a query (4.8) answered ${last?.status ?? 'nothing'}`);
    if (!isTerminal(statusOf(last)))
      throw new NotReached(
        `the task did not end within ${waitSeconds} s: give it more with --wait`,
      );
    return last;
  });
  const succeeded = once(async () => {
    const last = await ended();
    if (statusOf(last) !== 'SUCCESS') throw new NotReached(`the task ended as ${statusOf(last)}`);
    return last;
  });
  return { submitted, id, followed, ended, succeeded };
};
