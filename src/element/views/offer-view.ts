import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { ResumableJob, ResumeOffer } from '../../engine/resume/stored-job.js';
import { button } from '../../ui/button.js';
import { middleEllipsis } from '../../ui/middle-ellipsis.js';
import type { ElementStrings } from '../../strings/strings.js';
import { renderFacts, type ViewParts } from './view-parts.js';

export interface OfferView extends ViewParts {
  readonly offer: ResumeOffer;
  readonly disabled: boolean;
}

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

const problemOf = ({ offer, strings, formats }: OfferView): string => {
  switch (offer.problem) {
    case null:
      return '';
    case 'recording-needed':
      return strings.recordingNeeded;
    case 'another-recording':
      return strings.anotherRecording(
        titleOf(offer.job, strings),
        formats.bytes(offer.job.size ?? 0),
      );
  }
};

const hintOf = (job: ResumableJob, strings: ElementStrings): string =>
  job.kind === 'interrupted' && job.needs === 'recording' && job.uploadedFraction === 0
    ? strings.offer.interrupted.sentAgain
    : strings.offer[job.kind].hints[job.needs];

/** A job that can be resumed here: interrupted, or in another tab. */
export const renderOffer = (view: OfferView): TemplateResult => {
  const { offer, strings, actions, disabled } = view;
  const { job, problem } = offer;
  const words = strings.offer[job.kind];
  // The message about a problem replaces the hint.
  const hint = problem === null ? hintOf(job, strings) : '';
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
          <bdi>${problemOf(view)}</bdi>
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
        ${button({ text: words.decline, kind: 'quiet', disabled, onClick: actions.decline })}
      </div>
    </div>`,
  )}`;
};
