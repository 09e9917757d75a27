import type { nothing, TemplateResult } from 'lit';
import { titleOf, type SessionState, type TranscribeProgress } from '../engine/index.js';
import { renderFailed } from './views/failed.js';
import { renderIdle, type IdleView } from './views/idle.js';
import { renderReady } from './views/ready.js';
import { renderWorking } from './views/working.js';

export interface StateView extends IdleView {
  readonly progress: TranscribeProgress;
  /** Player and transcript; shown once there is a transcript. */
  readonly reader: TemplateResult | typeof nothing;
}

/** The one view of each state. */
export const renderState = (state: SessionState, view: StateView): TemplateResult => {
  switch (state.name) {
    case 'idle':
      return renderIdle(view);
    case 'ready':
      return renderReady({
        ...view,
        title: titleOf(state.job),
        canChoose: state.job.source.kind === 'file',
      });
    case 'failed':
      return renderFailed({
        ...view,
        error: state.error,
        title: state.job === null ? '' : titleOf(state.job),
        canRetry: state.error.recoverable && state.job !== null,
        canChoose: state.job === null || state.job.source.kind === 'file',
      });
    default:
      return renderWorking({
        ...view,
        state,
        title: titleOf(state.job),
        hasUpload: state.job.source.kind === 'file',
      });
  }
};
