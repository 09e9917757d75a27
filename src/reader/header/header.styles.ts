import { css } from 'lit';

export const headerStyles = css`
  .header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.25rem 0.75rem;
    min-block-size: 44px;
  }

  .heading-words {
    flex: 1 1 7rem;
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0.1rem 0.9rem;
    min-inline-size: 0;
  }

  .recording {
    flex: 0 1 auto;
    min-inline-size: 0;
    color: var(--_text);
    font-size: 1.15em;
    font-weight: 650;
    line-height: 1.3;
  }

  .facts {
    flex: none;
    color: var(--_text-muted);
    font-size: 0.875em;
    white-space: nowrap;
  }

  .fact + .fact::before {
    content: '·' / '';
    margin-inline: 0.5em;
  }

  .tools {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: end;
    gap: 0.15rem;
    margin-inline-start: auto;
  }

  .tools,
  .player {
    -webkit-user-select: none;
    user-select: none;
  }

  .tools .button {
    border-color: transparent;
    padding-inline: 0.6em;
    white-space: nowrap;
  }

  .export .button {
    border-color: var(--_border);
    color: var(--_text);
    font-size: 0.925em;
  }

  .tool {
    flex: none;
    display: grid;
    place-items: center;
    inline-size: 44px;
    block-size: 44px;
    border: 1px solid transparent;
    border-radius: var(--_radius-small);
    color: var(--_text-muted);
  }

  .tool:is(:hover:enabled, [aria-expanded='true']) {
    background: var(--_surface-sunken);
    color: var(--_text);
  }

  .tool:disabled,
  .tool[aria-disabled='true'] {
    opacity: 0.4;
    cursor: not-allowed;
  }

  @container reader (inline-size < 44rem) {
    .heading-words {
      flex-flow: column nowrap;
      align-items: stretch;
    }

    .recording {
      font-size: 1.05em;
    }

    /* On one line: facts without room wrap to a line that is not shown. */
    .facts {
      display: flex;
      flex-wrap: wrap;
      max-block-size: 1lh;
      overflow: hidden;
    }
  }

  @container reader (inline-size < 52rem) {
    /* The name of the recording needs the room. The button keeps its title. */
    .new .label {
      display: none;
    }
  }

  @container reader (inline-size < 34rem) {
    /* The menu has it too. */
    .tools .new {
      display: none;
    }
  }

  @container reader (inline-size < 40rem) {
    .tools .button .label {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }

  @container reader (inline-size < 24rem) {
    .export .button {
      inline-size: 44px;
      padding: 0;
    }
  }

  @media (forced-colors: active) {
    .tool {
      border-color: ButtonText;
    }

    .tool:disabled,
    .tool[aria-disabled='true'] {
      border-color: GrayText;
      color: GrayText;
      opacity: 1;
    }
  }

  @media print {
    .tools {
      display: none;
    }

    .recording {
      color: #000;
    }
  }
`;
