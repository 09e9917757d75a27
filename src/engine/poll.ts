import {
  isTerminal,
  TranscribeError,
  type TranscriptionData,
  type TranscriptionTask,
} from '../protocol/index.js';
import type { Backend } from './backend.js';
import { pollInterval } from './poll-interval.js';
import type { Ports } from './ports.js';

export interface PollRequest {
  readonly transcriptionId: string;
  /** Seconds, where known: it sets the pace (specification, section 8). */
  readonly durationSeconds: number | null;
  readonly backend: Backend;
  readonly ports: Pick<Ports, 'clock' | 'random' | 'connectivity'>;
  readonly signal: AbortSignal;
  /** Also told a status that the specification does not name: such a task is polled on. */
  readonly onStatus: (status: string) => void;
  /** True to ask at once, for a task that was not submitted just now. */
  readonly askAtOnce: boolean;
}

const failure = (status: 'FAILURE' | 'REVOKED'): TranscribeError =>
  status === 'FAILURE'
    ? new TranscribeError(
        'task-failed',
        'The service could not transcribe this recording. Check that it plays, then try again.',
      )
    : new TranscribeError(
        'task-revoked',
        'The transcription was stopped by the service. Try again to start it anew.',
      );

/** Queries a task (4.8) until it ends, and never again after that; rejects where it ended badly. */
export const pollTask = async (request: PollRequest): Promise<TranscriptionData> => {
  const { backend, durationSeconds, ports, signal, transcriptionId } = request;
  const { clock, connectivity, random } = ports;
  for (let query = 0; ; query++) {
    if (query > 0 || !request.askAtOnce) {
      await clock.sleep(pollInterval(query, durationSeconds, random()), signal);
    }
    await connectivity.whenOnline(signal);
    const task: TranscriptionTask = await backend.query(transcriptionId, { signal });
    signal.throwIfAborted();
    if (task.data !== null) return task.data;
    if (isTerminal(task.status)) throw failure(task.status as 'FAILURE' | 'REVOKED');
    request.onStatus(task.status);
  }
};
