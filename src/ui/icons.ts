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

export const repeatIcon = icon(
  svg`<path d="m17 3 3 3-3 3M4 11V9a3 3 0 0 1 3-3h13M7 21l-3-3 3-3m13-2v2a3 3 0 0 1-3 3H4" />`,
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
export const splitIcon = icon(
  svg`<path d="M4 5.5h16M4 10h6M4 14h6M4 18.5h6M14 14.5h6.5m-2.5-2.5 2.5 2.5-2.5 2.5" />`,
);
