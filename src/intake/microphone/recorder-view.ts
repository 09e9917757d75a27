import { html, nothing, type TemplateResult } from 'lit';
import type { MicrophoneStrings } from '../../strings/strings.js';
import { button } from '../../ui/button.js';
import { ICONS } from '../../ui/icons.js';
import { BARS } from './meter.js';
import type { MicrophoneState } from './recording-session.js';
import {
  clockOf,
  heading,
  hint,
  microphoneIcon,
  notice,
  stopIcon,
  type MicrophoneView,
} from './recorder-parts.js';

const renderExplaining = ({ words, strings, actions }: MicrophoneView): TemplateResult => html`
  <div class="mic-intro">
    <span class="drop-icon">${microphoneIcon}</span>
    <div>
      ${heading(words.heading)}
      <p><bdi>${words.explain}</bdi></p>
      ${hint(words.privacy)}
    </div>
  </div>
  <div class="buttons">
    ${button({
      kind: 'primary',
      text: words.proceed,
      takesFocus: true,
      onClick: actions.begin,
    })}
    ${button({ kind: 'quiet', text: strings.cancel, onClick: actions.leave })}
  </div>
`;

const renderAsking = ({ words, strings, actions }: MicrophoneView): TemplateResult => html`
  <div class="mic-intro">
    <span class="drop-icon">${microphoneIcon}</span>
    <div>${heading(words.asking)}${hint(words.askingHint)}</div>
  </div>
  <div class="buttons">
    ${button({ text: strings.cancel, takesFocus: true, onClick: actions.leave })}
  </div>
`;

const renderProblem = (
  { words, strings, actions }: MicrophoneView,
  problem: keyof MicrophoneStrings['problems'],
): TemplateResult => html`
  <div class="mic-intro">
    <span class="failed-icon">${ICONS.warning}</span>
    <div>
      ${heading(words.failed, true)}
      <p part="error-message"><bdi>${words.problems[problem]}</bdi></p>
    </div>
  </div>
  <div class="buttons">
    ${
      problem === 'insecure' || problem === 'unsupported'
        ? nothing
        : button({
            kind: 'primary',
            icon: ICONS.retry,
            text: strings.retry,
            takesFocus: true,
            onClick: actions.begin,
          })
    }
    ${button({ kind: 'quiet', text: strings.cancel, takesFocus: true, onClick: actions.leave })}
  </div>
`;

const renderDevices = (view: MicrophoneView): TemplateResult | typeof nothing => {
  const { devices, deviceId, words, actions } = view;
  if (devices.length < 2) return nothing;
  return html`
    <label class="mic-device">
      <span class="details">${words.device}</span>
      <select
        aria-label=${words.device}
        @change=${(event: Event) => actions.useDevice((event.target as HTMLSelectElement).value)}
      >
        ${devices.map(
          ({ id, name }, index) => html`
            <option value=${id} .selected=${id === deviceId}>
              ${name === '' ? words.deviceNumber(index + 1) : name}
            </option>
          `,
        )}
      </select>
    </label>
  `;
};

/** Replaces the other buttons until it is answered. */
const renderConfirmation = ({ words, actions }: MicrophoneView): TemplateResult => html`
  <p class="mic-question" id="mic-question"><bdi>${words.discardQuestion}</bdi></p>
  <div class="buttons" role="group" aria-labelledby="mic-question">
    ${button({ text: words.keep, takesFocus: true, onClick: actions.keep })}
    ${button({ kind: 'danger', text: words.discard, onClick: actions.discard })}
  </div>
`;

const discardButton = ({ words, actions }: MicrophoneView, disabled = false): TemplateResult =>
  button({ kind: 'quiet', text: words.discard, disabled, onClick: actions.askDiscard });

const BAR_INDEXES = Array.from({ length: BARS });

const renderRecording = (view: MicrophoneView): TemplateResult => {
  const { state, words, strings, formats, actions, maxDuration } = view;
  const isPaused = state.name === 'paused';
  const problem =
    state.name !== 'paused'
      ? null
      : state.problem !== null
        ? words.problems[state.problem]
        : state.because === null
          ? null
          : words.interrupted[state.because];
  return html`
    <div class="mic-head">
      <p class="phase mic-phase ${isPaused ? 'still' : ''}">
        <span class="mic-dot"></span><bdi>${isPaused ? strings.paused : words.recording}</bdi>
      </p>
      <p class="mic-time tabular" role="timer">
        <span class="visually-hidden">${words.elapsed}</span>
        <span class="mic-clock" .textContent=${clockOf(view.seconds)}></span>
        ${
          maxDuration === null
            ? nothing
            : html`<span class="details">${strings.upTo(formats.duration(maxDuration))}</span>`
        }
      </p>
    </div>
    <div class="mic-level ${isPaused ? 'still' : ''}" part="level" aria-hidden="true">
      ${BAR_INDEXES.map(() => html`<i></i>`)}
    </div>
    ${notice(problem ?? (view.isSilent && !isPaused ? words.silent : null))} ${renderDevices(view)}
    ${view.isKept ? nothing : hint(words.unkept)}
    ${
      view.isConfirming
        ? renderConfirmation(view)
        : html`<div class="buttons">
            ${button({
              kind: 'primary',
              icon: stopIcon,
              text: words.finish,
              onClick: actions.finish,
            })}
            ${
              isPaused
                ? button({ text: strings.resume, takesFocus: true, onClick: actions.resume })
                : button({
                    icon: ICONS.pause,
                    text: strings.pause,
                    takesFocus: true,
                    onClick: actions.pause,
                  })
            }
            ${discardButton(view)}
          </div>`
    }
  `;
};

const renderReview = (
  view: MicrophoneView,
  state: MicrophoneState & { name: 'review' },
): TemplateResult => {
  const { words, actions } = view;
  const { endedBy, isSending, seconds } = state;
  return html`
    <div>
      <p class="phase" tabindex="-1" data-focus><bdi>${words.review}</bdi></p>
      <p class="details tabular" part="details">${clockOf(seconds)}</p>
    </div>
    ${notice(endedBy === 'user' ? null : words.endedBy[endedBy])}
    ${
      view.isPlayable
        ? html`
            <audio
              controls
              preload="metadata"
              aria-label=${words.review}
              src=${view.audioUrl}
              @error=${actions.playbackFailed}
            ></audio>
            ${hint(words.reviewHint)}
          `
        : hint(words.noPlayback)
    }
    ${view.isKept ? nothing : hint(words.unkept)}
    ${
      view.isConfirming
        ? renderConfirmation(view)
        : html`<div class="buttons">
            ${button({
              kind: 'primary',
              text: words.transcribe,
              disabled: view.disabled || isSending,
              onClick: actions.send,
            })}
            ${
              endedBy === 'limit' || endedBy === 'storage'
                ? nothing
                : button({
                    icon: microphoneIcon,
                    text: words.goOn,
                    disabled: view.disabled || isSending,
                    onClick: actions.begin,
                  })
            }
            ${discardButton(view, isSending)}
          </div>`
    }
  `;
};

const contentOf = (view: MicrophoneView): TemplateResult => {
  const { state, words } = view;
  switch (state.name) {
    case 'off':
    case 'explaining':
      return renderExplaining(view);
    case 'asking':
      return renderAsking(view);
    case 'failed':
      return renderProblem(view, state.problem);
    case 'recording':
    case 'paused':
      return renderRecording(view);
    case 'saving':
      return heading(words.saving);
    case 'review':
      return renderReview(view, state);
  }
};

/** Everything from the explanation to the review. It replaces the drop zone. */
export const renderRecorder = (view: MicrophoneView): TemplateResult => html`
  <div class="mic" role="group" aria-label=${view.words.heading}>${contentOf(view)}</div>
`;
