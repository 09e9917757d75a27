/** The view of a state, and that of an error. */
import { nothing, type TemplateResult } from 'lit';
import type { SessionState } from '../../engine/session/state.js';
import type { TranscribeError } from '../../protocol/errors.js';
import type { ElementStrings } from '../../strings/strings.js';
import { button } from '../../ui/button.js';
import { html } from '../../ui/html.js';
import { ICONS } from '../../ui/icons.js';
import { middleEllipsis } from '../../ui/middle-ellipsis.js';
import { renderIdle } from './idle.js';
import { phaseOf, type StateView } from './view-parts.js';

/** A short heading for the error. */
export const failureHeading = ({ code }: TranscribeError, strings: ElementStrings): string =>
  strings.failedBecause[code] ?? strings.failed;

/** The label of the button that tries again. */
export const retryLabel = ({ code }: TranscribeError, strings: ElementStrings): string =>
  (code === 'no-sound' && strings.transcribeAnyway) || strings.retry;

const renderFailed = (
  { error, job }: Extract<SessionState, { name: 'failed' }>,
  canChoose: boolean,
  view: StateView,
): TemplateResult => {
  const { title, strings, actions } = view;
  const message = view.messageOf(error);
  const canRetry = error.recoverable && job !== null;
  // The page cannot read a changed file again, so the user must choose it again.
  const isChanged = error.code === 'file-changed';
  const hasButton = canRetry || canChoose;
  return html`
    <div class="failed">
      <span class="failed-icon">${ICONS.warning}</span>
      <div class="failed-words">
        <h2 class="phase danger" tabindex="-1" ?data-focus=${!hasButton}>
          <bdi>${failureHeading(error, strings)}</bdi>
        </h2>
        <p class="error-message" part="error-message"><bdi>${message}</bdi></p>
        ${
          title === '' || message.includes(title)
            ? nothing
            : html`<p class="details" part="title">${middleEllipsis(title)}</p>`
        }
        <div class="buttons start">
          ${
            canRetry
              ? button({
                  text: retryLabel(error, strings),
                  icon: ICONS.retry,
                  kind: isChanged ? '' : 'primary',
                  takesFocus: true,
                  isFinal: true,
                  onClick: actions.retry,
                })
              : nothing
          }
          ${
            canChoose
              ? button({
                  text: isChanged ? strings.chooseAgain : strings.another,
                  kind: canRetry && !isChanged ? '' : 'primary',
                  takesFocus: !canRetry,
                  onClick: actions.choose,
                })
              : nothing
          }
        </div>
      </div>
    </div>
  `;
};

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
      return renderFailed(state, canChoose, view);
    default:
      if (view.renderWorking === null) {
        return html`<p class="phase">${phaseOf(state, view.strings)}</p>`;
      }
      return view.renderWorking({ ...view, state });
  }
};
