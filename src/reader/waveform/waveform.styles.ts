import { css } from 'lit';

export const waveformStyles = css`
  .waveform {
    --_direction: 1;
    position: relative;
    inline-size: 100%;
    min-inline-size: 60px;
    block-size: var(--_waveform-height);
    font-size: 0.875em;
  }

  .waveform:dir(rtl) {
    --_direction: -1;
  }

  .waveform-surface {
    position: absolute;
    inset: 0;
    overflow: clip;
    cursor: pointer;
    /* Horizontal swipes seek; vertical swipes scroll the page. */
    touch-action: pan-y;
    -webkit-tap-highlight-color: transparent;
  }

  .waveform-drawing {
    position: absolute;
    inset: 0;
    display: block;
    inline-size: 100%;
    block-size: 100%;
    pointer-events: none;
  }

  .waveform-drawing:dir(rtl) {
    transform: scaleX(-1);
  }

  .waveform-bars {
    fill: var(--_speaker);
  }

  .waveform.unnamed .waveform-bars {
    fill: var(--_accent-text);
  }

  .waveform .waveform-bars.silence {
    fill: color-mix(in oklab, var(--_text-muted) 60%, transparent);
  }

  .waveform-all {
    opacity: 0.48;
  }

  /* Drawn once; only the clip moves. */
  .waveform-played {
    will-change: clip-path;
  }

  .waveform-ticks {
    fill: var(--_mark-current);
  }

  .waveform-playhead,
  .waveform-ghost {
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0;
    inline-size: 100%;
    pointer-events: none;
    transform: translateX(calc(var(--_at, 0) * var(--_direction) * (100% - 2px)));
  }

  .waveform-ghost {
    visibility: hidden;
  }

  .waveform-playhead::before,
  .waveform-ghost::before {
    content: '';
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0;
    inline-size: 2px;
    border-radius: 1px;
    background: var(--_text);
  }

  .waveform-ghost::before {
    background: var(--_text-muted);
    opacity: 0.6;
  }

  .waveform-surface.pointed .waveform-ghost {
    visibility: visible;
  }

  .waveform-progress {
    position: absolute;
    inset-block-end: 0;
    inset-inline-end: 0;
    max-inline-size: 100%;
    padding-inline: 0.3rem;
    border-radius: var(--_radius-small);
    background: var(--_surface);
    color: var(--_text-muted);
    font-size: 0.85em;
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

  .preview-head {
    display: flex;
    gap: 0.6em;
  }

  .preview-time {
    color: var(--_text-muted);
  }

  .preview-name {
    min-inline-size: 0;
    color: var(--_speaker);
    font-weight: 650;
  }

  .preview-words {
    overflow-wrap: anywhere;
  }

  @media (prefers-contrast: more) {
    .waveform-all {
      opacity: 0.7;
    }

    .waveform .waveform-bars.silence {
      fill: var(--_text-muted);
    }
  }

  @media (forced-colors: active) {
    /* Some themes have nearly the same colour for text and highlights. */
    .waveform-all {
      opacity: 0.6;
    }

    .waveform-all .waveform-bars.waveform-bars {
      fill: CanvasText;
    }

    .waveform-played .waveform-bars.waveform-bars,
    .waveform-ticks {
      fill: Highlight;
    }
  }
`;
