import { css } from 'lit';

/** The list of recordings, and the way back to it from a transcript. */
export const queueStyles = css`
  .queue {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: calc(var(--_space) * 0.75);
    padding: var(--_space) calc(var(--_space) * 0.75) calc(var(--_space) * 0.75);
  }

  .queue-head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: calc(var(--_space) * 0.5) var(--_space);
    min-block-size: 44px;
    padding-inline: calc(var(--_space) * 0.5);
  }

  .queue-summary {
    flex: 1 1 8em;
    min-inline-size: 0;
  }

  .queue-head .phase {
    line-height: 1.3;
  }

  .items {
    max-block-size: var(--_transcript-height);
    margin: 0;
    padding: 0;
    overflow-y: auto;
    border-block: 1px solid var(--_border);
    list-style: none;
  }

  .item {
    position: relative;
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: center;
    gap: 0 calc(var(--_space) * 0.75);
    padding: calc(var(--_space) * 0.6) calc(var(--_space) * 0.5);
  }

  .item + .item {
    border-block-start: 1px solid var(--_border);
  }

  .item-icon {
    display: grid;
    align-self: start;
    place-items: center;
    inline-size: 2em;
    block-size: 2em;
    margin-block-start: 0.4em;
    border-radius: var(--_round);
    background: var(--_surface-sunken);
    color: var(--_text-muted);
  }

  .item:is(
      [data-state='uploading'],
      [data-state='preparing'],
      [data-state='submitting'],
      [data-state='transcribing'],
      [data-state='ready']
    )
    .item-icon {
    background: var(--_accent-soft);
    color: var(--_accent-text);
  }

  .item[data-state='failed'] .item-icon {
    background: var(--_danger-soft);
    color: var(--_danger);
  }

  .item-dot {
    /* A border, because forced colours remove backgrounds. */
    border: 0.25em solid currentcolor;
    border-radius: var(--_round);
  }

  .item:is([data-state='preparing'], [data-state='submitting'], [data-state='transcribing'])
    .item-dot {
    animation: item-pulse 1.2s ease-in-out infinite alternate;
  }

  @keyframes item-pulse {
    from {
      opacity: 0.3;
    }
  }

  .item-words {
    min-inline-size: 0;
  }

  .item .title {
    color: var(--_text);
    font-weight: 600;
  }

  .item :is(.error-message, .hint) {
    margin-block-start: calc(var(--_space) * 0.15);
    overflow-wrap: anywhere;
  }

  .item .error-message {
    color: var(--_danger);
    font-size: 0.875em;
  }

  .item-buttons {
    display: flex;
    align-items: center;
    gap: calc(var(--_space) * 0.25);
  }

  .item-remove {
    inline-size: 44px;
    padding: 0;
  }

  .item-button .icon:last-child {
    inline-size: 1em;
    block-size: 1em;
  }

  .item-button .icon:dir(rtl) {
    transform: scaleX(-1);
  }

  .item .bar {
    grid-column: 2 / -1;
    block-size: 6px;
    margin-block-start: calc(var(--_space) * 0.4);
  }

  .queue-hint {
    padding-inline: calc(var(--_space) * 0.5);
  }

  .drop-zone.queue-add {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: calc(var(--_space) * 0.5) calc(var(--_space) * 0.75);
    margin: 0;
    padding: calc(var(--_space) * 0.6);
    text-align: start;
  }

  .drop-zone.queue-add .hint {
    flex: 1 1 10em;
    min-inline-size: 0;
    margin: 0;
  }

  .queue-back {
    padding: calc(var(--_space) * 0.5) calc(var(--_space) * 0.75) 0;
  }

  .queue-back .icon:dir(ltr) {
    transform: scaleX(-1);
  }

  @container (inline-size < 520px) {
    .queue {
      padding: calc(var(--_space) * 0.75) calc(var(--_space) * 0.5) calc(var(--_space) * 0.5);
    }

    .item {
      grid-template-columns: auto minmax(0, 1fr);
    }

    .item :is(.title, .details) {
      padding-inline-end: 44px;
    }

    .item-buttons {
      grid-column: 2;
    }

    .item-button {
      margin-block-start: calc(var(--_space) * 0.4);
    }

    /* In the corner, so that a row without another button stays low. */
    .item-remove {
      position: absolute;
      inset-block-start: calc(var(--_space) * 0.35);
      inset-inline-end: 0;
    }

    .item .bar {
      grid-column: 1 / -1;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .item .item-dot {
      animation: none;
    }
  }

  @media (forced-colors: active) {
    .item-icon {
      border: 1px solid CanvasText;
    }
  }

  @media print {
    .queue-back {
      display: none;
    }
  }
`;
