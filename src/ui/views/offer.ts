import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { Offer } from '../../engine/index.js';
import type { OfferProblem } from '../controllers/offers.js';
import { formatBytes, formatPercent } from '../format.js';
import type { Strings } from '../strings.js';
import type { Actions } from './actions.js';

export interface OfferView {
  readonly offer: Offer;
  readonly problem: OfferProblem | null;
  readonly disabled: boolean;
  readonly locale: string | undefined;
  readonly strings: Strings;
  readonly actions: Actions;
}

const titleOf = ({ title }: Offer, strings: Strings): string =>
  title === '' ? strings.untitled : title;

/** What the status line says of an offer. */
export const announceOffer = (offer: Offer | null, strings: Strings): string =>
  offer === null ? '' : `${strings.offer[offer.kind].heading} ${titleOf(offer, strings)}`;

const detailsOf = ({ offer, strings, locale }: OfferView): readonly string[] => {
  const { kind, size, uploadedFraction } = offer;
  if (size === null) return [];
  // What another tab has sent by now is not known here.
  const uploaded = kind === 'elsewhere' ? 0 : uploadedFraction;
  return [
    formatBytes(size, locale),
    ...(uploaded === 0
      ? []
      : [
          uploaded === 1
            ? strings.allUploaded
            : strings.alreadyUploaded(formatPercent(uploaded, locale)),
        ]),
  ];
};

const problemOf = ({ offer, problem, strings, locale }: OfferView): string => {
  switch (problem) {
    case null:
      return '';
    case 'recording-needed':
      return strings.recordingNeeded;
    case 'another-recording':
      return strings.anotherRecording(
        titleOf(offer, strings),
        formatBytes(offer.size ?? 0, locale),
      );
  }
};

const hintOf = ({ offer, strings }: OfferView): string => {
  const { kind, needs, uploadedFraction } = offer;
  return kind === 'interrupted' && needs === 'recording' && uploadedFraction === 0
    ? strings.offer.interrupted.sentAgain
    : strings.offer[kind].hints[needs];
};

/** Interrupted work, or another tab's, that can go on here. */
export const renderOffer = (view: OfferView): TemplateResult => {
  const { offer, strings, actions, disabled } = view;
  const words = strings.offer[offer.kind];
  // Where there is a problem, its sentence says what to do.
  const hint = view.problem === null ? hintOf(view) : '';
  const accept = offer.needs === 'recording' ? words.pick : words.accept;
  // Another offer has other buttons: a second press must not answer what nobody has read.
  return html`${keyed(
    offer.id,
    html`<div class="offer" part="offer" role="group" aria-labelledby="offer-heading">
      <div class="offer-words">
        <p id="offer-heading">
          <strong>${words.heading}</strong>
          <span class="title" dir="auto">${titleOf(offer, strings)}</span>
        </p>
        <p class="details tabular" part="offer-details">${detailsOf(view).join(' · ')}</p>
        ${hint === '' ? nothing : html`<p class="hint" part="offer-hint" id="offer-hint">${hint}</p>`}
        <p
          class="offer-problem"
          id="offer-problem"
          part="offer-problem"
          role="alert"
          ?hidden=${view.problem === null}
        >
          ${problemOf(view)}
        </p>
      </div>
      <div class="buttons">
        <button
          class="button ${offer.kind === 'interrupted' ? 'primary' : ''}"
          part="accept-button"
          type="button"
          aria-describedby=${
            view.problem !== null ? 'offer-problem' : hint !== '' ? 'offer-hint' : nothing
          }
          ?disabled=${disabled}
          @click=${actions.accept}
        >
          ${accept}
        </button>
        <button
          class="button quiet"
          part="decline-button"
          type="button"
          ?disabled=${disabled}
          @click=${actions.decline}
        >
          ${words.decline}
        </button>
      </div>
    </div>`,
  )}`;
};
