import { css } from 'lit';

/** The recorder of the microphone. */
export const microphoneStyles = css`
  .choices {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: calc(var(--_space) * 0.5);
  }

  /* Nothing can be dropped. */
  .drop-zone.no-files {
    border: 0;
  }

  .drop-zone.no-files :is(.drop-icon, .drop-title, .drop-or) {
    display: none;
  }

  .mic {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space);
    padding: calc(var(--_space) * 1.5);
  }

  .mic .phase:focus {
    outline: none;
  }

  .mic p {
    max-inline-size: 60ch;
    overflow-wrap: anywhere;
  }

  .mic .buttons {
    margin-inline-start: 0;
  }

  .mic-intro {
    display: flex;
    gap: var(--_space);
  }

  .mic-intro > :first-child {
    flex: none;
  }

  .mic-intro > :last-child {
    display: grid;
    gap: calc(var(--_space) * 0.25);
    align-content: center;
    min-inline-size: 0;
  }

  .mic-head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0 var(--_space);
  }

  .mic-phase {
    display: flex;
    align-items: center;
    gap: 0.5em;
  }

  .mic-dot {
    flex: none;
    inline-size: 0.75em;
    block-size: 0.75em;
    border: 2px solid var(--_danger);
    border-radius: var(--_round);
    background: var(--_danger);
    animation: mic-blink 2s ease-in-out infinite;
  }

  .mic-phase.still .mic-dot {
    border-color: var(--_text-muted);
    background: transparent;
    animation: none;
  }

  @keyframes mic-blink {
    50% {
      opacity: 0.35;
    }
  }

  .mic-time {
    display: flex;
    align-items: baseline;
    gap: 0.5em;
  }

  .mic-clock {
    font-size: 2em;
    font-weight: 650;
    line-height: 1.1;
    letter-spacing: -0.02em;
  }

  .mic-level {
    display: flex;
    align-items: center;
    gap: 2px;
    block-size: 64px;
    padding: 8px;
    border-radius: var(--_radius-small);
    background: var(--_surface-sunken);
    box-shadow: inset 0 0 0 1px var(--_border);
  }

  .mic-level i {
    flex: 1 1 0;
    max-inline-size: 8px;
    margin-inline: auto;
    block-size: max(3px, calc(var(--_level, 0) * 100%));
    border-radius: var(--_round);
    background: var(--_accent-text);
  }

  .mic-level.still i {
    background: var(--_text-muted);
  }

  .mic-notice {
    padding-inline-start: calc(var(--_space) * 0.75);
    border-inline-start: 3px solid var(--_danger);
  }

  .mic-question {
    font-weight: 600;
  }

  .mic-device {
    display: grid;
    gap: calc(var(--_space) * 0.25);
    justify-items: start;
  }

  .mic-device select {
    min-block-size: 44px;
    max-inline-size: 100%;
    padding: 0.4em 0.6em;
    border: 1px solid var(--_border-strong);
    border-radius: var(--_radius-small);
    background: var(--_surface);
    text-overflow: ellipsis;
    /* Names of devices are rarely in the language of the page. */
    unicode-bidi: plaintext;
  }

  .mic audio {
    display: block;
    inline-size: 100%;
    max-inline-size: 40rem;
  }

  .mic .button.danger {
    border-color: var(--_danger);
    color: var(--_danger);
  }

  :host([compact]) .mic {
    gap: calc(var(--_space) * 0.75);
    padding: var(--_space);
  }

  :host([compact]) .mic-intro .drop-icon {
    display: none;
  }

  :host([compact]) .mic-clock {
    font-size: 1.5em;
  }

  :host([compact]) .mic-level {
    block-size: 44px;
  }

  @container (inline-size < 440px) {
    .mic {
      padding: var(--_space);
    }

    .mic-intro .drop-icon {
      display: none;
    }

    .mic .button {
      flex: 1 1 auto;
    }

    .mic-device,
    .mic-device select {
      inline-size: 100%;
    }

    .mic-level {
      gap: 1px;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .mic-dot {
      animation: none;
    }
  }

  @media (forced-colors: active) {
    .mic-dot,
    .mic-level i {
      forced-color-adjust: none;
      background: Highlight;
      border-color: Highlight;
    }

    .mic-level.still i {
      background: CanvasText;
    }

    .mic-level {
      border: 1px solid CanvasText;
    }
  }
`;
