import { css, type TemplateResult } from 'lit';
import { html } from './html.js';

/**
 * In characters: the end of a name that stays visible, the shortest start that is worth a cut, and the longest start in
 * plain text.
 */
const END = 12;
const SHORTEST_START = 5;
const LONGEST_START = 20;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

const charactersOf = (name: string): string[] =>
  [...segmenter.segment(name)].map(({ segment }) => segment);

/** Scripts whose letters join. A cut between two letters would change their shapes. */
const JOINING = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}]/u;

const isBreak = (character = ''): boolean => /^[\s-]$/.test(character);

/**
 * Cuts a name into a start, which may be shortened, and an end, which stays visible: up to 12 characters, from the start
 * of a word if there is one. Names often differ at their end, and files have their extension there. A name of up to 16
 * characters is all end. It never cuts within a character. Both together are the name.
 */
export const splitName = (name: string): readonly [start: string, end: string] => {
  const characters = charactersOf(name);
  const from = characters.length - END;
  const cutAt = (): number => {
    if (from < SHORTEST_START) return 0;
    const word = characters.findIndex(
      (character, at) => at >= from && isBreak(characters[at - 1]) && !isBreak(character),
    );
    if (word !== -1) return word;
    if (!JOINING.test(characters.slice(from).join(''))) return from;
    const dot = characters.lastIndexOf('.');
    return dot > from ? dot : characters.length;
  };
  const at = cutAt();
  return [characters.slice(0, at).join(''), characters.slice(at).join('')];
};

/** Shortens a long name in the middle, for plain text. */
export const shortName = (name: string): string => {
  const [start, end] = splitName(name);
  const kept = charactersOf(start);
  return kept.length <= LONGEST_START
    ? name
    : `${kept
        .slice(0, LONGEST_START - 1)
        .join('')
        .trimEnd()}…${end}`;
};

/**
 * A name on one line. If it is too wide, it is shortened in the middle, so that its end stays, for example “.mp3”. Screen
 * readers read the whole name once, and it is also the tooltip. Needs `middleEllipsisStyles`, and a parent that limits
 * the width.
 */
export const middleEllipsis = (name: string): TemplateResult => {
  const [start, end] = splitName(name.replace(/\s/g, ' '));
  // The visible pieces are generated content, so that a copy and the accessible name contain the name once.
  return html`<span class="shortened" dir="auto"
    ><span class="visually-hidden">${name}</span
    ><span
      class="pieces"
      title=${name}
      aria-hidden="true"
      data-start=${start}
      data-end=${end}
    ></span
  ></span>`;
};

export const middleEllipsisStyles = css`
  .shortened {
    /* For the hidden name. */
    position: relative;
    display: inline-block;
    max-inline-size: 100%;
    vertical-align: bottom;
  }

  .pieces {
    display: flex;
    white-space: pre;
  }

  .pieces::before,
  .pieces::after {
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
  }

  .pieces::before {
    content: attr(data-start);
    /* The end gets narrower only when the start cannot. */
    flex-shrink: 1000000;
  }

  /* Room for the ellipsis: a narrower start would be cut without one. */
  .pieces:not([data-start=''])::before {
    min-inline-size: 1.5em;
  }

  .pieces::after {
    content: attr(data-end);
  }
`;
