/** Icons that only the reader shows. */
import { svg } from 'lit';
import { icon } from '../ui/icons.js';

export const downloadIcon = icon(svg`<path d="M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 20h14" />`);
export const downIcon = icon(svg`<path d="M12 5v14m-6-6 6 6 6-6" />`);
export const upIcon = icon(svg`<path d="m6 15 6-6 6 6" />`);
export const nextIcon = icon(svg`<path d="m6 9 6 6 6-6" />`);
export const searchIcon = icon(svg`<circle cx="11" cy="11" r="6.5" /><path d="m16 16 4.5 4.5" />`);
export const moreIcon = icon(
  svg`<path class="dots" d="M5.5 12h.01M12 12h.01M18.5 12h.01" stroke-width="3" />`,
);
export const undoIcon = icon(svg`<path d="M8.5 5 4 9.5 8.5 14M4.5 9.5H14a5 5 0 0 1 0 10h-3" />`);
export const redoIcon = icon(
  svg`<path d="m15.5 5 4.5 4.5-4.5 4.5M19.5 9.5H10a5 5 0 0 0 0 10h3" />`,
);
export const joinIcon = icon(
  svg`<path d="M4 5h16M4 19h10M12 15.5V9m-3 3 3-3 3 3M19.5 9v7a3 3 0 0 1-3 3" />`,
);
export const deleteIcon = icon(
  svg`<path d="M4.5 7h15M10 7V4.5h4V7M6.5 7l1 12.5h9l1-12.5M10 11v5m4-5v5" />`,
);
export const startIcon = icon(svg`<path d="M5 5v14M19 12H9m4-4-4 4 4 4" />`);
export const playLineIcon = icon(svg`<path d="M7 6v12l9-6zM19 6v12" />`);
export const linkIcon = icon(
  svg`<path d="M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1" />`,
);

const speaker = svg`<path d="M4 9.5h3.5L12 5.5v13l-4.5-4H4z" />`;

export const volumeIcon = icon(
  svg`${speaker}<path d="M15.5 9a4 4 0 0 1 0 6M18 6.5a7.6 7.6 0 0 1 0 11" />`,
);
export const mutedIcon = icon(svg`${speaker}<path d="m16 9.5 5 5m0-5-5 5" />`);
export const keyboardIcon = icon(
  svg`<rect x="2.5" y="6" width="19" height="12" rx="2" /><path d="M6.5 10h.01M10 10h.01M14 10h.01M17.5 10h.01M8 14h8" />`,
);
