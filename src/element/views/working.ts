import { nothing, type TemplateResult } from 'lit';
import type { Source } from '../../engine/session/job.js';
import { formatClock } from '../../transcript/time.js';
import { button } from '../../ui/button.js';
import { html } from '../../ui/html.js';
import { ICONS } from '../../ui/icons.js';
import { middleEllipsis } from '../../ui/middle-ellipsis.js';
import { styleProperties } from '../../ui/style-properties.js';
import {
  interruptionHint,
  phaseOf,
  renderFacts,
  type RenderWorking,
  type WorkingState,
  type WorkingView,
} from './view-parts.js';

/* ---- The conversion of the file ---- */

/** The fraction to show while the file is converted, also while that is paused. Null at other times. */
const convertingFraction = ({ state, progress }: WorkingView): number | null => {
  const isUnderWay = state.name === 'paused' || progress.phase === 'converting';
  return isUnderWay && state.job.file === undefined
    ? (progress.conversion?.fraction ?? null)
    : null;
};

/** Such as “2.1 GB → 58 MB”. Null if nothing is converted. */
const conversionSizes = ({ progress, formats, strings }: WorkingView): string | null => {
  const { conversion } = progress;
  if (conversion === null || strings.convert === undefined) return null;
  const { fromBytes, toBytes } = conversion;
  return strings.convert.sizes(formats.bytes(fromBytes), formats.bytes(toBytes));
};

/** What happens to the file, or has happened to it. Null if it is uploaded as it is. */
const conversionHint = (view: WorkingView): string | null => {
  const { state, strings } = view;
  const sizes = conversionSizes(view);
  const kind = state.job.conversion?.kind;
  if (sizes === null || kind === undefined || strings.convert === undefined) return null;
  return convertingFraction(view) === null
    ? strings.convert.converted[kind](sizes)
    : strings.convert.hint;
};

/** Says where the recording ends if its file was cut off. Null if it was not. */
const cutOffHint = ({ state, strings }: WorkingView): string | null => {
  const seconds = state.job.conversion?.cutOffAt ?? null;
  return seconds === null ? null : (strings.convert?.cutOff(formatClock(seconds * 1000)) ?? null);
};

/** Lets the user choose among the audio tracks of a file. */
const renderTracks = ({
  state,
  formats,
  strings: { convert },
  actions,
}: WorkingView): TemplateResult | typeof nothing => {
  const { conversion, source } = state.job;
  const mayChange = !['submitting', 'transcribing'].includes(state.name) && source.kind === 'file';
  if (!conversion || conversion.tracks.length < 2 || !mayChange || convert === undefined) {
    return nothing;
  }
  const choose = (event: Event): void => {
    const { converted: _old, ...chosen } = source;
    const track = Number((event.target as HTMLSelectElement).value);
    const next: Source = { ...chosen, track };
    actions.select(next);
  };
  return html`
    <label class="tracks">
      ${convert.track}
      <select aria-label=${convert.track} @change=${choose}>
        ${conversion.tracks.map(({ language }, index) => {
          const name = language === null ? null : formats.languageName(language);
          return html`<option value=${index} ?selected=${index === conversion.track}>
            ${convert.trackName(index + 1, name)}
          </option>`;
        })}
      </select>
    </label>
  `;
};

/* ---- The steps ---- */

type Step = 'upload' | 'transcribe' | 'read';

/** The steps of the whole job. A recording that needs no upload has one step less. */
const renderSteps = ({ state, strings }: WorkingView): TemplateResult => {
  const steps: readonly Step[] =
    state.job.source.kind === 'file' ? ['upload', 'transcribe', 'read'] : ['transcribe', 'read'];
  const position = steps.indexOf(isPastUpload(state) ? 'transcribe' : 'upload');
  return html`
    <ol class="steps" part="steps" aria-label=${strings.stepsLabel}>
      ${steps.map((step, index) => {
        const place = index < position ? 'done' : index === position ? 'current' : 'ahead';
        return html`
          <li class="step ${place}" aria-current=${place === 'current' ? 'step' : 'false'}>
            <span class="step-mark" aria-hidden="true">
              ${place === 'done' ? ICONS.check : index + 1}
            </span>
            <span class="step-name">${strings.steps[step]}</span>
          </li>
        `;
      })}
    </ol>
  `;
};

/** After the upload the service works on its own, so there is nothing to pause. */
const isPastUpload = ({ name }: WorkingState): boolean =>
  name === 'submitting' || name === 'transcribing';

const isWaiting = (state: WorkingState): boolean =>
  state.name === 'preparing' && state.step === 'waiting-for-start';

const isStill = (state: WorkingState): boolean => state.name === 'paused' || state.trouble !== null;

/** True while parts are sent again, or none can be sent. */
const isFailing = ({ state, progress }: WorkingView): boolean =>
  isStill(state) || (progress.parts?.retrying ?? []).length > 0;

const filled = (fraction: number): ReturnType<typeof styleProperties> =>
  styleProperties({ '--_filled': `${fraction * 100}%` });

const renderMeasuredBar = (view: WorkingView): TemplateResult => {
  const { state, progress, strings, formats } = view;
  const converting = convertingFraction(view);
  const { sentBytes, totalBytes } = progress;
  const fraction = converting ?? progress.fraction;
  const isExact = converting !== null || isFailing(view) || totalBytes === 0;
  const sent = isExact ? fraction : sentBytes / totalBytes;
  return html`
    <div
      class="bar ${isStill(state) ? 'still' : ''}"
      part="progress-bar"
      role="progressbar"
      aria-label=${
        converting === null ? strings.uploadProgress : (strings.convert?.progress ?? nothing)
      }
      aria-valuemin="0"
      aria-valuemax="100"
      aria-valuenow=${Math.floor(fraction * 100)}
      aria-valuetext=${formats.percent(fraction)}
    >
      <div class="bar-sent" ${filled(sent)}></div>
      <div class="bar-fill" part="progress-fill" ${filled(fraction)}></div>
    </div>
  `;
};

/** Decorates the phase, which is always shown as text. */
const renderUnmeasuredBar = ({ state }: WorkingView): TemplateResult => html`
  <div class="bar ${isStill(state) ? 'still' : ''}" part="progress-bar" aria-hidden="true">
    <div class="bar-sweep" part="progress-fill"></div>
  </div>
`;

/** Each kind of bar has its own elements, so that nothing moves when one replaces the other. */
const renderBar = (view: WorkingView): TemplateResult | typeof nothing => {
  const { state } = view;
  if (isWaiting(state)) return nothing;
  return state.name === 'paused' ||
    convertingFraction(view) !== null ||
    (state.name === 'uploading' && state.step === 'sending')
    ? renderMeasuredBar(view)
    : renderUnmeasuredBar(view);
};

/** Retries of more parts than this are not listed. */
const MOST_RETRIES_SHOWN = 2;

const detailsOf = (view: WorkingView): readonly string[] => {
  const { state, progress, strings, formats } = view;
  if (state.name === 'transcribing') {
    const known: Readonly<Record<string, string>> = strings.taskStatus;
    return [known[state.status] ?? strings.taskUnknown];
  }
  if (convertingFraction(view) !== null) return [conversionSizes(view) ?? ''];
  if (state.name !== 'uploading' && state.name !== 'paused') return [];
  const { bytesPerSecond, fraction, parts, secondsLeft, storedBytes, totalBytes } = progress;
  if (totalBytes === 0) return [];
  if (parts !== null && state.name !== 'paused' && isFailing(view)) {
    const retries = parts.retrying.slice(0, MOST_RETRIES_SHOWN);
    return [
      strings.partsUploaded(parts.stored, parts.total),
      ...retries.map(({ part, attempt }) => strings.partTry(part, attempt)),
    ];
  }
  const isSending = fraction < 1;
  return [
    strings.amount(formats.bytes(storedBytes), formats.bytes(totalBytes)),
    ...(isSending && bytesPerSecond !== null ? [strings.speed(formats.bytes(bytesPerSecond))] : []),
    ...(isSending && secondsLeft !== null ? [strings.left(formats.duration(secondsLeft))] : []),
  ];
};

const canPause = (state: WorkingState): boolean =>
  state.name !== 'paused' && !isPastUpload(state) && !isWaiting(state);

const renderButtons = ({ state, strings, actions }: WorkingView): TemplateResult => {
  const { start, pause, resume, cancel } = strings;
  const main = { takesFocus: true };
  const primary = { ...main, kind: 'primary' } as const;
  return html`
    <div class="buttons">
      ${
        isWaiting(state)
          ? button({
              ...primary,
              text: start,
              icon: ICONS.upload,
              isFinal: true,
              onClick: actions.start,
            })
          : nothing
      }
      ${
        canPause(state)
          ? button({ ...main, text: pause, icon: ICONS.pause, onClick: actions.pause })
          : nothing
      }
      ${
        state.name === 'paused'
          ? button({ ...primary, text: resume, icon: ICONS.play, onClick: actions.resume })
          : nothing
      }
      ${button({
        text: cancel,
        icon: ICONS.close,
        kind: 'quiet',
        isFinal: true,
        takesFocus: isPastUpload(state),
        onClick: actions.cancel,
      })}
    </div>
  `;
};

const hintOf = (view: WorkingView): string | null => {
  const { state, progress, strings, notPersisted } = view;
  if (progress.interruption !== null)
    return interruptionHint(state, progress.interruption, strings);
  if (state.job.uploadsAgain) return strings.uploadsAgain;
  if (progress.willExpire) return strings.late;
  if (notPersisted) return strings.unkept;
  const cutOff = cutOffHint(view);
  if (cutOff !== null) return cutOff;
  return state.name === 'transcribing' ? strings.keepOpen : conversionHint(view);
};

export const renderWorking: RenderWorking = (view) => {
  const { state, title, progress, strings, formats } = view;
  const converting = convertingFraction(view);
  const showsPercent = state.name === 'uploading' || state.name === 'paused' || converting !== null;
  const hint = hintOf(view);
  return html`
    <div class="working">
      ${renderSteps(view)}
      <div class="headline">
        <div class="what">
          <p class="phase"><bdi>${phaseOf(state, strings)}</bdi></p>
          <p class="title" part="title">
            ${middleEllipsis(title === '' ? strings.untitled : title)}
          </p>
        </div>
        ${
          showsPercent
            ? html`<p class="percent tabular" aria-hidden="true">
                <bdi>${formats.percent(converting ?? progress.fraction)}</bdi>
              </p>`
            : nothing
        }
      </div>
      ${renderBar(view)}
      <div class="foot">
        <p class="details tabular" part="details">${renderFacts(detailsOf(view))}</p>
        ${renderButtons(view)}
      </div>
      ${renderTracks(view)}
      ${hint === null ? nothing : html`<p class="hint" part="hint"><bdi>${hint}</bdi></p>`}
    </div>
  `;
};
