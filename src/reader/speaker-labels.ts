import { html, type TemplateResult } from 'lit';
import { shownName, type Speaker } from '../transcript/speakers.js';
import type { ReaderStrings } from '../strings/strings.js';
import { splitName } from '../ui/middle-ellipsis.js';

const COLOURS = 6;
const SHAPES = ['badge-round', 'badge-square', 'badge-leaf'] as const;

/** The class that sets a speaker's colour. After six colours they repeat with another shape. */
export const speakerClass = ({ index, name }: Speaker): string =>
  name === null
    ? 'speaker-unknown'
    : `speaker-${(index % COLOURS) + 1} ${SHAPES[Math.floor(index / COLOURS) % SHAPES.length] ?? ''}`;

/** Decorates the name, which is always shown too. */
export const speakerBadge = ({ badge }: Speaker): TemplateResult =>
  html`<span class="badge" part="speaker-badge" aria-hidden="true">${badge}</span>`;

/** A speaker's name with its own text direction. Its end stays visible. */
export const speakerName = (speaker: Speaker, strings: ReaderStrings): TemplateResult => {
  const name = shownName(speaker, strings);
  const [start, end] = splitName(name);
  return html`<bdi class="name" part="speaker-name" title=${name}
    ><span class="name-start">${start}</span><span class="name-end">${end}</span></bdi
  >`;
};
