import { html, nothing, type TemplateResult } from 'lit';
import type { Interruption, SessionState, TranscribeProgress } from '../../engine/index.js';
import { formatBytes, formatDuration, formatPercent } from './format.js';
import { ICONS } from '../../ui/icons.js';
import type { Strings } from '../../strings/element.js';
import type { Actions } from './actions.js';
import { styleProperties } from '../../ui/style-properties.js';

type ShownState = Extract<
  SessionState,
  { name: 'preparing' | 'uploading' | 'paused' | 'submitting' | 'transcribing' }
>;

export interface WorkingView {
  readonly state: ShownState;
  readonly title: string;
  readonly progress: TranscribeProgress;
  readonly hasUpload: boolean;
  /** True if this browser refuses to store the job. */
  readonly notPersisted: boolean;
  readonly locale: string | undefined;
  readonly strings: Strings;
  readonly actions: Actions;
}

type Step = 'upload' | 'transcribe' | 'read';

/** The steps of the whole job. A recording that needs no upload has one step less. */
const renderSteps = (current: Step, hasUpload: boolean, strings: Strings): TemplateResult => {
  const steps: readonly Step[] = hasUpload
    ? ['upload', 'transcribe', 'read']
    : ['transcribe', 'read'];
  const position = steps.indexOf(current);
  return html`
    <ol class="steps" part="steps" aria-label=${strings.stepsLabel}>
      ${steps.map((step, index) => {
        const place = index < position ? 'done' : index === position ? 'current' : 'ahead';
        return html`
          <li class="step ${place}" aria-current=${place === 'current' ? 'step' : 'false'}>
            <span class="step-mark" aria-hidden="true">
              ${place === 'done' ? ICONS.check : index + 1}
            </span>
            <span>${strings.steps[step]}</span>
          </li>
        `;
      })}
    </ol>
  `;
};

const stepOf = (state: ShownState): Step =>
  state.name === 'submitting' || state.name === 'transcribing' ? 'transcribe' : 'upload';

/** The current phase in a few words; also used by the status line. */
export const phaseOf = (state: ShownState, strings: Strings): string => {
  if (state.name !== 'paused' && state.trouble !== null) return strings[state.trouble];
  switch (state.name) {
    case 'preparing':
      return {
        checking: strings.checking,
        'waiting-for-start': strings.waiting,
        verifying: strings.verifying,
        planning: strings.planning,
      }[state.step];
    case 'uploading':
      return state.step === 'completing' ? strings.completing : strings.uploading;
    case 'paused':
      return strings.paused;
    case 'submitting':
      return strings.submitting;
    case 'transcribing':
      return strings.transcribing;
  }
};

const isStill = (state: ShownState): boolean => state.name === 'paused' || state.trouble !== null;

const renderBar = ({ state, progress, strings, locale }: WorkingView): TemplateResult => {
  const measured =
    state.name === 'paused' || (state.name === 'uploading' && state.step === 'sending');
  const percent = formatPercent(progress.fraction, locale);
  return html`
    <div
      class="bar ${measured ? '' : 'unmeasured'} ${isStill(state) ? 'still' : ''}"
      part="progress-bar"
      role="progressbar"
      aria-label=${measured ? strings.uploadProgress : phaseOf(state, strings)}
      aria-valuemin="0"
      aria-valuemax="100"
      aria-valuenow=${measured ? Math.floor(progress.fraction * 100) : nothing}
      aria-valuetext=${measured ? percent : nothing}
    >
      <div
        class="bar-fill"
        part="progress-fill"
        ${styleProperties({ '--_rest': `${measured ? 100 - progress.fraction * 100 : 0}%` })}
      ></div>
    </div>
  `;
};

/** Retries of more parts than this are not listed. */
const MOST_RETRIES_SHOWN = 2;

const detailsOf = ({ state, progress, strings, locale }: WorkingView): readonly string[] => {
  if (state.name === 'transcribing') {
    return [strings.taskStatus[state.status] ?? strings.taskUnknown];
  }
  if (state.name !== 'uploading' && state.name !== 'paused') return [];
  if (progress.totalBytes === 0) return [];
  const { bytesPerSecond, secondsLeft } = progress;
  return [
    strings.amount(
      formatBytes(progress.sentBytes, locale),
      formatBytes(progress.totalBytes, locale),
    ),
    ...(bytesPerSecond === null ? [] : [strings.speed(formatBytes(bytesPerSecond, locale))]),
    ...(secondsLeft === null || progress.fraction === 1
      ? []
      : [strings.left(formatDuration(secondsLeft, locale))]),
    ...(progress.parts?.retrying ?? [])
      .slice(0, MOST_RETRIES_SHOWN)
      .map(({ part, attempt }) => strings.partTry(part, attempt)),
  ];
};

/** After the upload the service works on its own, so there is nothing to pause. */
const canPause = (state: ShownState): boolean =>
  state.name === 'uploading' || (state.name === 'preparing' && state.step !== 'waiting-for-start');

const renderButtons = ({ state, strings, actions }: WorkingView): TemplateResult => html`
  <div class="buttons">
    ${
      state.name === 'preparing' && state.step === 'waiting-for-start'
        ? html`<button
            class="button primary"
            part="start-button"
            type="button"
            @click=${actions.start}
          >
            ${ICONS.upload} ${strings.start}
          </button>`
        : nothing
    }
    ${
      canPause(state)
        ? html`<button class="button" part="pause-button" type="button" @click=${actions.pause}>
            ${ICONS.pause} ${strings.pause}
          </button>`
        : nothing
    }
    ${
      state.name === 'paused'
        ? html`<button
            class="button primary"
            part="resume-button"
            type="button"
            @click=${actions.resume}
          >
            ${ICONS.play} ${strings.resume}
          </button>`
        : nothing
    }
    <button class="button quiet" part="cancel-button" type="button" @click=${actions.cancel}>
      ${ICONS.close} ${strings.cancel}
    </button>
  </div>
`;

/** How the interruption ends; also what the status line says. */
export const interruptionHint = (
  state: SessionState,
  interruption: Interruption,
  strings: Strings,
): string =>
  interruption === 'offline' && (state.name === 'submitting' || state.name === 'transcribing')
    ? strings.offlineUploaded
    : strings.troubleHints[interruption];

const hintOf = ({ state, progress, strings, notPersisted }: WorkingView): string | null => {
  if (progress.interruption !== null)
    return interruptionHint(state, progress.interruption, strings);
  if (state.job.uploadsAgain) return strings.uploadsAgain;
  if (progress.willExpire) return strings.late;
  if (notPersisted) return strings.unkept;
  return state.name === 'transcribing' ? strings.keepOpen : null;
};

export const renderWorking = (view: WorkingView): TemplateResult => {
  const { state, title, progress, strings, locale } = view;
  const showsPercent = state.name === 'uploading' || state.name === 'paused';
  return html`
    <div class="working">
      ${renderSteps(stepOf(state), view.hasUpload, strings)}
      <div class="headline">
        <div class="what">
          <p class="phase" part="phase">${phaseOf(state, strings)}</p>
          <p class="title" part="title" dir="auto">${title === '' ? strings.untitled : title}</p>
        </div>
        ${
          showsPercent
            ? html`<p class="percent tabular" part="percentage" aria-hidden="true">
                ${formatPercent(progress.fraction, locale)}
              </p>`
            : nothing
        }
      </div>
      ${state.name === 'preparing' && state.step === 'waiting-for-start' ? nothing : renderBar(view)}
      <div class="foot">
        <p class="details tabular" part="details">${detailsOf(view).join(' · ')}</p>
        ${renderButtons(view)}
      </div>
      ${hintOf(view) === null ? nothing : html`<p class="hint" part="hint">${hintOf(view)}</p>`}
    </div>
  `;
};
