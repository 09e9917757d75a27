import { css } from 'lit';

/** The steps, the progress bar, and the elements around it. */
export const working = css`
  .working {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space);
    padding: calc(var(--_space) * 1.5);
  }

  .steps {
    position: relative;
    display: flex;
    gap: calc(var(--_space) * 0.5);
    margin: 0;
    padding: 0;
    list-style: none;
    color: var(--_text-muted);
    font-size: 0.875em;
  }

  .step {
    display: flex;
    flex: 1 1 auto;
    align-items: center;
    gap: 0.5em;
  }

  .step:last-child {
    flex: none;
  }

  .step:not(:last-child)::after {
    content: '';
    flex: 1;
    min-inline-size: 12px;
    block-size: 1px;
    background: var(--_border);
  }

  .step.current {
    min-inline-size: 0;
    color: var(--_text);
    font-weight: 650;
  }

  .step-name {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .step-mark {
    flex: none;
    display: grid;
    place-items: center;
    inline-size: 1.75em;
    block-size: 1.75em;
    border: 1px solid var(--_border-strong);
    border-radius: var(--_round);
    font-size: 0.9em;
    font-variant-numeric: tabular-nums;
  }

  .step.current .step-mark {
    border-color: var(--_accent-text);
    background: var(--_accent);
    color: var(--_on-accent);
  }

  .step.done .step-mark {
    border-color: var(--_accent-text);
    color: var(--_accent-text);
  }

  .tracks {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: calc(var(--_space) * 0.5);
    color: var(--_text-muted);
  }

  .tracks select {
    max-inline-size: 100%;
    min-block-size: 44px;
    padding-inline: 0.75em;
    border: 1px solid var(--_border-strong);
    border-radius: var(--_radius-small);
    background: var(--_surface);
    color: var(--_text);
    font: inherit;
  }

  :host([compact]) .steps {
    display: none;
  }

  :host([compact]) .working {
    gap: calc(var(--_space) * 0.75);
    padding: var(--_space);
  }

  :host([compact]) :is(.phase, .percent) {
    font-size: 1.1em;
  }

  .headline {
    display: flex;
    align-items: end;
    justify-content: space-between;
    gap: var(--_space);
  }

  .what {
    min-inline-size: 0;
  }

  .title {
    color: var(--_text-muted);
  }

  .percent {
    flex: none;
    font-size: 2em;
    font-weight: 650;
    line-height: 1.1;
    letter-spacing: -0.02em;
  }

  .bar {
    position: relative;
    block-size: 10px;
    overflow: hidden;
    border-radius: var(--_round);
    background: var(--_surface-sunken);
    box-shadow: inset 0 0 0 1px var(--_border);
  }

  .bar:dir(rtl) {
    transform: scaleX(-1);
  }

  .bar > * {
    position: absolute;
    inset: 0;
    border-radius: inherit;
  }

  /* The bytes that are sent, and over them the bytes that are stored. */
  .bar-sent,
  .bar-fill {
    background: var(--_accent-text);
    transform: translateX(calc(var(--_filled) - 100%));
    transition: transform var(--_ease);
  }

  .bar-sent {
    opacity: 0.3;
  }

  .bar.still .bar-fill {
    background: var(--_text-muted);
  }

  .bar-sweep {
    background: linear-gradient(
        90deg,
        transparent,
        var(--_accent-text) 35%,
        var(--_accent-text) 65%,
        transparent
      )
      no-repeat 0 / 40% 100%;
    animation: sweep 1.4s ease-in-out infinite alternate;
  }

  .bar.still .bar-sweep {
    animation-play-state: paused;
  }

  @keyframes sweep {
    from {
      background-position: -20% 0;
    }
    to {
      background-position: 120% 0;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .bar-sweep {
      background: repeating-linear-gradient(
        -45deg,
        var(--_accent-text) 0 10px,
        var(--_accent-soft) 10px 20px
      );
      animation: none;
    }
  }

  .foot {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: calc(var(--_space) * 0.5) var(--_space);
    min-block-size: 44px;
  }

  @container (inline-size < 440px) {
    .working {
      padding: var(--_space);
    }

    .foot .buttons {
      inline-size: 100%;
    }

    .foot .button {
      flex: 1 1 auto;
      padding-inline: 0.75em;
    }

    .steps {
      gap: calc(var(--_space) * 0.35);
    }

    .step {
      gap: 0.4em;
    }

    .step:not(:last-child)::after {
      min-inline-size: 4px;
    }

    /* Only the current step has a visible name: others do not fit in every language. */
    .step:not(.current) .step-name {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      clip-path: inset(50%);
    }
  }

  @media (prefers-contrast: more) {
    .bar {
      outline: 1px solid var(--_text);
    }

    .bar-sent {
      opacity: 0.5;
    }
  }

  @media (forced-colors: active) {
    .bar,
    .bar > *,
    .step.current .step-mark {
      forced-color-adjust: none;
    }

    .bar {
      border: 1px solid CanvasText;
    }
  }
`;
