import { html, svg, type SVGTemplateResult, type TemplateResult } from 'lit';

/** An icon of 24 by 24 units, hidden from screen readers. */
export const icon = (shape: SVGTemplateResult): TemplateResult =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${shape}</svg>`;

export const closeIcon = icon(svg`<path d="M6 6l12 12M18 6 6 18" />`);

export const ICONS = {
  upload: icon(svg`<path d="M12 16V4m0 0L7 9m5-5 5 5M4 17v2a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-2" />`),
  pause: icon(svg`<path d="M9 5v14M15 5v14" />`),
  play: icon(svg`<path d="M8 5v14l11-7z" />`),
  close: closeIcon,
  retry: icon(svg`<path d="M20 11a8 8 0 1 0-2.3 6.7M20 5v6h-6" />`),
  warning: icon(
    svg`<path d="M12 9v4m0 4h.01M10.3 4 2.6 17.5A2 2 0 0 0 4.3 20.5h15.4a2 2 0 0 0 1.7-3L13.7 4a2 2 0 0 0-3.4 0z" />`,
  ),
  plus: icon(svg`<path d="M12 5v14M5 12h14" />`),
  check: icon(svg`<path d="M5 12.5 10 17 19 7" />`),
} as const;

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

/** A circular arrow around a number of seconds. */
export const skipIcon = (seconds: number, forward: boolean): TemplateResult =>
  icon(svg`
    <g class=${forward ? 'mirrored' : ''}>${turn}</g>
    <text x="12" y="15.6">${seconds}</text>
  `);

const speaker = svg`<path d="M4 9.5h3.5L12 5.5v13l-4.5-4H4z" />`;

export const volumeIcon = icon(
  svg`${speaker}<path d="M15.5 9a4 4 0 0 1 0 6M18 6.5a7.6 7.6 0 0 1 0 11" />`,
);
export const mutedIcon = icon(svg`${speaker}<path d="m16 9.5 5 5m0-5-5 5" />`);
export const skipSilenceIcon = icon(
  svg`<path d="M3 13v4M6.5 11v8M17.5 11v8M21 13v4M7 7.5a6.5 6.5 0 0 1 10-.5m.5-3.5v4h-4" />`,
);
export const keyboardIcon = icon(
  svg`<rect x="2.5" y="6" width="19" height="12" rx="2" /><path d="M6.5 10h.01M10 10h.01M14 10h.01M17.5 10h.01M8 14h8" />`,
);
