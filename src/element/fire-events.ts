import type { SessionEvent, SessionState, TranscribeProgress } from '../engine/index.js';
import { rowOf } from '../engine/session/events.js';
import {
  TranscribeErrorEvent,
  TranscribeProgressEvent,
  TranscribeReadyEvent,
  TranscribeStateEvent,
  TranscribeSubmittedEvent,
  TranscribeUploadedEvent,
} from './events.js';
import type { Transcript } from '../transcript/index.js';

/** When a change of the session is drawn. */
export const drawnWhen = (
  state: SessionState,
  previous: SessionState,
  fact: SessionEvent,
): 'at-once' | 'paced' => (state.name === previous.name ? rowOf(fact).drawn : 'at-once');

/** The events that one change of the session is worth, in the order in which they are fired. */
export const eventsOf = (
  state: SessionState,
  previous: SessionState,
  fact: SessionEvent,
  progress: TranscribeProgress,
  transcript: Transcript | null,
): readonly Event[] => {
  const events: Event[] = [];
  if (state.name !== previous.name)
    events.push(new TranscribeStateEvent(state.name, previous.name));
  if (state.name !== previous.name || rowOf(fact).changesProgress) {
    events.push(new TranscribeProgressEvent(progress));
  }
  if (fact.type === 'uploaded') events.push(new TranscribeUploadedEvent(fact.file));
  if (fact.type === 'submitted') events.push(new TranscribeSubmittedEvent(fact.transcriptionId));
  if (state.name === 'failed') events.push(new TranscribeErrorEvent(state.error));
  if (state.name === 'ready' && transcript !== null) {
    events.push(new TranscribeReadyEvent(state.job.transcriptionId ?? '', transcript, state.raw));
  }
  return events;
};

/** The task that exists and has not failed (2.4): what a form sends. Empty where there is none. */
export const taskOf = (state: SessionState): string => {
  if (state.name === 'idle') return '';
  if (state.name === 'failed') {
    const { code, recoverable } = state.error;
    if (!recoverable || code === 'task-failed' || code === 'task-revoked') return '';
  }
  return state.job?.transcriptionId ?? '';
};
