import { css } from 'lit';

/** The card and its views; the reader brings its own. */
export const shell = css`
  :host {
    display: block;
    container-type: inline-size;
    font-family: var(--_font);
    line-height: 1.5;
    color: var(--_text);
  }

  :host([hidden]) {
    display: none;
  }

  .card {
    position: relative;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    box-shadow: var(--_shadow);
  }

  p {
    margin: 0;
  }

  .hint,
  .details {
    color: var(--_text-muted);
    font-size: 0.875em;
  }

  .offer {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: calc(var(--_space) * 0.5) var(--_space);
    margin: calc(var(--_space) * 0.75);
    padding: calc(var(--_space) * 0.75) var(--_space);
    border-radius: calc(var(--_radius) * 0.75);
    background: var(--_accent-soft);
  }

  .offer p {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }

  .offer strong {
    display: block;
    font-weight: 650;
  }

  .drop-zone {
    display: grid;
    justify-items: center;
    gap: calc(var(--_space) * 0.4);
    margin: calc(var(--_space) * 0.75);
    padding: calc(var(--_space) * 2.25) var(--_space) calc(var(--_space) * 1.75);
    border: 2px dashed var(--_border-strong);
    border-radius: calc(var(--_radius) * 0.75);
    text-align: center;
    transition:
      background var(--_ease),
      border-color var(--_ease);
  }

  .drop-zone.dragging {
    border-style: solid;
    border-color: var(--_accent);
    background: var(--_accent-soft);
  }

  .drop-icon {
    display: grid;
    place-items: center;
    inline-size: 56px;
    block-size: 56px;
    margin-block-end: calc(var(--_space) * 0.4);
    border-radius: 50%;
    background: var(--_accent-soft);
    color: var(--_accent);
    font-size: 1.25em;
  }

  .drop-title {
    font-size: 1.2em;
    font-weight: 650;
  }

  .drop-or {
    min-block-size: 1.5em;
    color: var(--_text-muted);
  }

  .drop-zone .hint {
    margin-block-start: calc(var(--_space) * 0.6);
  }

  .working {
    display: grid;
    gap: var(--_space);
    padding: calc(var(--_space) * 1.5);
  }

  .steps {
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
    color: var(--_text);
    font-weight: 650;
  }

  .step-mark {
    display: grid;
    place-items: center;
    inline-size: 1.75em;
    block-size: 1.75em;
    border: 1px solid var(--_border-strong);
    border-radius: 50%;
    font-size: 0.9em;
    font-variant-numeric: tabular-nums;
  }

  .step.current .step-mark {
    border-color: var(--_accent);
    background: var(--_accent);
    color: var(--_on-accent);
  }

  .step.done .step-mark {
    border-color: var(--_accent);
    color: var(--_accent);
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

  .phase {
    font-size: 1.2em;
    font-weight: 650;
  }

  .phase.danger {
    color: var(--_danger);
  }

  .title {
    overflow: hidden;
    color: var(--_text-muted);
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .percent {
    font-size: 2em;
    font-weight: 650;
    line-height: 1.1;
    letter-spacing: -0.02em;
  }

  .bar {
    block-size: 10px;
    overflow: hidden;
    border-radius: 999px;
    background: var(--_surface-sunken);
    box-shadow: inset 0 0 0 1px var(--_border);
  }

  .bar-fill {
    block-size: 100%;
    border-radius: inherit;
    background: var(--_accent);
    transition: inline-size var(--_ease);
  }

  .bar.still .bar-fill {
    background: var(--_text-muted);
  }

  .bar.unmeasured .bar-fill {
    background: linear-gradient(
      90deg,
      transparent,
      var(--_accent) 35%,
      var(--_accent) 65%,
      transparent
    );
    background-size: 40% 100%;
    background-repeat: no-repeat;
    animation: sweep 1.4s ease-in-out infinite;
  }

  @keyframes sweep {
    from {
      background-position: -70% 0;
    }
    to {
      background-position: 170% 0;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .bar.unmeasured .bar-fill {
      background: repeating-linear-gradient(
        -45deg,
        var(--_accent) 0 10px,
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

  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: calc(var(--_space) * 0.5);
    margin-inline-start: auto;
  }

  .buttons.start {
    margin-inline-start: 0;
    margin-block-start: var(--_space);
  }

  .failed {
    display: flex;
    gap: var(--_space);
    padding: calc(var(--_space) * 1.5);
    border-radius: inherit;
    background: var(--_danger-soft);
  }

  .failed-icon {
    color: var(--_danger);
    font-size: 1.4em;
    line-height: 1;
  }

  .failed-words {
    min-inline-size: 0;
  }

  .error-message {
    max-inline-size: 60ch;
    overflow-wrap: anywhere;
  }

  .ready-head {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: var(--_space);
    padding: calc(var(--_space) * 0.75) calc(var(--_space) * 0.75) 0 calc(var(--_space) * 1.5);
  }

  .ready-title {
    display: -webkit-box;
    min-inline-size: 0;
    margin: 0;
    overflow: hidden;
    overflow-wrap: anywhere;
    font-size: 1.2em;
    font-weight: 650;
    line-height: 1.3;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }

  .ready-head .button {
    flex: none;
    white-space: nowrap;
  }

  @container (inline-size < 440px) {
    .working,
    .failed {
      padding: var(--_space);
    }

    .failed {
      flex-direction: column;
    }

    .ready-head {
      gap: calc(var(--_space) * 0.5);
      padding-inline: var(--_space) calc(var(--_space) * 0.5);
    }

    .ready-head .button {
      padding-inline: 0.5em;
      font-size: 0.925em;
    }

    .drop-zone {
      padding-block: calc(var(--_space) * 1.5);
    }
  }

  @media (forced-colors: active) {
    .bar {
      border: 1px solid CanvasText;
    }

    .bar-fill {
      background: Highlight;
      forced-color-adjust: none;
    }

    .step.current .step-mark {
      border-color: Highlight;
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }
  }
`;
