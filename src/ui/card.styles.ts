import { css } from 'lit';

/** The card around what an element shows. */
export const card = css`
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

  :is(h2, p) {
    margin: 0;
  }

  .hint,
  .details {
    color: var(--_text-muted);
    font-size: 0.875em;
  }

  .error-message {
    max-inline-size: 60ch;
    overflow-wrap: anywhere;
  }
`;

/** Print styles: the card has no border and no buttons. */
export const print = css`
  @media print {
    .card {
      border: 0;
      background: #fff;
      box-shadow: none;
    }
  }
`;
