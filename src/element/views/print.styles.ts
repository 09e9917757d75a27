import { css } from 'lit';

/** On paper the card has no edge and no buttons. */
export const print = css`
  @media print {
    .card {
      border: 0;
      background: #fff;
      box-shadow: none;
    }

    .ready-head {
      padding-inline: 0;
      color: #000;
    }

    .ready-head .button {
      display: none;
    }
  }
`;
