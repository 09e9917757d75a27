import type { SessionEvent } from '../session/session-events.js';
import { isWorking, type SessionState } from '../session/state.js';

/** Which jobs this tab works on. It outlives a reload and a crash of the tab. */
export interface OngoingJobs {
  /** `isOngoing` is false once the job is finished, paused or failed, or waits for the user. */
  persist(id: string, isOngoing: boolean): void;
  /** True once if the tab was reloaded while it worked on this job. */
  take(id: string): boolean;
}

/** True while the tab works on the job without waiting for the user. */
export const isOngoing = (state: SessionState): boolean =>
  isWorking(state) && !(state.name === 'preparing' && state.step === 'waiting-for-start');

/** The recording could not be read, although the user may have changed nothing. */
export const isUnreadable = (event: SessionEvent): boolean =>
  event.type === 'failed' &&
  ['file-unreadable', 'file-changed-while-uploading'].includes(event.error.failure?.reason ?? '');
