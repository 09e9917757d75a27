import { css } from 'lit';

/**
 * The element's design tokens. Each public `--at-*` property that a page may set is read once, here;
 * everything else uses the private `--_*` twin. Light and dark follow the page's `color-scheme`.
 */
export const tokens = css`
  :host {
    --_accent: var(--at-accent, light-dark(#0b6a5f, #5fd0c0));
    --_on-accent: var(--at-on-accent, light-dark(#ffffff, #04211d));
    --_accent-soft: color-mix(in oklab, var(--_accent) 11%, var(--_surface));
    --_surface: var(--at-surface, light-dark(#ffffff, #15191c));
    --_surface-sunken: var(--at-surface-sunken, light-dark(#f4f6f6, #1d2327));
    --_text: var(--at-text, light-dark(#14201f, #e8eeed));
    --_text-muted: var(--at-text-muted, light-dark(#54625f, #a3b1ae));
    --_border: var(--at-border, light-dark(#d5dcda, #333d40));
    /* Reaches 3:1 against the surface: for the edges of controls (WCAG 1.4.11). */
    --_border-strong: var(--at-border-strong, light-dark(#7b8986, #75837f));
    --_danger: var(--at-danger, light-dark(#b3261e, #ff9d94));
    --_danger-soft: color-mix(in oklab, var(--_danger) 9%, var(--_surface));
    --_radius: var(--at-radius, 14px);
    --_radius-small: calc(var(--_radius) * 0.57);
    --_space: var(--at-space, 16px);
    --_font: var(--at-font, inherit);
    --_shadow: var(
      --at-shadow,
      0 1px 2px light-dark(rgb(16 32 30 / 7%), rgb(0 0 0 / 40%)),
      0 8px 24px light-dark(rgb(16 32 30 / 6%), rgb(0 0 0 / 30%))
    );
    --_speaker-1: var(--at-speaker-1, light-dark(#0b6a5f, #5fd0c0));
    --_speaker-2: var(--at-speaker-2, light-dark(#8a3d0a, #f5a76c));
    --_speaker-3: var(--at-speaker-3, light-dark(#3c4fb0, #a5b3ff));
    --_speaker-4: var(--at-speaker-4, light-dark(#8a1f5c, #f59acb));
    --_speaker-5: var(--at-speaker-5, light-dark(#4d6410, #b9d26a));
    --_speaker-6: var(--at-speaker-6, light-dark(#6a3aa0, #cda9f5));
    /* Found words, and the ones gone to: each pair reaches 4.5:1. */
    --_mark: var(--at-mark, light-dark(#ffe27a, #6b5600));
    --_on-mark: var(--at-on-mark, light-dark(#1b1600, #fff6d6));
    --_mark-current: var(--at-mark-current, light-dark(#b35300, #ffb454));
    --_on-mark-current: var(--at-on-mark-current, light-dark(#ffffff, #221300));
    --_transcript-height: var(--at-transcript-height, min(70vb, 40rem));
    --_focus: 2px solid var(--_accent);
    --_ease: 160ms cubic-bezier(0.2, 0, 0, 1);
  }

  @media (prefers-reduced-motion: reduce) {
    :host {
      --_ease: 0ms;
    }
  }
`;
