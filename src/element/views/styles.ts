import { css } from 'lit';
import { card, print } from '../../ui/card.styles.js';
import { controls } from '../../ui/controls.styles.js';
import { middleEllipsisStyles } from '../../ui/middle-ellipsis.js';
import { tokens } from '../../ui/tokens.js';
import { idle } from './idle.styles.js';

/** The styles that the views share, and views with few styles of their own. */
export const shell = css`
  :is(.phase, .drop-title, .ready-title) {
    font-size: 1.2em;
    font-weight: 650;
  }

  .phase.danger {
    color: var(--_danger);
  }

  .refused {
    padding: 0 var(--_space) var(--_space);
  }

  /* A fact is not broken if it fits on a line. */
  .details bdi {
    display: inline-block;
  }

  /* A space with a dot as its background. Neither is shown at the end of a line. */
  .dot {
    background: radial-gradient(currentcolor 1px, transparent 1.5px);
    forced-color-adjust: none;
    word-spacing: 0.6em;
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
    flex: 1;
    min-inline-size: 0;
  }

  .ready-title {
    display: -webkit-box;
    min-inline-size: 0;
    margin: 0;
    overflow: hidden;
    overflow-wrap: anywhere;
    line-height: 1.3;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }

  :host([compact]) .failed {
    gap: calc(var(--_space) * 0.75);
    padding: var(--_space);
  }

  .reader-missing {
    display: grid;
    justify-items: start;
    gap: calc(var(--_space) * 0.75);
    padding: var(--_space) calc(var(--_space) * 1.5) calc(var(--_space) * 1.5);
  }

  @container (inline-size < 440px) {
    .failed {
      gap: calc(var(--_space) * 0.75);
      padding: var(--_space);
    }

    .failed .button {
      flex: 1 1 auto;
    }
  }

  @container (inline-size < 300px) {
    .failed {
      flex-direction: column;
    }
  }
`;

/** The element's style sheets. Their order matters. */
export const styles = [tokens, controls, card, shell, middleEllipsisStyles, idle, print];
