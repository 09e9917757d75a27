/** What the views of the microphone share, and what the element shows beside its drop zone. */
import { html, nothing, svg, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { Formats } from '../../strings/number-formats.js';
import type { ElementStrings, MicrophoneStrings } from '../../strings/strings.js';
import { button } from '../../ui/button.js';
import { icon } from '../../ui/icons.js';
import type { Device } from './capture.js';
import type { UnsentRecording } from './recordings.js';
import type { MicrophoneState } from './recording-session.js';

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

export const microphoneIcon = icon(
  svg`<rect x="9" y="3" width="6" height="11" rx="3" /><path d="M5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3" />`,
);
export const stopIcon = icon(svg`<rect x="6.5" y="6.5" width="11" height="11" rx="1.5" />`);

/** Seconds as `1:05` or `1:00:05`. */
export const clockOf = (seconds: number): string => {
  const whole = Math.floor(seconds);
  const two = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(whole % 60)}`
    : `${minutes}:${two(whole % 60)}`;
};

export const heading = (text: string, isDanger = false): TemplateResult => html`
  <p class="phase ${isDanger ? 'danger' : ''}" tabindex="-1"><bdi>${text}</bdi></p>
`;

export const hint = (text: string): TemplateResult => html`
  <p class="hint" part="hint"><bdi>${text}</bdi></p>
`;

export const notice = (text: string | null): TemplateResult | typeof nothing =>
  text === null ? nothing : html`<p class="mic-notice" part="error-message"><bdi>${text}</bdi></p>`;

/** The button beside “Choose a file”. */
export const renderRecordButton = (view: MicrophoneView): TemplateResult =>
  button({
    id: 'record',
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
          kind: 'primary',
          text: words.open,
          disabled,
          onClick: () => actions.openUnsent(unsent),
        })}
        ${button({
          kind: 'quiet',
          text: words.discard,
          disabled,
          onClick: () => actions.discardUnsent(unsent),
        })}
      </div>
    </div>`,
  )}`;
};
