import { css } from 'lit';

/**
 * The element's design tokens. Each public `--at-*` property is read once, here or in the reader if only it
 * uses it; all other styles use its private `--_*` counterpart. Light and dark follow the page's `color-scheme`.
 *
 * - `--_accent` is a background. The text on it is `--_on-accent`.
 * - `--_accent-text` is the accent for text, icons and bars on the surface.
 */
export const tokens = css`
  :host {
    --_accent: var(--at-accent, light-dark(#0b6a5f, #5fd0c0));
    --_on-accent: var(--at-on-accent, light-dark(#ffffff, #04211d));
    --_accent-text: var(--_accent);
    --_accent-soft: color-mix(in oklab, var(--_accent) 11%, var(--_surface));
    --_surface: var(--at-surface, light-dark(#ffffff, #15191c));
    --_surface-sunken: var(--at-surface-sunken, light-dark(#f4f6f6, #1d2327));
    --_text: var(--at-text, light-dark(#14201f, #e8eeed));
    --_text-muted: var(--at-text-muted, light-dark(#54625f, #a3b1ae));
    --_border: var(--at-border, light-dark(#d5dcda, #333d40));
    /* Has a contrast of 3:1 against the surface, for the edges of controls (WCAG 1.4.11). */
    --_border-strong: var(--at-border-strong, light-dark(#7b8986, #75837f));
    --_danger: var(--at-danger, light-dark(#b3261e, #ff9d94));
    --_danger-soft: color-mix(in oklab, var(--_danger) 9%, var(--_surface));
    --_radius: var(--at-radius, 14px);
    --_radius-small: calc(var(--_radius) * 0.57);
    /* Of round things. A radius of 0 makes them square, too. */
    --_round: calc(var(--_radius) * 100);
    --_space: var(--at-space, 16px);
    --_waveform-height: 48px;
    --_font: var(--at-font, inherit);
    --_shadow: var(
      --at-shadow,
      0 1px 2px light-dark(rgb(16 32 30 / 7%), rgb(0 0 0 / 40%)),
      0 8px 24px light-dark(rgb(16 32 30 / 6%), rgb(0 0 0 / 30%))
    );
    --_transcript-height: var(--at-transcript-height, min(70vb, 40rem));
    /* Height of the page's own fixed header, below which sticky parts stay. */
    --_sticky-offset: var(--at-sticky-offset, 0px);
    /* The focus ring has two tones, so that one of them is visible on any background. */
    --_focus: 2px solid var(--_text);
    --_focus-gap: 0 0 0 2px var(--_surface);
    --_ease: 160ms cubic-bezier(0.2, 0, 0, 1);
  }

  :host([compact]) {
    --_space: calc(var(--at-space, 16px) * 0.75);
    --_waveform-height: 32px;
  }

  /*
   * Derives the text on the accent and the accent as text from their luminance (WCAG 2.2). Browsers without relative
   * colours use the colours above, which fit the default accent.
   */
  @supports (color: color(from white srgb-linear r g b / alpha)) {
    :host {
      /*
       * For use in a relative colour: the luminance of its origin colour. Channels outside sRGB are clamped, as on most
       * screens.
       */
      --_luminance: (0.2126 * clamp(0, r, 1) + 0.7152 * clamp(0, g, 1) + 0.0722 * clamp(0, b, 1));
      /* Opaque, because its contrast would otherwise depend on what is behind it. */
      --_accent: color(from var(--at-accent, light-dark(#0b6a5f, #5fd0c0)) srgb-linear r g b / 1);

      /* White if the accent is darker than 0.179, else black: the one with the higher contrast, at least 4.58:1. */
      --_black-or-white: clamp(0, (0.179 - var(--_luminance)) * 100000, 1);
      --_on-accent: var(
        --at-on-accent,
        color(
          from var(--_accent) srgb-linear var(--_black-or-white) var(--_black-or-white)
            var(--_black-or-white) / 1
        )
      );

      /*
       * A relative colour sees only one colour. So this one holds two: in its channels half of the accent, and in its
       * alpha half of 1 + the surface's luminance. A transparent surface counts as white, or black in dark mode.
       */
      --_accent-and-surface: color-mix(
        in srgb-linear,
        color(from var(--_accent) srgb-linear clamp(0, r, 1) clamp(0, g, 1) clamp(0, b, 1) / 1),
        light-dark(
          color(from var(--_surface) srgb-linear 0 0 0 / calc(1 - alpha * (1 - var(--_luminance)))),
          color(from var(--_surface) srgb-linear 0 0 0 / calc(alpha * var(--_luminance)))
        )
      );
      --_behind: (2 * alpha - 1);
      --_own: (2 * alpha * var(--_luminance));
      /* 1 on a light surface, else 0. */
      --_is-light: clamp(0, (var(--_behind) - 0.179) * 100000, 1);
      /*
       * On a light surface, the accent is darkened. On a dark one it is made brighter as far as its hue allows, then
       * white is added. The contrast against the surface becomes 5.5:1, which leaves 4.5:1 on --_accent-soft.
       */
      --_darker: clamp(0, ((var(--_behind) + 0.05) / 5.5 - 0.05) / max(var(--_own), 0.0001), 1);
      --_needed: (5.5 * (var(--_behind) + 0.05) - 0.05);
      --_brighter: clamp(
        1,
        var(--_needed) / max(var(--_own), 0.0001),
        1 / (2 * alpha * max(r, g, b, 0.0001))
      );
      --_white: clamp(
        0,
        (var(--_needed) - var(--_own) * var(--_brighter)) /
          max(1 - var(--_own) * var(--_brighter), 0.001),
        1 - var(--_is-light)
      );
      --_scale: (
        2 * alpha *
          (
            var(--_is-light) * var(--_darker) + (1 - var(--_is-light)) * var(--_brighter) *
              (1 - var(--_white))
          )
      );
      /* The reader registers it as a colour, so that it is computed once, not by each element that uses it. */
      --_at-accent-text: color(
        from var(--_accent-and-surface) srgb-linear calc(r * var(--_scale) + var(--_white))
          calc(g * var(--_scale) + var(--_white)) calc(b * var(--_scale) + var(--_white)) / 1
      );
      --_accent-text: var(--_at-accent-text);
    }
  }

  @media (prefers-reduced-motion: reduce) {
    :host {
      --_ease: 0ms;
    }
  }

  @media (prefers-contrast: more) {
    :host {
      --_text-muted: var(--_text);
      --_border: var(--_text);
      --_border-strong: var(--_text);
    }
  }

  @media (forced-colors: active) {
    :host {
      --_accent: Highlight;
      --_on-accent: HighlightText;
      --_accent-text: Highlight;
      --_accent-soft: Canvas;
      --_surface: Canvas;
      --_surface-sunken: Canvas;
      --_text: CanvasText;
      --_text-muted: CanvasText;
      --_border: CanvasText;
      --_border-strong: CanvasText;
      --_danger: CanvasText;
      --_danger-soft: Canvas;
    }
  }
`;
