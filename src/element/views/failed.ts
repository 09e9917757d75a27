import { html, nothing, type TemplateResult } from 'lit';
import type { TranscribeError } from '../../protocol/errors.js';
import { button } from '../../ui/button.js';
import { ICONS } from '../../ui/icons.js';
import { middleEllipsis } from '../../ui/middle-ellipsis.js';
import type { ElementStrings } from '../../strings/strings.js';
import type { ViewParts } from './view-parts.js';

export interface FailedView extends ViewParts {
  readonly error: TranscribeError;
  /** What happened and what to do, in the language of the page. */
  readonly message: string;
  readonly title: string;
  readonly canRetry: boolean;
  readonly canChoose: boolean;
}

/** A short heading for the error. */
export const failureHeading = ({ code }: TranscribeError, strings: ElementStrings): string =>
  strings.failedBecause[code] ?? strings.failed;

/** The label of the button that tries again. */
export const retryLabel = ({ code }: TranscribeError, strings: ElementStrings): string =>
  (code === 'no-sound' && strings.transcribeAnyway) || strings.retry;

export const renderFailed = (view: FailedView): TemplateResult => {
  const { error, message, title, strings, actions } = view;
  // The page cannot read a changed file again, so the user must choose it again.
  const isChanged = error.code === 'file-changed';
  const hasButton = view.canRetry || view.canChoose;
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
            view.canRetry
              ? button({
                  text: retryLabel(error, strings),
                  icon: ICONS.retry,
                  kind: isChanged ? '' : 'primary',
                  takesFocus: true,
                  onClick: actions.retry,
                })
              : nothing
          }
          ${
            view.canChoose
              ? button({
                  text: isChanged ? strings.chooseAgain : strings.another,
                  kind: view.canRetry && !isChanged ? '' : 'primary',
                  takesFocus: !view.canRetry,
                  onClick: actions.choose,
                })
              : nothing
          }
        </div>
      </div>
    </div>
  `;
};
