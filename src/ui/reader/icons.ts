import { svg, type TemplateResult } from 'lit';
import { icon } from '../icons.js';

export const playIcon = icon(svg`<path class="solid" d="M8 5.2v13.6L19 12z" />`);
export const pauseIcon = icon(svg`<path class="solid" d="M7 5h3.4v14H7zM13.6 5H17v14h-3.4z" />`);
export const downloadIcon = icon(svg`<path d="M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 20h14" />`);
export const copyIcon = icon(
  svg`<path d="M9 8.5h9a1.5 1.5 0 0 1 1.5 1.5v9a1.5 1.5 0 0 1-1.5 1.5H9A1.5 1.5 0 0 1 7.5 19v-9A1.5 1.5 0 0 1 9 8.5zM4.5 15.5V5A1.5 1.5 0 0 1 6 3.5h9" />`,
);
export const printIcon = icon(
  svg`<path d="M7 8.5v-5h10v5M7 17H4.5v-7A1.5 1.5 0 0 1 6 8.5h12a1.5 1.5 0 0 1 1.5 1.5v7H17M7 14h10v6.5H7z" />`,
);
export const downIcon = icon(svg`<path d="M12 5v14m-6-6 6 6 6-6" />`);

const turn = svg`<path d="M5.2 8.2A8 8 0 1 1 4 12.4M5 4v4.4h4.4" />`;

/** A turning arrow around a number of seconds; forward is the mirror image. */
export const skipIcon = (seconds: number, forward: boolean): TemplateResult =>
  icon(svg`
    <g class=${forward ? 'mirrored' : ''}>${turn}</g>
    <text x="12" y="15.6">${seconds}</text>
  `);
