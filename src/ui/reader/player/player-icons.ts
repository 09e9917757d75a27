import { svg } from 'lit';
import { icon } from '../../icons.js';

const speaker = svg`<path d="M4 9.5h3.5L12 5.5v13l-4.5-4H4z" />`;

export const volumeIcon = icon(
  svg`${speaker}<path d="M15.5 9a4 4 0 0 1 0 6M18 6.5a7.6 7.6 0 0 1 0 11" />`,
);
export const mutedIcon = icon(svg`${speaker}<path d="m16 9.5 5 5m0-5-5 5" />`);
/** Sound, a gap with an arrow over it, sound. */
export const skipSilenceIcon = icon(
  svg`<path d="M3 13v4M6.5 11v8M17.5 11v8M21 13v4M7 7.5a6.5 6.5 0 0 1 10-.5m.5-3.5v4h-4" />`,
);
export const keyboardIcon = icon(
  svg`<rect x="2.5" y="6" width="19" height="12" rx="2" /><path d="M6.5 10h.01M10 10h.01M14 10h.01M17.5 10h.01M8 14h8" />`,
);
