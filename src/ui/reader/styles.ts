import { css, type CSSResult } from 'lit';
import { editStyles } from './styles/edit.js';
import { exportMenuStyles } from './styles/export-menu.js';
import { extrasStyles } from './styles/extras.js';
import { listStyles } from './styles/list.js';
import { playerStyles } from './styles/player.js';
import { printStyles } from './styles/print.js';
import { searchStyles } from './styles/search.js';
import { shortcutStyles } from './styles/shortcuts.js';
import { sliderStyles } from './styles/slider.js';
import { speakerStyles } from './styles/speakers.js';
import { timelineStyles } from './styles/timeline.js';

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
