import { css } from 'lit';

export const exportMenuStyles = css`
  .export .button {
    border-color: var(--_border);
    color: var(--_text);
    font-size: 0.925em;
  }

  @container reader (inline-size < 24rem) {
    .export .button {
      inline-size: 44px;
      padding: 0;
    }
  }
`;
