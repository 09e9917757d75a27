import { css } from 'lit';

/** A slider with a track and a thumb. `--_played` sets the filled part. */
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
      var(--_accent-text) var(--_played),
      var(--_border-strong) var(--_played)
    );
  }

  .slider::-moz-range-track {
    block-size: 6px;
    border-radius: 3px;
    background: linear-gradient(
      to var(--_toward),
      var(--_accent-text) var(--_played),
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
    background: var(--_accent-text);
    box-shadow: 0 0 0 1px var(--_accent-text);
  }

  .slider::-moz-range-thumb {
    inline-size: 12px;
    block-size: 12px;
    border: 3px solid var(--_surface);
    border-radius: 50%;
    background: var(--_accent-text);
    box-shadow: 0 0 0 1px var(--_accent-text);
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
