/** The drop zone, and the offer to resume a job. */
import { nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { ResumableJob, ResumeOffer } from '../../engine/resume/scope.js';
import type { ElementStrings } from '../../strings/strings.js';
import { button } from '../../ui/button.js';
import { html } from '../../ui/html.js';
import { ICONS } from '../../ui/icons.js';
import { middleEllipsis } from '../../ui/middle-ellipsis.js';
import { renderFacts, type StateView } from './view-parts.js';

/* ---- The offer ---- */

type OfferView = StateView & { readonly offer: ResumeOffer };

const titleOf = ({ title }: ResumableJob, strings: ElementStrings): string =>
  title === '' ? strings.untitled : title;

/** The text of the status line for an offer. */
export const announceOffer = (job: ResumableJob, strings: ElementStrings): string =>
  `${strings.offer[job.kind].heading} ${titleOf(job, strings)}`;

const detailsOf = ({ offer, strings, formats }: OfferView): readonly string[] => {
  const { kind, size, uploadedFraction } = offer.job;
  if (size === null) return [];
  // The progress of another tab is unknown here.
  const uploaded = kind === 'in-other-tab' ? 0 : uploadedFraction;
  return [
    formats.bytes(size),
    ...(uploaded === 0
      ? []
      : [
          uploaded === 1 ? strings.allUploaded : strings.alreadyUploaded(formats.percent(uploaded)),
        ]),
  ];
};

/** What is wrong with the file that was chosen for the job; empty for nothing. */
export const resumeProblem = (
  { job, problem }: Pick<ResumeOffer, 'job' | 'problem'>,
  name: string,
  { strings, formats }: Pick<StateView, 'strings' | 'formats'>,
): string => {
  if (problem === null) return '';
  return problem === 'recording-needed'
    ? strings.recordingNeeded
    : strings.anotherRecording(name, formats.bytes(job.size ?? 0));
};

/** What is needed to resume the job; empty for nothing. */
export const resumeHint = (job: ResumableJob, strings: ElementStrings): string =>
  job.kind === 'interrupted' && job.needs === 'recording' && job.uploadedFraction === 0
    ? strings.offer.interrupted.sentAgain
    : strings.offer[job.kind].hints[job.needs];

/** A job that can be resumed here: interrupted, or in another tab. */
const renderOffer = (view: OfferView): TemplateResult => {
  const { offer, strings, actions, disabled } = view;
  const { job, problem } = offer;
  const words = strings.offer[job.kind];
  // The message about a problem replaces the hint.
  const hint = problem === null ? resumeHint(job, strings) : '';
  const isUploaded = job.size === null || job.uploadedFraction === 1;
  const accept =
    job.needs === 'recording' ? words.pick : isUploaded ? words.acceptUploaded : words.accept;
  // Each job gets new buttons, so that a double click cannot answer the next offer.
  return html`${keyed(
    job.id,
    html`<div class="offer" part="offer" role="group" aria-labelledby="offer-heading">
      <div class="offer-words">
        <p id="offer-heading">
          <strong><bdi>${words.heading}</bdi></strong>
          <span class="title">${middleEllipsis(titleOf(job, strings))}</span>
        </p>
        <p class="details tabular" part="details">${renderFacts(detailsOf(view))}</p>
        ${hint === '' ? nothing : html`<p class="hint" part="hint" id="offer-hint"><bdi>${hint}</bdi></p>`}
        <p
          class="offer-problem"
          id="offer-problem"
          part="error-message"
          role="alert"
          ?hidden=${problem === null}
        >
          <bdi>${resumeProblem(offer, titleOf(job, strings), view)}</bdi>
        </p>
      </div>
      <div class="buttons">
        ${button({
          text: accept,
          kind: job.kind === 'interrupted' ? 'primary' : '',
          describedBy: problem !== null ? 'offer-problem' : hint === '' ? null : 'offer-hint',
          disabled,
          onClick: actions.accept,
        })}
        ${button({
          text: words.decline,
          kind: 'quiet',
          isFinal: true,
          disabled,
          onClick: actions.decline,
        })}
      </div>
    </div>`,
  )}`;
};

/* ---- The drop zone ---- */

/** What is accepted, in short facts. */
export const limitsOf = (view: StateView): readonly string[] => {
  const { fileTypes, formats, maxDuration, maxSize, strings, takesFiles, takesOthers } = view;
  return [
    takesFiles ? fileTypes.map((type) => type.toUpperCase()).join(', ') : null,
    takesFiles && takesOthers ? strings.otherFiles : null,
    maxSize === null ? null : strings.upTo(formats.bytes(maxSize)),
    maxDuration === null ? null : strings.upTo(formats.duration(maxDuration)),
  ].filter((fact) => fact !== null);
};

export const renderIdle = (view: StateView): TemplateResult => {
  const { strings, offer, takesFiles } = view;
  const facts = limitsOf(view);
  return html`
    ${offer === null ? nothing : renderOffer({ ...view, offer })} ${view.microphone?.renderUnsent()}
    <div
      class="drop-zone ${view.dragging ? 'dragging' : ''} ${takesFiles ? '' : 'no-files'}"
      part="drop-zone"
    >
      <span class="drop-icon">${ICONS.upload}</span>
      <slot name="heading">
        <p class="drop-title" aria-hidden="true">
          <bdi>${view.dragging ? strings.dropNow : strings.drop}</bdi>
        </p>
        <p class="drop-or" aria-hidden="true">${view.dragging ? nothing : strings.or}</p>
      </slot>
      <div class="choices">
        ${
          takesFiles
            ? button({
                text: strings.choose,
                kind: offer?.job.kind === 'interrupted' ? '' : 'primary',
                description: facts.join(', '),
                takesFocus: true,
                disabled: view.disabled,
                onClick: view.actions.choose,
              })
            : nothing
        }
        ${view.microphone?.renderButton()}
      </div>
      <slot name="hint">
        <p class="hint" part="hint" aria-hidden="true">${renderFacts(facts)}</p>
      </slot>
    </div>
  `;
};
