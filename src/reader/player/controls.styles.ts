import { css } from 'lit';

/** The sliders of the player. `--_played` sets the filled part. */
export const sliderStyles = css`
  .slider {
    --_toward: right;
    appearance: none;
    min-inline-size: 0;
    block-size: 44px;
    margin: 0;
    background: transparent;
    cursor: pointer;
  }

  .slider:dir(rtl) {
    --_toward: left;
  }

  .slider::-webkit-slider-runnable-track {
    block-size: 6px;
    border-radius: 3px;
    background: linear-gradient(
      to var(--_toward),
      var(--_accent) var(--_played),
      var(--_border-strong) var(--_played)
    );
  }

  .slider::-moz-range-track {
    block-size: 6px;
    border-radius: 3px;
    background: linear-gradient(
      to var(--_toward),
      var(--_accent) var(--_played),
      var(--_border-strong) var(--_played)
    );
  }

  .slider::-webkit-slider-thumb {
    appearance: none;
    inline-size: 18px;
    block-size: 18px;
    margin-block-start: -6px;
    border: 3px solid var(--_surface);
    border-radius: 50%;
    background: var(--_accent);
    box-shadow: 0 0 0 1px var(--_accent);
  }

  .slider::-moz-range-thumb {
    inline-size: 12px;
    block-size: 12px;
    border: 3px solid var(--_surface);
    border-radius: 50%;
    background: var(--_accent);
    box-shadow: 0 0 0 1px var(--_accent);
  }

  @media (forced-colors: active) {
    .slider::-webkit-slider-runnable-track {
      border: 1px solid ButtonText;
      background: Canvas;
    }

    .slider::-moz-range-track {
      border: 1px solid ButtonText;
      background: Canvas;
    }

    .slider::-webkit-slider-thumb {
      border-color: ButtonText;
      background: Highlight;
    }

    .slider::-moz-range-thumb {
      border-color: ButtonText;
      background: Highlight;
    }
  }
`;

/** The controls at the end of the player. In a narrow player they are below it and open with a button. */
export const extrasStyles = css`
  .more {
    grid-area: more;
    display: none;
  }

  .more[aria-expanded='true'] {
    background: color-mix(in oklab, var(--_text) 12%, transparent);
  }

  .extras {
    grid-area: extras;
    display: flex;
    align-items: center;
  }

  .loudness {
    grid-area: loudness;
    display: flex;
    align-items: center;
  }

  .volume {
    inline-size: 5rem;
  }

  @container reader (inline-size >= 58rem) {
    .labelled .label {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
      white-space: nowrap;
    }
  }

  @container reader (inline-size < 58rem) {
    .more {
      display: grid;
    }

    .extras {
      grid-area: auto;
      grid-column: 1 / -1;
      display: none;
      flex-wrap: wrap;
      gap: 0.4rem;
      padding-block: 0.25rem;
    }

    .expanded .extras {
      display: flex;
    }

    .labelled {
      display: inline-flex;
      align-items: center;
      gap: 0.4em;
      inline-size: auto;
      padding-inline: 0.6em 0.9em;
      border: 1px solid var(--_border-strong);
      border-radius: 22px;
      font-size: 0.9em;
      font-weight: 600;
    }

    .labelled .icon {
      inline-size: 22px;
      block-size: 22px;
    }
  }

  @container reader (inline-size < 44rem) {
    .loudness {
      grid-area: auto;
      grid-column: 1 / -1;
      display: none;
    }

    .expanded .loudness {
      display: flex;
    }

    .volume {
      flex: 1;
      max-inline-size: 16rem;
    }
  }

  @container reader (inline-size < 34rem) {
    .more {
      justify-self: end;
    }

    .volume {
      max-inline-size: none;
      margin-inline-end: 0.5rem;
    }
  }

  @media (hover: none) and (pointer: coarse) {
    .for-keyboards {
      display: none;
    }
  }
`;
