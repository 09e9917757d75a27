import { css, html, type TemplateResult } from 'lit';

/** In characters: the most that stays visible before the extension, and the longest extension that is kept. */
const TAIL = 7;
const LONGEST_EXTENSION = 6;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Scripts whose letters join. A cut between two letters would change their shapes. */
const JOINING = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}]/u;

/**
 * Cuts a name into a start, which may be shortened, and an end, which stays visible: the extension and a few
 * characters before it. It never cuts within a character. Both together are the name.
 */
export const splitName = (name: string): readonly [start: string, end: string] => {
  const characters = [...segmenter.segment(name)].map(({ segment }) => segment);
  const dot = characters.lastIndexOf('.');
  const hasExtension = dot > 0 && characters.length - dot - 1 <= LONGEST_EXTENSION;
  const extension = hasExtension ? dot : characters.length;
  const cut = Math.max(0, extension - TAIL);
  const isJoined = JOINING.test(characters.slice(cut, extension).join(''));
  // A space after “…” would look like a gap.
  const at = isJoined ? extension : characters[cut] === ' ' ? cut + 1 : cut;
  return [characters.slice(0, at).join(''), characters.slice(at).join('')];
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

  .pieces::before {
    content: attr(data-start);
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
  }

  .pieces::after {
    content: attr(data-end);
    flex: none;
  }
`;
