import { html, type TemplateResult } from 'lit';
import { shownName, type Speaker } from '../transcript/index.js';
import type { ReaderStrings } from '../strings/strings.js';

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

/** A speaker's name with its own text direction. */
export const speakerName = (speaker: Speaker, strings: ReaderStrings): TemplateResult => {
  const name = shownName(speaker, strings);
  return html`<span class="name" part="speaker-name" title=${name}><bdi>${name}</bdi></span>`;
};

/** Characters of a name that is never shortened. */
const SHORT = 24;
/** Characters at the end of a long name that stay visible. */
const END = 12;

/**
 * Splits a long name into a start, which may be cut off, and an end, which stays visible. Splits between words
 * if possible. The end of a short name is empty.
 */
export const nameParts = (name: string): readonly [start: string, end: string] => {
  const letters = [...new Intl.Segmenter().segment(name)];
  const from = letters[letters.length - END]?.index;
  if (letters.length <= SHORT || from === undefined) return [name, ''];
  const word = /[\s-](?=\S)/u.exec(name.slice(from - 1));
  const at = word ? from + word.index : from;
  return [name.slice(0, at), name.slice(at)];
};
