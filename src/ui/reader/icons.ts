import { svg, type TemplateResult } from 'lit';
import { icon } from '../icons.js';

export const playIcon = icon(svg`<path class="solid" d="M8 5.2v13.6L19 12z" />`);
export const pauseIcon = icon(svg`<path class="solid" d="M7 5h3.4v14H7zM13.6 5H17v14h-3.4z" />`);
export const downloadIcon = icon(svg`<path d="M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 20h14" />`);
export const downIcon = icon(svg`<path d="M12 5v14m-6-6 6 6 6-6" />`);

export const upIcon = icon(svg`<path d="m6 15 6-6 6 6" />`);
export const nextIcon = icon(svg`<path d="m6 9 6 6 6-6" />`);
export const searchIcon = icon(svg`<circle cx="11" cy="11" r="6.5" /><path d="m16 16 4.5 4.5" />`);
export const closeIcon = icon(svg`<path d="m6 6 12 12M18 6 6 18" />`);
export const moreIcon = icon(
  svg`<path class="dots" d="M5.5 12h.01M12 12h.01M18.5 12h.01" stroke-width="3" />`,
);
export const undoIcon = icon(svg`<path d="M8.5 5 4 9.5 8.5 14M4.5 9.5H14a5 5 0 0 1 0 10h-3" />`);
export const redoIcon = icon(
  svg`<path d="m15.5 5 4.5 4.5-4.5 4.5M19.5 9.5H10a5 5 0 0 0 0 10h3" />`,
);
export const playLineIcon = icon(svg`<path d="M7 6v12l9-6zM19 6v12" />`);
export const repeatIcon = icon(
  svg`<path d="m17 3 3 3-3 3M4 11V9a3 3 0 0 1 3-3h13M7 21l-3-3 3-3m13-2v2a3 3 0 0 1-3 3H4" />`,
);
export const linkIcon = icon(
  svg`<path d="M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1" />`,
);
export const pencilIcon = icon(svg`<path d="m4 20 1-4L16 5l3 3L8 19zM14 7l3 3" />`);
export const personIcon = icon(
  svg`<circle cx="12" cy="8" r="3.8" /><path d="M4.5 20a7.5 7.5 0 0 1 15 0" />`,
);

const turn = svg`<path d="M5.2 8.2A8 8 0 1 1 4 12.4M5 4v4.4h4.4" />`;

/** A turning arrow around a number of seconds; forward is the mirror image. */
export const skipIcon = (seconds: number, forward: boolean): TemplateResult =>
  icon(svg`
    <g class=${forward ? 'mirrored' : ''}>${turn}</g>
    <text x="12" y="15.6">${seconds}</text>
  `);
