import { css, type CSSResult } from 'lit';
import { nameHintStyles } from './edit/name-hint.js';
import { headerStyles } from './header/header.js';
import { playerStyles } from './player/player.styles.js';
import { listStyles } from './turns/turns.styles.js';

/** Styles that distinguish the speakers wherever their names appear. */
const speakerStyles = css`
  .speaker-1 {
    --_speaker: var(--at-speaker-1, light-dark(#0b6a5f, #5fd0c0));
  }
  .speaker-2 {
    --_speaker: var(--at-speaker-2, light-dark(#8a3d0a, #f5a76c));
  }
  .speaker-3 {
    --_speaker: var(--at-speaker-3, light-dark(#3c4fb0, #a5b3ff));
  }
  .speaker-4 {
    --_speaker: var(--at-speaker-4, light-dark(#8a1f5c, #f59acb));
  }
  .speaker-5 {
    --_speaker: var(--at-speaker-5, light-dark(#4d6410, #b9d26a));
  }
  .speaker-6 {
    --_speaker: var(--at-speaker-6, light-dark(#6a3aa0, #cda9f5));
  }
  .speaker-unknown {
    --_speaker: var(--_text-muted);
  }

  .badge {
    flex: none;
    display: inline-grid;
    place-items: center;
    inline-size: 2em;
    block-size: 2em;
    border-radius: var(--_round);
    background: var(--_speaker);
    color: var(--_surface);
    font-size: 0.8em;
    font-weight: 700;
    line-height: 1;
  }

  .badge-square .badge {
    border-radius: min(0.5em, var(--_round));
  }

  .badge-leaf .badge {
    border-radius: var(--_round) var(--_round) var(--_round) 0;
  }

  .name {
    display: flex;
    min-inline-size: 0;
    color: var(--_speaker);
    font-weight: 650;
  }

  /* A long name is cut off in the middle: first its start, then the beginning of its end. */
  .name-start,
  .name-end {
    min-inline-size: 0;
    overflow: hidden;
    white-space: pre;
  }

  .name-start {
    flex-shrink: 1000;
    text-overflow: ellipsis;
  }

  .name-start:not(:empty) {
    min-inline-size: 1em;
  }

  .name-end {
    display: flex;
    justify-content: flex-end;
  }

  @media (forced-colors: active) {
    .badge {
      border: 1px solid CanvasText;
      color: CanvasText;
    }
  }
`;

/** Print styles: the whole transcript, black on white, without controls. Must come last. */
const printStyles = css`
  @media print {
    .reader {
      --_surface: #fff;
      --_text: #000;
      --_text-muted: #333;
      --_border: #000;
      --_accent: #000;
      display: block;
      padding-inline: 0;
      color-scheme: light;
    }

    .reader > :not(.header, .transcript),
    .transcript > :not(.scroller),
    .reader :is(.tools, .rename, .row-action, .stop, .text-editor) {
      display: none;
    }

    .reader .scroller {
      max-block-size: none;
      padding-block: 0;
      overflow: visible;
      border: 0;
      outline: 0;
    }

    .reader .block {
      content-visibility: visible;
    }

    .reader .turn {
      padding-block-start: 0.8rem;
    }

    .reader .heading {
      position: static;
      break-after: avoid;
      break-inside: avoid;
    }

    /* Most printers omit backgrounds, so initials get a border instead. */
    .reader .badge {
      border: 1px solid #000;
      background: none;
      color: #000;
    }

    .reader .name {
      color: #000;
      font-weight: 700;
    }

    .reader .scroller .segment {
      outline: 0;
      box-shadow: none;
      background: none;
      text-decoration-line: none;
    }

    .reader .paragraph {
      max-inline-size: none;
      padding-inline-end: 0;
    }

    .reader :is(.paragraph, .text) {
      orphans: 3;
      widows: 3;
    }
  }
`;

const frame = css`
  .reader {
    /* Search matches and the current match. Each pair has a contrast of 4.5:1. */
    --_mark: var(--at-mark, light-dark(#ffe27a, #6b5600));
    --_on-mark: var(--at-on-mark, light-dark(#1b1600, #fff6d6));
    --_mark-current: var(--at-mark-current, light-dark(#b35300, #ffb454));
    --_on-mark-current: var(--at-on-mark-current, light-dark(#ffffff, #221300));
    /* The least height of what a finger presses. */
    --_touch: 0px;
    container: reader / inline-size;
    display: flex;
    flex-direction: column;
    gap: calc(var(--_space) * 0.5);
    min-inline-size: 0;
    padding: calc(var(--_space) * 0.75) calc(var(--_space) * 1.5) var(--_space);
    color: var(--_text);
    font-family: var(--_font);
    line-height: 1.6;
    text-align: start;
  }

  @media (pointer: coarse) {
    .reader {
      --_touch: 44px;
    }
  }

  @media (forced-colors: active) {
    .reader {
      --_mark: Mark;
      --_on-mark: MarkText;
      --_mark-current: Highlight;
      --_on-mark-current: HighlightText;
    }
  }

  /* Measures the host, because a container cannot query its own size. */
  @container (inline-size < 440px) {
    .reader {
      padding-inline: var(--_space);
    }
  }

  @container (inline-size < 300px) {
    .reader {
      padding-inline: calc(var(--_space) * 0.75);
    }
  }

  :where(.reader) :where(h2, h3, p, ul, ol) {
    margin: 0;
    padding: 0;
  }

  :where(.reader) [role='list'] {
    list-style: none;
  }

  /* Buttons without a surface of their own. */
  :where(.menu-item, .row-menu, .edit-key, .suggestion, .tool, .icon-button, .rename, .time, .chip),
  :where(.name-hint-close, .toast-undo) {
    appearance: none;
    padding: 0;
    border: 0;
    border-radius: calc(var(--_radius-small) * 0.7);
    background: transparent;
    cursor: pointer;
  }

  :is(.badge, .time, .tools, .player, .row-action, .waveform-surface) {
    -webkit-user-select: none;
    user-select: none;
  }

  :is(.search-count, .suggested-name, .preview-name, .waveform-progress) {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  :is(.scroller, .menu-item, .row-menu, .suggestion):focus-visible {
    outline-offset: -2px;
  }

  /* Menus and dialogs lie over the text. */
  .menu,
  .edit-dialog {
    position: fixed;
    inset: auto;
    max-block-size: calc(100dvb - 16px);
    margin: 0;
    border: 1px solid var(--_border);
    border-radius: var(--_radius-small);
    background: var(--_surface);
    color: var(--_text);
    box-shadow:
      var(--_shadow),
      0 8px 28px light-dark(rgb(16 32 30 / 14%), rgb(0 0 0 / 55%));
    text-align: start;
  }

  /* Focused after a click inside, so that shortcuts work. Not in the tab order. */
  .reader:focus {
    outline: none;
  }

  .problem {
    padding: 0.6em 0.9em;
    border-radius: var(--_radius-small);
    background: var(--_danger-soft);
    color: var(--_danger);
    font-size: 0.925em;
  }
`;

/** What is read and played first. Use together with `tokens` and `controls`. */
export const readerStyles: CSSResult[] = [
  frame,
  headerStyles,
  playerStyles,
  speakerStyles,
  ...listStyles,
  nameHintStyles,
  printStyles,
];
