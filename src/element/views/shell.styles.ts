import { css } from 'lit';

/** The card, what its views share, and those that need little of their own. */
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
    .failed {
      flex-direction: column;
      padding: var(--_space);
    }

    .ready-head {
      gap: calc(var(--_space) * 0.5);
      padding-inline: var(--_space) calc(var(--_space) * 0.5);
    }

    .ready-head .button {
      padding-inline: 0.5em;
      font-size: 0.925em;
    }
  }
`;
