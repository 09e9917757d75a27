import { css } from 'lit';
import { segmentStyles } from './segments.styles.js';

const shellStyles = css`
  .transcript {
    --_gutter: calc(var(--_digits) * 0.5rem + 0.75rem);
    position: relative;
    display: flex;
    flex-direction: column;
    min-inline-size: 0;
    border-block-start: 1px solid var(--_border);
  }

  .scroller {
    --_action: 0px;
    --_measure: 70ch;
    /* Room at both sides for the outline and the background of a segment, which would be clipped. */
    --_bleed: 6px;
    position: relative;
    margin-inline: calc(-1 * var(--_bleed));
    max-block-size: var(--_transcript-height);
    padding-block-end: 1.5rem;
    /* Keeps scroll targets clear of the sticky name and the follow button. */
    scroll-padding-block: 3.25rem 3.75rem;
    overflow: auto;
    overflow-anchor: auto;
  }

  .has-action {
    --_action: 2.25rem;
  }

  /* Estimated height of a block until it is rendered. */
  .block {
    --_estimate: calc(var(--_lines) * var(--_wrap, 1) * 1.7em + var(--_turns) * 4.1em);
    padding-inline: var(--_bleed);
    content-visibility: auto;
    contain-intrinsic-block-size: auto var(--_estimate);
  }

  [data-view='lines'] .block {
    --_estimate: calc(
      var(--_lines) * var(--_wrap, 1) * 1.6em + var(--_rows) * var(--_each, 0.5rem) +
        var(--_turns) * 3.35em
    );
  }

  .block:empty {
    min-block-size: var(--_estimate);
  }

  .turn {
    padding-block: 0.5rem 0.3rem;
  }

  .heading {
    position: sticky;
    inset-block-start: 0;
    z-index: 1;
    display: flex;
    align-items: center;
    gap: 0.25rem;
    min-block-size: 2.25rem;
    background: var(--_surface);
    line-height: 1.4;
  }

  .who {
    display: flex;
    align-items: center;
    gap: 0.5rem;
    min-inline-size: 0;
    font-size: 0.9375em;
    line-height: inherit;
  }

  .who .badge {
    inline-size: 1.75em;
    block-size: 1.75em;
    font-size: 0.7em;
  }

  .editable .who {
    cursor: pointer;
  }

  .rename {
    display: none;
    flex: none;
    place-items: center;
    inline-size: max(28px, 1.75em);
    block-size: max(28px, 1.75em);
    border-radius: min(6px, var(--_radius));
    color: var(--_text-muted);
  }

  .editable .rename {
    display: grid;
  }

  /* A pencil, drawn without a further element per turn. */
  .rename::before {
    content: '';
    inline-size: 1em;
    block-size: 1em;
    background: currentcolor;
    /* Unlike a path, a polygon grows with the text. */
    clip-path: polygon(
      evenodd,
      69% 12%,
      75% 9%,
      82% 12%,
      88% 18%,
      91% 24%,
      88% 31%,
      35% 84%,
      10% 90%,
      16% 65%,
      69% 12%,
      63% 30%,
      24% 69%,
      21% 79%,
      31% 76%,
      70% 37%,
      63% 30%,
      70% 23%,
      77% 30%,
      82% 25%,
      75% 18%,
      70% 23%,
      63% 30%,
      69% 12%
    );
  }

  .editable .who:hover + .rename,
  .rename:hover {
    background: var(--_surface-sunken);
    color: var(--_text);
  }

  .time {
    flex: none;
    min-inline-size: 28px;
    min-block-size: 28px;
    padding: 0 0.4rem;
    border-radius: min(6px, var(--_radius));
    color: var(--_text-muted);
    font-size: 0.8125em;
  }

  .time:hover {
    color: var(--_accent-text);
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }

  .time:focus-visible {
    outline-offset: 0;
  }

  :is(.whole, .empty),
  slot[name='empty']::slotted(*) {
    max-inline-size: var(--_measure);
    margin: 0;
    padding: 1.1rem var(--_bleed);
  }

  :is(.whole, .empty) {
    line-height: 1.7;
    white-space: pre-line;
    overflow-wrap: anywhere;
  }

  .empty {
    color: var(--_text-muted);
  }

  /* Keeps the button at the bottom of the visible part of the list, over the text. */
  .chip-place {
    position: sticky;
    inset-block-end: calc(var(--_bar, 0px) + 0.9rem);
    z-index: 2;
    display: grid;
    grid-template-columns: 100%;
    place-items: end center;
    block-size: 44px;
    margin-block: calc(-44px - 0.9rem) 0.9rem;
    pointer-events: none;
  }

  .chip {
    display: inline-flex;
    align-items: center;
    gap: 0.4em;
    inline-size: max-content;
    max-inline-size: 100%;
    min-block-size: 44px;
    padding: 0 1.1em 0 0.9em;
    border: 1px solid var(--_accent-text);
    border-radius: var(--_round);
    background: var(--_accent);
    color: var(--_on-accent);
    font-size: 0.925em;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    box-shadow: var(--_shadow);
    pointer-events: auto;
  }

  .chip.up .icon {
    rotate: 180deg;
  }

  .chip:focus-visible {
    outline-color: var(--_text);
  }

  .skip {
    align-self: start;
    margin-block-end: 0.5rem;
  }

  @container reader (inline-size < 34rem) {
    .scroller {
      --_wrap: 1.6;
      --_each: 2rem;
    }
  }

  @container reader (inline-size < 24rem) {
    .scroller {
      --_wrap: 2.2;
    }
  }

  @container reader (inline-size < 20rem) {
    .scroller {
      --_wrap: 2.8;
    }
  }

  /* Large text on a phone: the name has a line of its own. */
  @container reader (inline-size < 12rem) {
    .heading {
      flex-wrap: wrap;
    }
  }

  /* At 400 % zoom, whatever sticks would cover the text. */
  @media (max-height: 20rem) {
    .scroller {
      scroll-padding-block: 0;
    }

    .heading,
    .chip-place {
      position: static;
    }

    .chip-place {
      margin-block: 0;
    }

    .chip-place:not(:has(.chip:not([hidden]))) {
      block-size: 0;
    }
  }

  @media (prefers-contrast: more) {
    .chip {
      outline: 2px solid var(--_text);
    }
  }

  @media (forced-colors: active) {
    .rename::before {
      forced-color-adjust: none;
      background: ButtonText;
    }

    .chip {
      border: 1px solid ButtonText;
    }
  }
`;

export const listStyles = [shellStyles, segmentStyles];
