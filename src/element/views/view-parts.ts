/** What the work is doing, in a few words. The view and the status line use it. */
import type { Interruption, SessionState } from '../../engine/index.js';
import type { ElementStrings } from '../../strings/strings.js';

export type WorkingState = Extract<
  SessionState,
  { name: 'preparing' | 'uploading' | 'paused' | 'submitting' | 'transcribing' }
>;

/** The current phase in a few words. */
export const phaseOf = (state: WorkingState, strings: ElementStrings): string => {
  if (state.name !== 'paused' && state.trouble !== null) return strings[state.trouble];
  switch (state.name) {
    case 'preparing':
      return {
        checking: strings.checking,
        converting: strings.convert?.converting[state.job.conversion?.kind ?? 'audio'] ?? '',
        'waiting-for-start': strings.waiting,
        verifying: strings.verifying,
        planning: strings.planning,
      }[state.step];
    case 'uploading':
      return state.step === 'completing' ? strings.completing : strings.uploading;
    case 'paused':
      return strings.paused;
    case 'submitting':
      return strings.submitting;
    case 'transcribing':
      return strings.transcribing;
  }
};

/** How the interruption ends. */
export const interruptionHint = (
  state: SessionState,
  interruption: Interruption,
  strings: ElementStrings,
): string =>
  interruption === 'offline' && (state.name === 'submitting' || state.name === 'transcribing')
    ? strings.offlineUploaded
    : strings.troubleHints[interruption];
