import type { SessionState, TranscribeProgress } from '../engine/index.js';
import { formatPercent } from './views/format.js';
import type { Strings } from '../strings/element.js';
import { failureHeading } from './views/failed.js';
import { phaseOf, troubleHint } from './views/working.js';

/** What the polite status line says of a state; it changes rarely enough to be read out each time. */
export const announcement = (
  state: SessionState,
  progress: TranscribeProgress,
  strings: Strings,
  locale?: string,
): string => {
  if (progress.trouble !== null) {
    return `${strings[progress.trouble]}. ${troubleHint(state, progress.trouble, strings)}`;
  }
  switch (state.name) {
    case 'idle':
      return '';
    case 'ready':
      return strings.ready;
    case 'failed':
      return `${failureHeading(state.error, strings)}. ${state.error.message}`;
    case 'preparing':
      return state.job.uploadsAgain ? strings.uploadsAgain : phaseOf(state, strings);
    case 'uploading': {
      const quarter = Math.floor(progress.fraction * 4) / 4;
      const phase = phaseOf(state, strings);
      return quarter > 0 && quarter < 1 ? `${phase}, ${formatPercent(quarter, locale)}` : phase;
    }
    default:
      return phaseOf(state, strings);
  }
};
