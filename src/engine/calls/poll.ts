import { isTerminal, TranscribeError, type TranscriptionTask } from '../../protocol/index.js';
import type { Backend } from './backend.js';
import type { CallOptions } from './call.js';
import { pollInterval } from './poll-interval.js';
import type { Ports } from '../ports.js';
import { waitUnlessCalled, waitUntilOnline, type WaitPorts } from '../session/waiting.js';

export interface PollRequest {
  readonly transcriptionId: string;
  /** Seconds, where known: it sets the pace (specification, section 8). */
  readonly durationSeconds: number | null;
  readonly backend: Backend;
  readonly ports: WaitPorts & Pick<Ports, 'random'>;
  readonly call: CallOptions;
  /** Also told a status that the specification does not name. Such a task is polled on. */
  readonly onStatus: (status: string) => void;
  /** False for a task that is only shown: there is nothing to submit again. */
  readonly canSubmitAgain: boolean;
  /** The answer to the submission; null for a task that was submitted earlier, which is queried at once. */
  readonly submitted: TranscriptionTask | null;
}

/** A task that succeeded. */
export type SucceededTask = Extract<TranscriptionTask, { readonly status: 'SUCCESS' }>;

const failure = (status: 'FAILURE' | 'REVOKED', recoverable: boolean): TranscribeError => {
  const [code, what, next] =
    status === 'FAILURE'
      ? ([
          'task-failed',
          'The service could not transcribe this recording.',
          'Check that it plays, then try again.',
        ] as const)
      : ([
          'task-revoked',
          'The transcription was stopped by the service.',
          'Try again to start it anew.',
        ] as const);
  return new TranscribeError(code, recoverable ? `${what} ${next}` : what, { recoverable });
};

/** A hidden page waits so many times as long between two queries. */
const HIDDEN_FACTOR = 3;

/** The result of a task; null where it has not ended. Throws where it ended badly. */
const resultOf = (
  task: TranscriptionTask,
  { canSubmitAgain }: PollRequest,
): SucceededTask | null => {
  if (task.data !== null) return task;
  if (isTerminal(task.status)) {
    throw failure(task.status as 'FAILURE' | 'REVOKED', canSubmitAgain);
  }
  return null;
};

/**
 * Queries a task (4.8) until it ends, and never again after that. Rejects where it ended badly. When the page is shown
 * again or the network is back, the next query is sent at once.
 */
export const pollTask = async (request: PollRequest): Promise<SucceededTask> => {
  const { backend, call, durationSeconds, ports, submitted, transcriptionId } = request;
  const { visibility, connectivity, random } = ports;
  const { signal } = call;
  const known = submitted && resultOf(submitted, request);
  if (known !== null) return known;
  for (let query = 0; ; query++) {
    if (query > 0 || submitted !== null) {
      const interval = pollInterval(query, durationSeconds, random());
      const factor = visibility.isVisible() ? 1 : HIDDEN_FACTOR;
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
