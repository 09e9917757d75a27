import { css } from 'lit';

/** The list in narrow places, at high zoom, for other needs, and on paper. */
export const conditionalStyles = css`
  @container reader (inline-size < 34rem) {
    .scroller {
      --_wrap: 1.6;
      --_each: 2rem;
    }

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
    .paragraph > .segment.playing {
      text-decoration-thickness: 3px;
      text-decoration-color: var(--_text);
    }

    .segments > .segment.playing {
      outline: 2px solid var(--_text);
      outline-offset: -2px;
    }

    .time,
    .rename {
      color: var(--_text);
    }

    .chip {
      outline: 2px solid var(--_text);
    }
  }

  @media (forced-colors: active) {
    .segments > .segment {
      border-color: Canvas;
    }

    .segments > .segment.playing {
      border-color: Highlight;
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }

    .paragraph > .segment.playing {
      text-decoration-thickness: 3px;
      text-decoration-color: Highlight;
    }

    .rename::before {
      forced-color-adjust: none;
      background: ButtonText;
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

    .paragraph {
      max-inline-size: none;
      padding-inline-end: 0;
      orphans: 3;
      widows: 3;
    }

    .paragraph > .segment.playing {
      box-shadow: none;
      background: none;
      text-decoration-line: none;
    }

    .rename,
    .stop,
    .row-action {
      display: none !important;
    }
  }
`;
