/** What the views share: what they show, the actions, the phase of the work, and lines of facts. */
import { nothing, type TemplateResult } from 'lit';
import type { Interruption } from '../../engine/calls/waiting.js';
import type { ResumeOffer } from '../../engine/resume/scope.js';
import type { Source } from '../../engine/session/job.js';
import type { SessionState, TranscribeProgress } from '../../engine/session/state.js';
import type { Microphone } from '../../microphone/microphone.js';
import type { TranscribeError } from '../../protocol/errors.js';
import type { Formats } from '../../strings/number-formats.js';
import type { ElementStrings } from '../../strings/strings.js';
import { html } from '../../ui/html.js';

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

/** What the views show. */
export interface StateView {
  readonly formats: Formats;
  readonly strings: ElementStrings;
  /** Words an error in the language of the page. */
  readonly messageOf: (error: TranscribeError) => string;
  readonly actions: Actions;
  readonly disabled: boolean;

  /** Accepted types of files, such as `mp3`. */
  readonly fileTypes: readonly string[];
  /** True if other files are converted. */
  readonly takesOthers: boolean;
  /** Bytes. */
  readonly maxSize: number | null;
  /** Seconds. */
  readonly maxDuration: number | null;
  readonly dragging: boolean;
  /** False if the microphone is the only source. */
  readonly takesFiles: boolean;
  /** Null if the page does not offer it, or until it is loaded. */
  readonly microphone: Microphone | null;
  /** A job that can be resumed here. */
  readonly offer: ResumeOffer | null;

  /** Name of the recording; empty if it has none. */
  readonly title: string;
  readonly progress: TranscribeProgress;
  /** False if the page itself sets what is transcribed or shown. */
  readonly canChoose: boolean;
  /** True if this browser refuses to store the job. */
  readonly notPersisted: boolean;
  /** The view of work. Null until it is loaded. */
  readonly renderWorking: RenderWorking | null;
  /** Player and transcript. `onNew` starts over with another recording; null if that is not offered. */
  readonly reader: (onNew: (() => void) | null) => TemplateResult;
}

export type WorkingState = Extract<
  SessionState,
  { name: 'preparing' | 'uploading' | 'paused' | 'submitting' | 'transcribing' }
>;

export type WorkingView = StateView & { readonly state: WorkingState };

export type RenderWorking = (view: WorkingView) => TemplateResult;

/** The current phase in a few words. */
export const phaseOf = (state: WorkingState, strings: ElementStrings): string => {
  if (state.name !== 'paused' && state.trouble !== null)
    return interruptionTitle(state.trouble, strings);
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

/** Why the work is interrupted. */
export const interruptionTitle = (interruption: Interruption, strings: ElementStrings): string =>
  interruption === 'offline' || interruption === 'retrying'
    ? strings[interruption]
    : (strings.interruptions?.[interruption][0] ?? strings.retrying);

/** How the interruption ends. */
export const interruptionHint = (
  state: SessionState,
  interruption: Interruption,
  strings: ElementStrings,
): string => {
  if (interruption !== 'offline' && interruption !== 'retrying')
    return strings.interruptions?.[interruption][1] ?? strings.troubleHints.retrying;
  return interruption === 'offline' &&
    (state.name === 'submitting' || state.name === 'transcribing')
    ? strings.offlineUploaded
    : strings.troubleHints[interruption];
};

/** Short facts, set apart by dots. Each keeps its own direction, and they follow one another in that of the view. */
export const renderFacts = (facts: readonly string[]): readonly TemplateResult[] =>
  facts.map(
    (fact, index) => html`${index === 0 ? nothing : html`<i class="dot"> </i>`}<bdi>${fact}</bdi>`,
  );
