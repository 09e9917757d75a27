import { css } from 'lit';

export const overviewStyles = css`
  .speaker-tracks {
    --_direction: 1;
    --_row: 2em;
    position: relative;
    margin: 0;
    font-size: 0.875em;
  }

  .speaker-tracks:dir(rtl) {
    --_direction: -1;
  }

  .tracks-scroller {
    display: grid;
    grid-template-columns: fit-content(38%) minmax(0, 1fr);
    column-gap: 0.75rem;
    align-items: start;
    border-radius: var(--_radius-small);
  }

  .speaker-tracks.many .tracks-scroller {
    max-block-size: calc(var(--_row) * 8.5);
    overflow: auto;
  }

  .speaker-tracks.unnamed .tracks-scroller {
    column-gap: 0;
  }

  .speakers {
    grid-area: 2 / 1 / 3 / -1;
    display: grid;
    grid-template-columns: subgrid;
  }

  .speaker {
    grid-column: 1 / -1;
    display: grid;
    grid-template-columns: subgrid;
    align-items: center;
    block-size: var(--_row);
  }

  .track-label {
    position: relative;
    display: flex;
    align-items: center;
    gap: 0.5em;
    min-inline-size: 0;
  }

  .track-label .badge {
    inline-size: 1.75em;
    block-size: 1.75em;
  }

  .share {
    margin-inline-start: auto;
    color: var(--_text-muted);
  }

  .track,
  .ticks {
    display: block;
    inline-size: 100%;
  }

  .track {
    block-size: 0.7rem;
    border-radius: 3px;
    background: color-mix(in oklab, var(--_text) 7%, transparent);
    fill: var(--_speaker);
  }

  .speaker-tracks.single .speaker {
    block-size: 44px;
  }

  .speaker-tracks.single .track {
    block-size: 1.25rem;
  }

  .track:dir(rtl),
  .ticks:dir(rtl) {
    transform: scaleX(-1);
  }

  .ticks {
    position: sticky;
    inset-block-start: 0;
    grid-area: 1 / 2;
    block-size: 10px;
    background: var(--_surface);
    fill: none;
    stroke: var(--_text);
    stroke-width: 2px;
  }

  .ticks path {
    vector-effect: non-scaling-stroke;
  }

  .surface {
    position: relative;
    grid-area: 1 / 2 / 3 / 3;
    align-self: stretch;
    overflow: clip;
    cursor: pointer;
    /* Horizontal swipes seek; vertical swipes scroll the page. */
    touch-action: pan-y;
    -webkit-user-select: none;
    user-select: none;
  }

  .playhead,
  .ghost {
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0;
    inline-size: 100%;
    border-inline-start: 2px solid var(--_text);
    pointer-events: none;
    transform: translateX(calc(var(--_position, 0) * var(--_direction) * (100% - 2px)));
  }

  .ghost {
    visibility: hidden;
    border-inline-start: 1px solid var(--_text-muted);
    transform: translateX(calc(var(--_ghost, 0) * var(--_direction) * (100% - 1px)));
  }

  .surface.pointed .ghost {
    visibility: visible;
  }

  .preview {
    --_across: 0;
    position: absolute;
    inset-block-end: calc(100% + 0.4rem);
    inset-inline-start: calc(var(--_across) * 100%);
    z-index: 3;
    inline-size: max-content;
    max-inline-size: min(20rem, 100%);
    padding: 0.4rem 0.65rem;
    border: 1px solid var(--_border-strong);
    border-radius: var(--_radius-small);
    background: var(--_surface);
    box-shadow: var(--_shadow);
    color: var(--_text);
    line-height: 1.4;
    pointer-events: none;
    transform: translateX(calc(var(--_across) * var(--_direction) * -100%));
  }

  /* Below the tracks, so that it does not cover the player. */
  .speaker-tracks > .preview {
    inset-block: calc(100% + 0.4rem) auto;
  }

  .preview-head {
    display: flex;
    gap: 0.6em;
  }

  .preview-time {
    color: var(--_text-muted);
  }

  .preview-name {
    min-inline-size: 0;
    overflow: hidden;
    color: var(--_speaker);
    font-weight: 650;
    white-space: nowrap;
    text-overflow: ellipsis;
  }

  .preview-words {
    overflow-wrap: anywhere;
  }

  @container reader (inline-size < 34rem) {
    .speaker-tracks {
      --_row: 1.8em;
    }

    .tracks-scroller {
      grid-template-columns: fit-content(50%) minmax(0, 1fr);
      column-gap: 0.5rem;
    }
  }

  /* Leaves room for the names. */
  @container reader (inline-size < 17.5rem) {
    .tracks-scroller {
      grid-template-columns: fit-content(62%) minmax(0, 1fr);
    }
  }

  @container reader (inline-size < 15.5rem) {
    .share {
      display: none;
    }
  }

  @media (forced-colors: active) {
    .track {
      border: 1px solid CanvasText;
      background: Canvas;
      fill: CanvasText;
    }

    .ticks {
      background: Canvas;
      stroke: Highlight;
    }

    .playhead {
      border-color: Highlight;
      border-inline-start-width: 3px;
    }
  }

  @media print {
    .speaker-tracks {
      display: none;
    }
  }
`;
