/** A task from submission to its end (4.7, 4.8), polled at the intervals of section 8. */
import type { Known, Spoken } from '../recordings/recording.js';
import { NotReached, succeeded, type Answer } from '../service/call.js';
import { once } from '../service/once.js';
import type { Ports } from '../service/ports.js';
import { field, textField } from '../service/shape.js';

/** Section 3. */
export const STATUSES = [
  ...['PENDING', 'RECEIVED', 'STARTED', 'PROGRESS'],
  ...['SUCCESS', 'FAILURE', 'REVOKED'],
];
const TERMINAL = ['SUCCESS', 'FAILURE', 'REVOKED'];

export const isTerminal = (status: string | null): boolean =>
  status !== null && TERMINAL.includes(status);

/** What is known of the audio of a task. */
export interface Audio extends Known {
  readonly spoken: readonly Spoken[];
}

export interface Task {
  readonly audio: () => Promise<Audio>;
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
  /** The object `data` of SUCCESS. */
  readonly data: () => Promise<unknown>;
}

export interface TaskOf {
  readonly audio: () => Promise<Audio>;
  readonly submit: () => Promise<Answer>;
  readonly query: (id: string) => Promise<Answer>;
  /** Called with each new status, for the progress. */
  readonly onStatus: (status: string) => void;
  /** Called if the task ended without a result. */
  readonly onFailed: () => Promise<void>;
  readonly ports: Pick<Ports, 'now' | 'sleep'>;
  readonly waitSeconds: number;
}

/** Recordings up to this duration are short by section 8; unknown ones count as short. */
const SHORT_SECONDS = 300;

/** The wait in ms before query `n`, from 0: 2 to 5 s for short audio, else from 10 s with exponential backoff. */
export const pollInterval = (query: number, seconds: number): number =>
  seconds <= SHORT_SECONDS
    ? Math.min(5_000, 2_000 + query * 500)
    : Math.min(60_000, Math.round(10_000 * 1.3 ** query));

export const statusOf = (answer: Answer): string | null => textField(answer.json, 'status');

export const createTask = (of: TaskOf): Task => {
  const { query, ports, waitSeconds } = of;
  const submitted = once(of.submit);
  const id = once(async () => {
    const answer = await submitted();
    const found = textField(answer.json, 'transcription_id');
    if (!succeeded(answer) || found === null)
      throw new NotReached(`4.7 answered ${answer.status} without a task`);
    return found;
  });
  const followed = once(async () => {
    const name = await id();
    const answers = [await submitted()];
    const { seconds } = await of.audio();
    const giveUpAt = ports.now() + waitSeconds * 1000;
    let told: string | null = null;
    for (let asked = 0; ; asked += 1) {
      await ports.sleep(pollInterval(asked, seconds ?? 0));
      const answer = await query(name);
      answers.push(answer);
      const status = statusOf(answer);
      if (status !== null && status !== told) of.onStatus(answer.quote(status));
      told = status;
      const over = !succeeded(answer) || isTerminal(status);
      if (over || ports.now() >= giveUpAt) return answers;
    }
  });
  const ended = once(async () => {
    const last = (await followed()).at(-1);
    if (last === undefined || !succeeded(last))
      throw new NotReached(`a query (4.8) was answered ${last?.status ?? 'with nothing'}`);
    if (!isTerminal(statusOf(last)))
      throw new NotReached(
        `the task did not end within ${waitSeconds} s: allow more time with --wait, or ask the operator about task ${last.quote(await id())}`,
      );
    if (statusOf(last) !== 'SUCCESS') await of.onFailed();
    return last;
  });
  const succeededStep = once(async () => {
    const last = await ended();
    if (statusOf(last) !== 'SUCCESS') throw new NotReached(`the task ended as ${statusOf(last)}`);
    return last;
  });
  const data = once(async () => field((await succeededStep()).json, 'data'));
  return { audio: of.audio, submitted, id, followed, ended, succeeded: succeededStep, data };
};
