/** Polling a task (4.8) until it ends. */
import { errorFor, isTerminal, type TranscriptionTask } from '../../protocol/index.js';
import type { Backend } from './backend.js';
import type { RetryPorts } from './retry.js';
import { visibilityOf, waitUnlessCalled, waitUntilOnline, type CallOptions } from './waiting.js';

interface PollRequest {
  readonly transcriptionId: string;
  /** Length of the audio in seconds, which sets the pace. Null if unknown. */
  readonly durationSeconds: number | null;
  readonly backend: Backend;
  readonly ports: RetryPorts;
  readonly call: CallOptions;
  /** Called with each status, including unknown ones. A task with an unknown status is polled further. */
  readonly onStatus: (status: string) => void;
  /** False for a task that is only shown and cannot be submitted again. */
  readonly canSubmitAgain: boolean;
  /** The response to the submission. Null for a task that was submitted earlier, which is queried at once. */
  readonly submitted: TranscriptionTask | null;
}

/** A task that succeeded. */
type SucceededTask = Extract<TranscriptionTask, { readonly status: 'SUCCESS' }>;

/** Factor for the interval while the page is hidden. */
const HIDDEN_FACTOR = 3;

/** The result of a task. Null if it has not ended. Throws if it failed or was revoked. */
const resultOf = (
  task: TranscriptionTask,
  { canSubmitAgain }: PollRequest,
): SucceededTask | null => {
  if (task.data !== null) return task;
  if (isTerminal(task.status)) {
    const reason = task.status === 'FAILURE' ? 'task-failed' : 'task-revoked';
    throw errorFor(reason, { again: canSubmitAgain }, { recoverable: canSubmitAgain });
  }
  return null;
};

/**
 * Queries a task (4.8) until it ends, and never after that. Rejects if it failed or was revoked. When the
 * page is shown again or the network is back, the next query is sent at once.
 */
export const pollTask = async (request: PollRequest): Promise<SucceededTask> => {
  const { backend, call, durationSeconds, ports, submitted, transcriptionId } = request;
  const { connectivity, random } = ports;
  const { signal } = call;
  const known = submitted && resultOf(submitted, request);
  if (known !== null) return known;
  for (let query = 0; ; query++) {
    if (query > 0 || submitted !== null) {
      const interval = pollInterval(query, durationSeconds, random());
      const factor = visibilityOf(ports).isVisible() ? 1 : HIDDEN_FACTOR;
      await waitUnlessCalled(interval * factor, ports, signal);
    }
    if (!connectivity.isOnline()) {
      call.onTrouble?.('offline');
      await waitUntilOnline(ports, signal);
      if (connectivity.isOnline()) call.onTrouble?.(null);
    }
    const task: TranscriptionTask = await backend.query(transcriptionId, call);
    signal.throwIfAborted();
    const result = resultOf(task, request);
    if (result !== null) return result;
    request.onStatus(task.status);
  }
};

const SHORT_SECONDS = 5 * 60;
const LONG_SECONDS = 30 * 60;
const LONGEST_MS = 60_000;

/** Bounds of the first interval for audio of this length, in ms. */
const firstInterval = (seconds: number): readonly [low: number, high: number] => {
  if (seconds <= SHORT_SECONDS) return [2_000, 5_000];
  if (seconds >= LONG_SECONDS) return [10_000, 30_000];
  const position = (seconds - SHORT_SECONDS) / (LONG_SECONDS - SHORT_SECONDS);
  return [2_000 + position * 8_000, 5_000 + position * 25_000];
};

/**
 * The wait before query number `query` (from 0), in ms, as section 8 of the specification recommends. Short
 * audio: between 2 and 5 s. Longer audio starts higher and backs off exponentially. Audio of unknown length
 * starts like short audio.
 */
export const pollInterval = (
  query: number,
  durationSeconds: number | null,
  random: number,
): number => {
  const [low, high] = firstInterval(durationSeconds ?? 0);
  const jittered = low + random * (high - low) * 0.5;
  if (durationSeconds !== null && durationSeconds <= SHORT_SECONDS) {
    return Math.round(Math.min(high, jittered * 1.1 ** query));
  }
  return Math.round(Math.min(LONGEST_MS, jittered * 1.3 ** query));
};
