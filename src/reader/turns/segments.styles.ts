import { css } from 'lit';

/** Segments: text in paragraphs, or a line for each. */
export const segmentStyles = css`
  .paragraph {
    /* Widens the background of a segment. Takes no room, so that marking it needs no new layout. */
    --_halo: 0 0 0 0.14em;
    position: relative;
    max-inline-size: calc(var(--_measure) + var(--_action));
    padding-inline-end: var(--_action);
    line-height: 1.7;
    white-space: pre-line;
    overflow-wrap: anywhere;
  }

  .paragraph + .paragraph {
    margin-block-start: 0.65em;
  }

  /* Stands at the beginning of the text, so that it takes no room of its own. */
  .paragraph > .time {
    min-block-size: 24px;
    margin-inline-end: 0.35em;
    padding: 0 0.2rem;
    margin-inline-start: -0.2rem;
  }

  .segment {
    cursor: pointer;
  }

  .segments > .segment {
    position: relative;
    display: grid;
    grid-template-columns: var(--_gutter) minmax(0, var(--_measure)) var(--_action);
    align-items: start;
    border-inline-start: 3px solid transparent;
    border-radius: var(--_radius-small);
  }

  .segments .time {
    justify-self: end;
    margin-block-start: 0.17rem;
    text-align: end;
  }

  .segments .text {
    padding: 0.25rem 0.6rem;
    line-height: 1.6;
    white-space: pre-line;
    overflow-wrap: anywhere;
  }

  .unnamed .segments .text {
    padding-block: 0.1rem;
  }

  .unnamed .segments .time {
    margin-block-start: 0;
  }

  .paragraph > .segment {
    border-radius: min(0.25em, var(--_radius));
    -webkit-box-decoration-break: clone;
    box-decoration-break: clone;
  }

  @media (hover: hover) {
    .segments > .segment:hover,
    .paragraph > .aimed {
      background: var(--_surface-sunken);
      box-shadow: var(--_halo) var(--_surface-sunken);
    }
  }

  .segments {
    --_halo: 0 0 0 0;
  }

  /* Must not change any size. The line is there for people who don't see the colour. */
  .paragraph > .segment.playing {
    background: var(--_accent-soft);
    box-shadow: var(--_halo) var(--_accent-soft);
    /* Safari has no shorthand for these. */
    text-decoration-line: underline;
    text-decoration-thickness: 2px;
    text-decoration-color: color-mix(in oklab, var(--_accent-text) 80%, transparent);
    text-underline-offset: 0.28em;
    text-decoration-skip-ink: none;
  }

  .segments > .segment.playing {
    border-inline-start-color: var(--_accent-text);
    background: var(--_accent-soft);
  }

  .segments > .segment.playing > .time {
    color: var(--_accent-text);
  }

  /* The button that holds the focus for a segment of a paragraph. */
  .stop,
  .skip:not(:focus-visible) {
    position: absolute;
    inline-size: 1px;
    min-block-size: 0;
    block-size: 1px;
    margin: 0;
    padding: 0;
    border: 0;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  .stop:focus-visible + .segment {
    outline: var(--_focus);
    outline-offset: 2px;
  }

  /* The button shared by all segments, beside the one in use. */
  .row-action {
    inline-size: 32px;
    block-size: 32px;
    margin: 0;
  }

  .segments .row-action {
    grid-area: 1 / 3;
  }

  .paragraph > .row-action {
    position: absolute;
    inset-inline-end: 0;
    inset-block-start: 0;
  }

  /* The button stays on the same side, also beside a paragraph in the other direction. */
  .scroller:dir(ltr) .paragraph:dir(rtl),
  .scroller:dir(rtl) .paragraph:dir(ltr) {
    padding-inline: var(--_action) 0;
  }

  .scroller:dir(ltr) .paragraph:dir(rtl) > .row-action,
  .scroller:dir(rtl) .paragraph:dir(ltr) > .row-action {
    inset-inline: 0 auto;
  }

  @media (hover: hover) {
    .row-action.away:not([aria-expanded='true']) {
      opacity: 0;
    }
  }

  /* On a phone, the text needs the width: the button is over it while somebody uses its row. */
  @container reader (inline-size < 34rem) {
    .paragraph {
      --_action: 0px;
    }

    .paragraph > .row-action {
      border: 1px solid var(--_border-strong);
      border-radius: var(--_round);
      background: var(--_surface);
      box-shadow: var(--_shadow);
    }

    .paragraph > .row-action.away:not([aria-expanded='true']) {
      opacity: 0;
      pointer-events: none;
    }
  }

  @container reader (inline-size < 34rem) {
    .segments .text {
      padding-inline-end: 0.25rem;
    }

    /* The time above its text leaves the text the full width. */
    .segments > .segment {
      grid-template-columns: minmax(0, 1fr) var(--_action);
      padding-inline-start: 0.4rem;
    }

    .segments .time {
      grid-area: 1 / 1;
      justify-self: start;
      margin-block-start: 0;
      margin-inline-start: -0.4rem;
      text-align: start;
    }

    .segments .text,
    .segments .text-editor {
      grid-area: 2 / 1 / auto / -1;
      padding-inline-start: 0;
      padding-block-start: 0;
    }

    .segments .row-action {
      grid-area: 1 / 2;
    }
  }

  @media (prefers-contrast: more) {
    .paragraph > .segment.playing {
      text-decoration-thickness: 3px;
      text-decoration-color: var(--_text);
    }

    .segments > .segment.playing {
      outline: 2px solid var(--_text);
      outline-offset: -2px;
    }
  }

  @media (forced-colors: active) {
    .segments > .segment {
      border-color: Canvas;
    }

    .segments > .segment.playing {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }

    .paragraph > .segment.playing {
      text-decoration-thickness: 3px;
      text-decoration-color: Highlight;
    }
  }
`;
