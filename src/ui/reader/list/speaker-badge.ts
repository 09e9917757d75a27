import { html, nothing, type TemplateResult } from 'lit';
import type { Speaker } from '../../../transcript/index.js';
import type { ReaderStrings } from '../strings/index.js';

const COLOURS = 6;
const SHAPES = ['badge-round', 'badge-square', 'badge-leaf'] as const;

/** The class that sets a speaker's colour; colours come again after six, with another shape. */
export const speakerClass = ({ index, name }: Speaker): string =>
  name === null
    ? 'speaker-unknown'
    : `speaker-${(index % COLOURS) + 1} ${SHAPES[Math.floor(index / COLOURS) % SHAPES.length] ?? ''}`;

/** Decoration beside the name, which is always there too. */
export const speakerBadge = ({ badge }: Speaker): TemplateResult =>
  html`<span class="badge" part="speaker-badge" aria-hidden="true">${badge}</span>`;

/** A name keeps its own direction. */
export const speakerName = ({ name }: Speaker, strings: ReaderStrings): TemplateResult =>
  html`<span class="name" part="speaker-name"><bdi>${name ?? strings.unknownSpeaker}</bdi></span>`;

/** Who speaks how much, while that still fits on a line or two. */
const MOST_LISTED = 8;
/** More than these are left out where the reader is narrow. */
const FEW = 3;

export const speakerList = (
  speakers: readonly Speaker[],
  strings: ReaderStrings,
): TemplateResult | typeof nothing => {
  const talk = speakers.reduce((sum, { talk_ms }) => sum + talk_ms, 0);
  if (speakers.length < 2 || speakers.length > MOST_LISTED || talk === 0) return nothing;
  return html`
    <ul
      class="speakers ${speakers.length > FEW ? 'many' : ''}"
      part="speakers"
      role="list"
      aria-label=${strings.talkTime}
    >
      ${speakers.map(
        (speaker) => html`
          <li class="speaker ${speakerClass(speaker)}" part="speaker">
            ${speakerBadge(speaker)}${speakerName(speaker, strings)}
            <span class="share tabular" part="speaker-share"
              >${strings.talkShare(speaker.talk_ms / talk)}</span
            >
          </li>
        `,
      )}
    </ul>
  `;
};
