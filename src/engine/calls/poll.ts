/** Polling a task (4.8) until it ends. */
import {
  errorFor,
  isTerminal,
  pollInterval,
  type TranscriptionTask,
} from '../../protocol/index.js';
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
