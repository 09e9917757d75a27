import { html, nothing, svg, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { Formats } from '../../strings/formats.js';
import type { ElementStrings, MicrophoneStrings } from '../../strings/strings.js';
import { icon, ICONS } from '../../ui/icons.js';
import { BARS } from './meter.js';
import type { MicrophoneState, UnsentRecording } from './session.js';

const microphoneIcon = icon(
  svg`<rect x="9" y="3" width="6" height="11" rx="3" /><path d="M5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3" />`,
);
const stopIcon = icon(svg`<rect x="6.5" y="6.5" width="11" height="11" rx="1.5" />`);

export interface Device {
  readonly id: string;
  /** Empty if the browser does not tell. */
  readonly name: string;
}

export interface MicrophoneActions {
  record(): void;
  begin(): void;
  leave(): void;
  pause(): void;
  resume(): void;
  finish(): void;
  /** Asks whether to discard. */
  askDiscard(): void;
  discard(): void;
  keep(): void;
  send(): void;
  useDevice(id: string): void;
  playbackFailed(): void;
  openUnsent(recording: UnsentRecording): void;
  discardUnsent(recording: UnsentRecording): void;
}

export interface MicrophoneView {
  readonly state: MicrophoneState;
  readonly disabled: boolean;
  /** Seconds recorded. */
  readonly seconds: number;
  readonly isSilent: boolean;
  readonly isKept: boolean;
  readonly isConfirming: boolean;
  /** False after the recording could not be played. */
  readonly isPlayable: boolean;
  /** Address of the recording that is reviewed. */
  readonly audioUrl: string;
  readonly devices: readonly Device[];
  readonly deviceId: string;
  /** The longest recording in seconds; null for no limit. */
  readonly maxDuration: number | null;
  readonly unsent: UnsentRecording | null;
  /** True if the page accepts no files. */
  readonly isOnlySource: boolean;
  readonly words: MicrophoneStrings;
  readonly strings: ElementStrings;
  readonly formats: Formats;
  readonly actions: MicrophoneActions;
}

/** Seconds as `1:05` or `1:00:05`. */
export const clockOf = (seconds: number): string => {
  const whole = Math.floor(seconds);
  const two = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(whole % 60)}`
    : `${minutes}:${two(whole % 60)}`;
};

interface ButtonOptions {
  readonly part: string;
  readonly text: string;
  readonly onClick: () => void;
  readonly kind?: 'primary' | 'quiet' | 'danger' | '';
  readonly icon?: TemplateResult | typeof nothing;
  readonly takesFocus?: boolean;
  readonly disabled?: boolean;
}

const button = (options: ButtonOptions): TemplateResult => html`
  <button
    class="button ${options.kind ?? ''}"
    part=${options.part}
    type="button"
    ?data-focus=${options.takesFocus ?? false}
    ?disabled=${options.disabled ?? false}
    @click=${options.onClick}
  >
    ${options.icon ?? nothing} ${options.text}
  </button>
`;

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
        <p class="details tabular" part="details">${formats.duration(unsent.seconds)}</p>
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

const heading = (text: string, isDanger = false): TemplateResult => html`
  <p class="phase ${isDanger ? 'danger' : ''}" part="phase" tabindex="-1"><bdi>${text}</bdi></p>
`;

const hint = (text: string): TemplateResult => html`
  <p class="hint" part="hint"><bdi>${text}</bdi></p>
`;

const notice = (text: string | null): TemplateResult | typeof nothing =>
  text === null ? nothing : html`<p class="mic-notice" part="notice"><bdi>${text}</bdi></p>`;

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
      part: 'start-button',
      kind: 'primary',
      text: words.proceed,
      takesFocus: true,
      onClick: actions.begin,
    })}
    ${button({ part: 'cancel-button', kind: 'quiet', text: strings.cancel, onClick: actions.leave })}
  </div>
`;

const renderAsking = ({ words, strings, actions }: MicrophoneView): TemplateResult => html`
  <div class="mic-intro">
    <span class="drop-icon">${microphoneIcon}</span>
    <div>${heading(words.asking)}${hint(words.askingHint)}</div>
  </div>
  <div class="buttons">
    ${button({
      part: 'cancel-button',
      text: strings.cancel,
      takesFocus: true,
      onClick: actions.leave,
    })}
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
            part: 'retry-button',
            kind: 'primary',
            icon: ICONS.retry,
            text: strings.retry,
            takesFocus: true,
            onClick: actions.begin,
          })
    }
    ${button({
      part: 'cancel-button',
      kind: 'quiet',
      text: strings.cancel,
      takesFocus: true,
      onClick: actions.leave,
    })}
  </div>
`;

const renderDevices = (view: MicrophoneView): TemplateResult | typeof nothing => {
  const { devices, deviceId, words, actions } = view;
  if (devices.length < 2) return nothing;
  return html`
    <label class="mic-device">
      <span class="details">${words.device}</span>
      <select
        part="device"
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
    ${button({ part: 'keep-button', text: words.keep, takesFocus: true, onClick: actions.keep })}
    ${button({
      part: 'discard-button',
      kind: 'danger',
      text: words.discard,
      onClick: actions.discard,
    })}
  </div>
`;

const discardButton = ({ words, actions }: MicrophoneView, disabled = false): TemplateResult =>
  button({
    part: 'discard-button',
    kind: 'quiet',
    text: words.discard,
    disabled,
    onClick: actions.askDiscard,
  });

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
      <p class="phase mic-phase ${isPaused ? 'still' : ''}" part="phase">
        <span class="mic-dot"></span><bdi>${isPaused ? strings.paused : words.recording}</bdi>
      </p>
      <p class="mic-time tabular" part="recorded-time" role="timer">
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
              part: 'finish-button',
              kind: 'primary',
              icon: stopIcon,
              text: words.finish,
              onClick: actions.finish,
            })}
            ${
              isPaused
                ? button({
                    part: 'resume-button',
                    text: strings.resume,
                    takesFocus: true,
                    onClick: actions.resume,
                  })
                : button({
                    part: 'pause-button',
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
  const { words, formats, actions } = view;
  const { endedBy, isSending, seconds } = state;
  return html`
    <div>
      <p class="phase" part="phase" tabindex="-1" data-focus><bdi>${words.review}</bdi></p>
      <p class="details tabular" part="details">${formats.duration(seconds)}</p>
    </div>
    ${notice(endedBy === 'user' ? null : words.endedBy[endedBy])}
    ${
      view.isPlayable
        ? html`
            <audio
              part="recording"
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
              part: 'start-button',
              kind: 'primary',
              text: words.transcribe,
              disabled: view.disabled || isSending,
              onClick: actions.send,
            })}
            ${
              endedBy === 'limit' || endedBy === 'storage'
                ? nothing
                : button({
                    part: 'resume-button',
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
  <div class="mic" part="recorder" role="group" aria-label=${view.words.heading}>
    ${contentOf(view)}
  </div>
`;
