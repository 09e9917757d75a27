import { html, type TemplateResult } from 'lit';
import type { SessionState, TranscribeProgress } from '../../engine/session/state.js';
import type { TranscribeError } from '../../protocol/errors.js';
import { renderFailed } from './failed.js';
import { renderIdle, type IdleView } from './idle.js';
import { phaseOf } from './view-parts.js';
import type { renderWorking } from './working.js';

export interface StateView extends IdleView {
  /** Words an error in the language of the page. */
  readonly messageOf: (error: TranscribeError) => string;
  /** Name of the recording; empty if it has none. */
  readonly title: string;
  readonly progress: TranscribeProgress;
  /** False if the page itself sets what is transcribed or shown. */
  readonly canChoose: boolean;
  /** True if this browser refuses to store the job. */
  readonly notPersisted: boolean;
  /** The view of work. Null until it is loaded. */
  readonly renderWorking: typeof renderWorking | null;
  /** Player and transcript. `onNew` starts over with another recording; null if that is not offered. */
  readonly reader: (onNew: (() => void) | null) => TemplateResult;
}

/** The view of a state. */
export const renderState = (state: SessionState, view: StateView): TemplateResult => {
  const job = 'job' in state ? state.job : null;
  const canChoose = view.canChoose || job === null || job.source.kind === 'file';
  switch (state.name) {
    case 'idle':
      return view.microphone?.renderPanel() ?? renderIdle(view);
    case 'ready':
      return view.reader(canChoose ? view.actions.reset : null);
    case 'failed':
      return renderFailed({
        ...view,
        error: state.error,
        message: view.messageOf(state.error),
        canRetry: state.error.recoverable && state.job !== null,
        canChoose,
      });
    default:
      if (view.renderWorking === null) {
        return html`<p class="phase">${phaseOf(state, view.strings)}</p>`;
      }
      return view.renderWorking({ ...view, state });
  }
};
