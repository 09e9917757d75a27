import { css } from 'lit';

/** The card around what an element shows. */
export const card = css`
  :host {
    display: block;
    container-type: inline-size;
  }

  :host([hidden]) {
    display: none;
  }

  /* The text of the page's rules, such as those for all elements, ends here. Only its font and size go on. */
  .card {
    font: 400 1em / 1.5 sans-serif;
    font-family: var(--_font);
    letter-spacing: normal;
    word-spacing: normal;
    text-align: start;
    text-indent: 0;
    text-shadow: none;
    text-transform: none;
    white-space: normal;
    word-break: normal;
    overflow-wrap: normal;
    hyphens: manual;
    -webkit-text-fill-color: currentcolor;
    -webkit-text-stroke: 0;
    -webkit-user-select: text;
    user-select: text;
    color: var(--_text);
    position: relative;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    box-shadow: var(--_shadow);
  }

  :host([compact]) .card {
    font-size: 0.9375em;
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
