/** What a change of the session means for the stored job. */
import { rowOf, type SessionEvent } from '../session/session-events.js';
import { isWorking, type SessionState } from '../session/state.js';

const endsWork = (state: SessionState): boolean =>
  state.name === 'idle' ||
  state.name === 'ready' ||
  (state.name === 'failed' && !state.error.recoverable);

/** The user chose another file than the recording. The job stays stored for the right file. */
const isOtherRecording = (state: SessionState): boolean =>
  state.name === 'failed' && state.error.code === 'file-changed' && state.job?.unverified === true;

/** What an event other than `selected` means for the stored job. */
export const effectOf = (
  state: SessionState,
  event: SessionEvent,
  isHeld: boolean,
): 'begin' | 'release' | 'keep' | 'finish' | ReturnType<typeof rowOf>['persisted'] => {
  if (isOtherRecording(state)) return 'release';
  if (state.name === 'ready' && state.job.finished) return 'keep';
  if (endsWork(state)) return 'finish';
  if (event.type === 'resumed' && !isHeld && isWorking(state)) return 'begin';
  return rowOf(event).persisted;
};
