import {
  isTerminal,
  TranscribeError,
  type TranscriptionData,
  type TranscriptionTask,
} from '../protocol/index.js';
import type { Backend } from './backend.js';
import type { CallOptions } from './call.js';
import { pollInterval } from './poll-interval.js';
import type { Ports } from './ports.js';
import { waitUnlessCalled, waitUntilOnline, type WaitPorts } from './waiting.js';

export interface PollRequest {
  readonly transcriptionId: string;
  /** Seconds, where known: it sets the pace (specification, section 8). */
  readonly durationSeconds: number | null;
  readonly backend: Backend;
  readonly ports: WaitPorts & Pick<Ports, 'random'>;
  readonly call: CallOptions;
  /** Also told a status that the specification does not name: such a task is polled on. */
  readonly onStatus: (status: string) => void;
  /** False for a task that was only shown: once it has ended badly there is nothing to try again. */
  readonly canSubmitAgain: boolean;
  /** True to ask at once, for a task that was not submitted just now. */
  readonly askAtOnce: boolean;
}

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

/** A page that nobody looks at asks so much more rarely. */
const HIDDEN_FACTOR = 3;

/**
 * Queries a task (4.8) until it ends, and never again after that; rejects where it ended badly. The next query comes
 * at once when the person looks at the page again, and when the network is back.
 */
export const pollTask = async (request: PollRequest): Promise<TranscriptionData> => {
  const { backend, call, durationSeconds, ports, transcriptionId } = request;
  const { attention, connectivity, random } = ports;
  const { signal } = call;
  for (let query = 0; ; query++) {
    if (query > 0 || !request.askAtOnce) {
      const interval = pollInterval(query, durationSeconds, random());
      const factor = attention.isVisible() ? 1 : HIDDEN_FACTOR;
      await waitUnlessCalled(interval * factor, ports, signal);
    }
    if (!connectivity.isOnline()) {
      call.onTrouble?.('offline');
      await waitUntilOnline(ports, signal);
      if (connectivity.isOnline()) call.onTrouble?.(null);
    }
    const task: TranscriptionTask = await backend.query(transcriptionId, call);
    signal.throwIfAborted();
    if (task.data !== null) return task.data;
    if (isTerminal(task.status)) {
      throw failure(task.status as 'FAILURE' | 'REVOKED', request.canSubmitAgain);
    }
    request.onStatus(task.status);
  }
};
