/** What the microphone shows: the recorder, and beside the drop zone its button and a recording that was not sent. */
import { nothing, svg, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { Formats } from '../strings/number-formats.js';
import type { ElementStrings, MicrophoneStrings } from '../strings/strings.js';
import { formatClock } from '../transcript/time.js';
import { button } from '../ui/button.js';
import { html } from '../ui/html.js';
import { icon, ICONS } from '../ui/icons.js';
import type { listDevices, MicrophoneProblem } from './capture.js';
import type { MicrophoneSession, MicrophoneState } from './recording-session.js';
import type { UnsentRecording } from './recordings.js';
import { BARS } from './samples.js';

export interface MicrophoneView {
  readonly session: MicrophoneSession;
  readonly disabled: boolean;
  readonly isSilent: boolean;
  readonly isConfirming: boolean;
  /** False after the recording could not be played. */
  readonly isPlayable: boolean;
  /** Address of the recording that is reviewed. */
  readonly audioUrl: string;
  readonly devices: Awaited<ReturnType<typeof listDevices>>;
  /** The longest recording in seconds; null for no limit. */
  readonly maxDuration: number | null;
  readonly unsent: UnsentRecording | null;
  /** True if the page accepts no files. */
  readonly isOnlySource: boolean;
  readonly words: MicrophoneStrings;
  readonly strings: ElementStrings;
  readonly formats: Formats;
  /** Asks whether to discard, or no longer. */
  confirm(wanted: boolean): void;
  playbackFailed(): void;
  openUnsent(recording: UnsentRecording): void;
  discardUnsent(recording: UnsentRecording): void;
}

type Part = TemplateResult | typeof nothing;

const microphoneIcon = icon(
  svg`<rect x="9" y="3" width="6" height="11" rx="3" /><path d="M5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3" />`,
);
const stopIcon = icon(svg`<rect x="6.5" y="6.5" width="11" height="11" rx="1.5" />`);

/** Seconds as `1:05` or `1:00:05`. */
export const clockOf = (seconds: number): string => formatClock(seconds * 1000);

const heading = (text: string, isDanger = false): TemplateResult => html`
  <p class="phase ${isDanger ? 'danger' : ''}" tabindex="-1"><bdi>${text}</bdi></p>
`;

const hint = (text: string): TemplateResult =>
  html`<p class="hint" part="hint"><bdi>${text}</bdi></p>`;

const notice = (text: string | null): Part =>
  text === null ? nothing : html`<p class="mic-notice" part="error-message"><bdi>${text}</bdi></p>`;

/* ---- Beside the drop zone ---- */

/** The button beside “Choose a file”. */
export const renderRecordButton = (view: MicrophoneView): TemplateResult =>
  button({
    id: 'record',
    text: view.words.record,
    icon: microphoneIcon,
    kind: view.isOnlySource ? 'primary' : '',
    takesFocus: view.isOnlySource,
    disabled: view.disabled,
    onClick: () => void view.session.record(),
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
  { words, formats }: Pick<MicrophoneView, 'words' | 'formats'>,
): string => `${words.unsent} ${dateOf(recording, formats)}`;

/** The offer to open a recording that was not sent. */
export const renderUnsent = (view: MicrophoneView): Part => {
  const { unsent, words, formats, disabled } = view;
  if (unsent === null) return nothing;
  const open = { kind: 'primary', text: words.open } as const;
  const discard = { kind: 'quiet', text: words.discard } as const;
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
        ${button({ ...open, disabled, onClick: () => view.openUnsent(unsent) })}
        ${button({ ...discard, disabled, isFinal: true, onClick: () => view.discardUnsent(unsent) })}
      </div>
    </div>`,
  )}`;
};

/* ---- The recorder ---- */

const cancelButton = (
  { strings, session }: MicrophoneView,
  kind: 'quiet' | '',
  takesFocus: boolean,
): TemplateResult =>
  button({ kind, text: strings.cancel, takesFocus, isFinal: true, onClick: () => session.leave() });

const renderExplaining = (view: MicrophoneView): TemplateResult => html`
  <div class="mic-intro">
    <span class="drop-icon">${microphoneIcon}</span>
    <div>
      ${heading(view.words.heading)}
      <p><bdi>${view.words.explain}</bdi></p>
      ${hint(view.words.privacy)}
    </div>
  </div>
  <div class="buttons">
    ${button({
      kind: 'primary',
      text: view.words.proceed,
      takesFocus: true,
      onClick: () => void view.session.begin(),
    })}
    ${cancelButton(view, 'quiet', false)}
  </div>
`;

const renderAsking = (view: MicrophoneView): TemplateResult => html`
  <div class="mic-intro">
    <span class="drop-icon">${microphoneIcon}</span>
    <div>${heading(view.words.asking)}${hint(view.words.askingHint)}</div>
  </div>
  <div class="buttons">${cancelButton(view, '', true)}</div>
`;

const renderProblem = (view: MicrophoneView, problem: MicrophoneProblem): TemplateResult => html`
  <div class="mic-intro">
    <span class="failed-icon">${ICONS.warning}</span>
    <div>
      ${heading(view.words.failed, true)}
      <p part="error-message"><bdi>${view.words.problems[problem]}</bdi></p>
    </div>
  </div>
  <div class="buttons">
    ${
      problem === 'insecure' || problem === 'unsupported'
        ? nothing
        : button({
            kind: 'primary',
            icon: ICONS.retry,
            text: view.strings.retry,
            takesFocus: true,
            onClick: () => void view.session.begin(),
          })
    }
    ${cancelButton(view, 'quiet', true)}
  </div>
`;

const renderDevices = ({ devices, session, words }: MicrophoneView): Part => {
  if (devices.length < 2) return nothing;
  const use = ({ target }: Event): void =>
    void session.useDevice((target as HTMLSelectElement).value);
  return html`
    <label class="mic-device">
      <span class="details">${words.device}</span>
      <select aria-label=${words.device} @change=${use}>
        ${devices.map(
          ({ id, name }, index) => html`
            <option value=${id} .selected=${id === session.deviceId}>
              ${name === '' ? words.deviceNumber(index + 1) : name}
            </option>
          `,
        )}
      </select>
    </label>
  `;
};

/** `buttons`, or the question whether to discard until it is answered. */
const renderButtons = (view: MicrophoneView, buttons: unknown): TemplateResult => {
  const { words, session } = view;
  if (!view.isConfirming) return html`<div class="buttons">${buttons}</div>`;
  return html`
    <p class="mic-question" id="mic-question"><bdi>${words.discardQuestion}</bdi></p>
    <div class="buttons" role="group" aria-labelledby="mic-question">
      ${button({ text: words.keep, takesFocus: true, onClick: () => view.confirm(false) })}
      ${button({
        kind: 'danger',
        text: words.discard,
        isFinal: true,
        onClick: () => void session.discard(),
      })}
    </div>
  `;
};

const discardButton = (view: MicrophoneView, disabled = false): TemplateResult =>
  button({
    kind: 'quiet',
    text: view.words.discard,
    disabled,
    onClick: () => view.confirm(true),
  });

const BAR_INDEXES = [...new Array(BARS).keys()];

/** Why the recording is paused; null if the user has paused it. */
export const pauseReason = (
  { problem, because }: Extract<MicrophoneState, { name: 'paused' }>,
  words: MicrophoneStrings,
): string | null => {
  if (problem !== null) return words.problems[problem];
  return because === null ? null : words.interrupted[because];
};

const renderRecording = (view: MicrophoneView): TemplateResult => {
  const { session, words, strings, formats, maxDuration } = view;
  const { state } = session;
  const isPaused = state.name === 'paused';
  const silence = view.isSilent ? words.silent : null;
  const pauseOrResume = isPaused
    ? { text: strings.resume, onClick: () => void session.resume() }
    : { icon: ICONS.pause, text: strings.pause, onClick: () => session.pause() };
  return html`
    <div class="mic-head">
      <p class="phase mic-phase ${isPaused ? 'still' : ''}">
        <span class="mic-dot"></span><bdi>${isPaused ? strings.paused : words.recording}</bdi>
      </p>
      <p class="mic-time tabular" role="timer">
        <span class="visually-hidden">${words.elapsed}</span>
        <span class="mic-clock" .textContent=${clockOf(session.seconds)}></span>
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
    ${notice(isPaused ? pauseReason(state, words) : silence)} ${renderDevices(view)}
    ${session.isKept ? nothing : hint(words.unkept)}
    ${renderButtons(view, [
      button({
        kind: 'primary',
        icon: stopIcon,
        text: words.finish,
        onClick: () => void session.finish(),
      }),
      button({ ...pauseOrResume, takesFocus: true }),
      discardButton(view),
    ])}
  `;
};

const renderReview = (
  view: MicrophoneView,
  { endedBy, isSending, seconds }: Extract<MicrophoneState, { name: 'review' }>,
): TemplateResult => {
  const { session, words } = view;
  const disabled = view.disabled || isSending;
  const isFull = endedBy === 'limit' || endedBy === 'storage';
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
              @error=${() => view.playbackFailed()}
            ></audio>
            ${hint(words.reviewHint)}
          `
        : hint(words.noPlayback)
    }
    ${session.isKept ? nothing : hint(words.unkept)}
    ${renderButtons(view, [
      button({
        kind: 'primary',
        text: words.transcribe,
        disabled,
        onClick: () => void session.send(),
      }),
      isFull
        ? nothing
        : button({
            icon: microphoneIcon,
            text: words.goOn,
            disabled,
            onClick: () => void session.begin(),
          }),
      discardButton(view, isSending),
    ])}
  `;
};

const contentOf = (view: MicrophoneView): TemplateResult => {
  const { state } = view.session;
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
      return heading(view.words.saving);
    case 'review':
      return renderReview(view, state);
  }
};

/** Everything from the explanation to the review. It replaces the drop zone. */
export const renderRecorder = (view: MicrophoneView): TemplateResult => html`
  <div class="mic" role="group" aria-label=${view.words.heading}>${contentOf(view)}</div>
`;
