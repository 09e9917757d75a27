import { css } from 'lit';

export const listStyles = css`
  .transcript {
    --_gutter: calc(var(--_digits) * 0.5rem + 0.75rem);
    position: relative;
    display: flex;
    flex-direction: column;
    min-inline-size: 0;
  }

  .scroller {
    --_action: 0px;
    position: relative;
    max-block-size: var(--_transcript-height);
    padding-block-end: 1.5rem;
    /* Keeps scroll targets clear of the sticky name and the follow button. */
    scroll-padding-block: 3.25rem 3.75rem;
    overflow: auto;
    overflow-anchor: auto;
    border-block-start: 1px solid var(--_border);
  }

  .scroller:focus-visible {
    outline-offset: -2px;
  }

  .has-action {
    --_action: 2.25rem;
  }

  /* Estimated height of a block until it is rendered. */
  .block {
    --_estimate: calc(
      var(--_lines) * var(--_wrap, 1) * 1.6em + var(--_rows) * 0.5rem + var(--_turns) * 3.35em
    );
    content-visibility: auto;
    contain-intrinsic-block-size: auto var(--_estimate);
  }

  .block:empty {
    min-block-size: var(--_estimate);
  }

  .turn {
    padding-block: 0.75rem 0.15rem;
  }

  .heading {
    position: sticky;
    inset-block-start: 0;
    z-index: 1;
    display: grid;
    grid-template-columns: var(--_gutter) minmax(0, 1fr);
    align-items: center;
    padding-block: 0.35rem 0.2rem;
    /* As wide as the bar of the playing row. */
    padding-inline-start: 3px;
    background: var(--_surface);
    font-size: 1em;
    line-height: 1.4;
  }

  .heading .badge {
    justify-self: end;
    margin-inline-end: 0.3rem;
  }

  .heading .name {
    display: -webkit-box;
    justify-self: start;
    margin-inline-start: 0.6rem;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }

  .editable .heading .name {
    cursor: pointer;
  }

  .editable .heading .name:hover {
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }

  .segment {
    position: relative;
    display: grid;
    grid-template-columns: var(--_gutter) minmax(0, 70ch) var(--_action);
    align-items: start;
    border-inline-start: 3px solid transparent;
    border-radius: var(--_radius-small);
    transition: background var(--_ease);
  }

  .time {
    appearance: none;
    justify-self: end;
    min-inline-size: 28px;
    min-block-size: 28px;
    margin-block-start: 0.17rem;
    padding: 0 0.4rem;
    border: 0;
    border-radius: 6px;
    background: transparent;
    color: var(--_text-muted);
    font-size: 0.8125em;
    text-align: end;
    cursor: pointer;
    -webkit-user-select: none;
    user-select: none;
  }

  .time:hover {
    color: var(--_accent);
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }

  .time:focus-visible {
    outline-offset: 0;
  }

  .text {
    padding: 0.25rem 0.6rem;
    line-height: 1.6;
    white-space: pre-line;
    overflow-wrap: anywhere;
    cursor: pointer;
  }

  /* Without speaker names, turns look like paragraphs. */
  .paragraph .text {
    padding-block: 0.1rem;
  }

  .paragraph .time {
    margin-block-start: 0;
  }

  .segment:hover {
    background: var(--_surface-sunken);
  }

  /* Must not change any size, so that marking a row needs no new layout. */
  .segment.playing {
    border-inline-start-color: var(--_accent);
    background: var(--_accent-soft);
  }

  .segment.playing .time {
    color: var(--_accent);
  }

  /* The button shared by all rows. Visible only in the row in use. */
  .row-action {
    grid-area: 1 / 3;
    inline-size: 32px;
    block-size: 32px;
    margin: 0;
    -webkit-user-select: none;
    user-select: none;
  }

  @media (hover: hover) {
    .segment:not(:hover, :focus-within) > .row-action:not([aria-expanded='true']) {
      opacity: 0;
    }
  }

  .whole,
  .empty {
    max-inline-size: 70ch;
    padding-block: 1.1rem;
    white-space: pre-line;
    overflow-wrap: anywhere;
  }

  .empty {
    color: var(--_text-muted);
  }

  .chip {
    appearance: none;
    position: absolute;
    inset-block-end: 0.9rem;
    inset-inline: 0;
    margin-inline: auto;
    display: inline-flex;
    align-items: center;
    gap: 0.4em;
    inline-size: max-content;
    max-inline-size: 100%;
    min-block-size: 44px;
    padding: 0 1.1em 0 0.9em;
    border: 0;
    border-radius: 999px;
    background: var(--_accent);
    color: var(--_on-accent);
    font-size: 0.925em;
    font-weight: 600;
    box-shadow: var(--_shadow);
    cursor: pointer;
  }

  .chip:focus-visible {
    outline-color: var(--_text);
  }

  .skip:not(:focus-visible) {
    position: absolute;
    inline-size: 1px;
    min-block-size: 0;
    block-size: 1px;
    padding: 0;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  .skip {
    align-self: start;
    margin-block-end: 0.5rem;
  }

  @container reader (inline-size < 34rem) {
    .scroller {
      --_wrap: 1.6;
    }

    .text {
      padding-inline-end: 0.25rem;
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

  @media (forced-colors: active) {
    .segment {
      border-color: Canvas;
    }

    .segment.playing {
      border-color: Highlight;
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }

    .chip {
      border: 1px solid ButtonText;
    }
  }

  @media print {
    .scroller {
      max-block-size: none;
      overflow: visible;
    }

    .block {
      content-visibility: visible;
    }

    .heading {
      position: static;
    }
  }
`;
