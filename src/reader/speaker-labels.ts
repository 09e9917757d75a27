import type { TemplateResult } from 'lit';
import type { Speaker } from '../transcript/badges.js';
import { html } from '../ui/html.js';

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
