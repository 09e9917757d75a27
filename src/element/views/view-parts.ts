/** What several views share: the actions, the phase of the work, and lines of facts. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Interruption } from '../../engine/calls/retry.js';
import type { Source } from '../../engine/session/job.js';
import type { SessionState } from '../../engine/session/state.js';
import type { Formats } from '../../strings/number-formats.js';
import type { ElementStrings } from '../../strings/strings.js';

/** The actions that views can trigger. */
export interface Actions {
  readonly choose: () => void;
  /** Starts over with this source. */
  readonly select: (source: Source) => void;
  readonly start: () => void;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly cancel: () => void;
  readonly retry: () => void;
  readonly reset: () => void;
  /** Resumes the offered job. */
  readonly accept: () => void;
  /** Declines the offered job. */
  readonly decline: () => void;
}

/** What every view gets. */
export interface ViewParts {
  readonly formats: Formats;
  readonly strings: ElementStrings;
  readonly actions: Actions;
}

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

/** Short facts, set apart by dots. Each keeps its own direction, and they follow one another in that of the view. */
export const renderFacts = (facts: readonly string[]): readonly TemplateResult[] =>
  facts.map(
    (fact, index) => html`${index === 0 ? nothing : html`<i class="dot"> </i>`}<bdi>${fact}</bdi>`,
  );
