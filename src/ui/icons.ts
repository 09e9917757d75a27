import { svg, type SVGTemplateResult, html, type TemplateResult } from 'lit';

/** A picture of 24 by 24 units that says nothing to a screen reader. */
export const icon = (shape: SVGTemplateResult): TemplateResult =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${shape}</svg>`;

export const ICONS = {
  upload: icon(svg`<path d="M12 16V4m0 0L7 9m5-5 5 5M4 17v2a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-2" />`),
  pause: icon(svg`<path d="M9 5v14M15 5v14" />`),
  play: icon(svg`<path d="M8 5v14l11-7z" />`),
  close: icon(svg`<path d="M6 6l12 12M18 6 6 18" />`),
  retry: icon(svg`<path d="M20 11a8 8 0 1 0-2.3 6.7M20 5v6h-6" />`),
  warning: icon(
    svg`<path d="M12 9v4m0 4h.01M10.3 4 2.6 17.5A2 2 0 0 0 4.3 20.5h15.4a2 2 0 0 0 1.7-3L13.7 4a2 2 0 0 0-3.4 0z" />`,
  ),
  plus: icon(svg`<path d="M12 5v14M5 12h14" />`),
  check: icon(svg`<path d="M5 12.5 10 17 19 7" />`),
} as const;
