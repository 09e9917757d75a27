import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { Formats } from '../../strings/formats.js';
import type { MicrophoneStrings } from '../../strings/strings.js';
import type { UnsentRecording } from './recordings.js';
import { button, clockOf, microphoneIcon, type MicrophoneView } from './view-parts.js';

/** The button beside “Choose a file”. */
export const renderRecordButton = (view: MicrophoneView): TemplateResult =>
  button({
    part: 'record-button',
    text: view.words.record,
    icon: microphoneIcon,
    kind: view.isOnlySource ? 'primary' : '',
    takesFocus: view.isOnlySource,
    disabled: view.disabled,
    onClick: view.actions.record,
  });

const dateOf = ({ startedAtMs }: UnsentRecording, { locale }: Formats): string =>
  new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    numberingSystem: 'latn',
  }).format(startedAtMs);

/** The text of the status line for a recording that was not sent. */
export const announceUnsent = (
  recording: UnsentRecording,
  words: MicrophoneStrings,
  formats: Formats,
): string => `${words.unsent} ${dateOf(recording, formats)}`;

/** The offer to open a recording that was not sent. */
export const renderUnsent = (view: MicrophoneView): TemplateResult | typeof nothing => {
  const { unsent, words, formats, disabled, actions } = view;
  if (unsent === null) return nothing;
  // Each recording gets new buttons, so that a double click cannot answer the next offer.
  return html`${keyed(
    unsent.id,
    html`<div class="offer" part="offer" role="group" aria-labelledby="unsent-heading">
      <div class="offer-words">
        <p id="unsent-heading">
          <strong><bdi>${words.unsent}</bdi></strong>
          <span class="title"><bdi>${words.fileName}, ${dateOf(unsent, formats)}</bdi></span>
        </p>
        <p class="details tabular" part="details">${clockOf(unsent.seconds)}</p>
      </div>
      <div class="buttons">
        ${button({
          part: 'accept-button',
          kind: 'primary',
          text: words.open,
          disabled,
          onClick: () => actions.openUnsent(unsent),
        })}
        ${button({
          part: 'decline-button',
          kind: 'quiet',
          text: words.discard,
          disabled,
          onClick: () => actions.discardUnsent(unsent),
        })}
      </div>
    </div>`,
  )}`;
};
