import { css } from 'lit';

/** The drop zone, and the offer to resume an interrupted job. */
export const idle = css`
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

  .offer-words {
    flex: 1 1 18em;
    min-inline-size: 0;
    max-inline-size: 100%;
    overflow-wrap: anywhere;
  }

  .offer .title {
    display: block;
  }

  .offer-problem {
    color: var(--_danger);
    font-weight: 600;
  }

  .offer .hint,
  .offer-problem,
  .offer .details {
    margin-block-start: calc(var(--_space) * 0.15);
  }

  .offer strong {
    display: block;
    font-weight: 650;
  }

  .drop-zone {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
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

  :host(:state(user-invalid)) .drop-zone {
    border-color: var(--_danger);
  }

  .drop-zone.dragging {
    border-style: solid;
    border-color: var(--_accent-text);
    background: var(--_accent-soft);
  }

  .drop-icon {
    display: grid;
    place-items: center;
    inline-size: 56px;
    block-size: 56px;
    margin-block-end: calc(var(--_space) * 0.4);
    border-radius: var(--_round);
    background: var(--_accent-soft);
    color: var(--_accent-text);
    font-size: 1.25em;
  }

  .drop-or {
    min-block-size: 1.5em;
    color: var(--_text-muted);
  }

  .drop-zone .hint,
  slot[name='hint']::slotted(*) {
    margin-block-start: calc(var(--_space) * 0.6);
  }

  slot[name='heading']::slotted(*),
  slot[name='hint']::slotted(*) {
    max-inline-size: 100%;
    overflow-wrap: anywhere;
  }

  slot[name='heading']::slotted(*) {
    margin-block: 0 calc(var(--_space) * 0.4);
  }

  slot[name='hint']::slotted(*) {
    margin-block-end: 0;
  }

  /* One row: the button and the hint. */
  :host([compact]) .drop-zone {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: calc(var(--_space) * 0.5) calc(var(--_space) * 0.75);
    padding: calc(var(--_space) * 0.75);
  }

  :host([compact]) .drop-zone .button {
    padding-inline: 0.8em;
  }

  :host([compact]) :is(.drop-icon, .drop-title, .drop-or) {
    display: none;
  }

  :host([compact]) slot[name='heading']::slotted(*) {
    flex: 1 0 100%;
    margin-block-end: 0;
  }

  :host([compact]) .drop-zone .hint,
  :host([compact]) slot[name='hint']::slotted(*) {
    flex: 1 1 4.5em;
    min-inline-size: 0;
    margin-block-start: 0;
    text-align: start;
  }

  @container (inline-size < 440px) {
    .offer .buttons {
      inline-size: 100%;
    }

    .offer .button {
      flex: 1 1 auto;
    }

    .drop-zone {
      padding-block: calc(var(--_space) * 1.5);
    }
  }
`;
