import { css, type CSSResult } from 'lit';
import { editStyles } from './edit/edit.styles.js';
import { exportMenuStyles } from './export/export-menu.styles.js';
import { extrasStyles } from './player/extras.styles.js';
import { listStyles } from './turns/turns.styles.js';
import { playerStyles } from './player/player.styles.js';
import { printStyles } from './print/print.styles.js';
import { searchStyles } from './search/search.styles.js';
import { shortcutStyles } from './player/shortcuts.styles.js';
import { sliderStyles } from './player/slider.styles.js';
import { speakerStyles } from './speakers.styles.js';
import { timelineStyles } from './overview/overview.styles.js';

const frame = css`
  .reader {
    container: reader / inline-size;
    display: flex;
    flex-direction: column;
    gap: calc(var(--_space) * 0.75);
    min-inline-size: 0;
    padding: calc(var(--_space) * 0.5) calc(var(--_space) * 1.5) var(--_space);
    color: var(--_text);
    font-family: var(--_font);
    line-height: 1.6;
    text-align: start;
  }

  /* The width of the host: a container cannot ask for its own. */
  @container (inline-size < 440px) {
    .reader {
      padding-inline: var(--_space);
    }
  }

  :where(.reader) :where(h2, h3, p, ul, ol) {
    margin: 0;
    padding: 0;
  }

  :where(.reader) [role='list'] {
    list-style: none;
  }

  .header {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: var(--_space);
  }

  .facts {
    color: var(--_text-muted);
    font-size: 0.875em;
  }

  .fact + .fact::before {
    content: '·' / '';
    margin-inline: 0.5em;
  }

  .problem {
    padding: 0.6em 0.9em;
    border-radius: var(--_radius-small);
    background: var(--_danger-soft);
    color: var(--_danger);
    font-size: 0.925em;
  }
`;

/** To be used together with `tokens` and `controls`. */
export const readerStyles: CSSResult[] = [
  frame,
  playerStyles,
  sliderStyles,
  extrasStyles,
  shortcutStyles,
  speakerStyles,
  timelineStyles,
  exportMenuStyles,
  listStyles,
  searchStyles,
  editStyles,
  printStyles,
];
