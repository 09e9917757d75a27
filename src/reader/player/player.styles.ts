import { css } from 'lit';

export const playerStyles = css`
  /* One row: play, skip, time, waveform, length, speed, volume. It stays in view above the text. */
  .player {
    position: sticky;
    inset-block-start: var(--_sticky-offset, 0px);
    z-index: 2;
    display: flex;
    align-items: center;
    gap: 0.35rem;
    min-block-size: 64px;
    padding-block: 6px;
    padding-inline: 0.5rem 0.65rem;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface-sunken);
  }

  :host([compact]) .player {
    gap: 0.2rem;
    min-block-size: 0;
    padding-block: 3px;
    padding-inline: 0.25rem 0.4rem;
  }

  .player.silent {
    position: static;
  }

  .timeline {
    flex: 1;
    position: relative;
    min-inline-size: 0;
    min-block-size: var(--_waveform-height);
    margin-inline: 0.35rem;
  }

  /* The waveform takes the pointer. The slider lies over it for the keyboard, and shows only its focus ring. */
  .seek {
    appearance: none;
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    margin: 0;
    border-radius: var(--_radius-small);
    opacity: 0;
    pointer-events: none;
  }

  .seek:focus-visible {
    opacity: 1;
    background: transparent;
  }

  .seek::-webkit-slider-thumb {
    appearance: none;
    opacity: 0;
  }

  .seek::-webkit-slider-runnable-track {
    background: transparent;
  }

  .seek::-moz-range-thumb,
  .seek::-moz-range-track {
    opacity: 0;
  }

  .elapsed,
  .length {
    flex: none;
    color: var(--_text-muted);
    font-size: 0.875em;
  }

  .elapsed {
    margin-inline-start: 0.35rem;
    color: var(--_text);
  }

  .loudness {
    flex: none;
    display: flex;
    align-items: center;
  }

  .volume {
    inline-size: 4.5rem;
  }

  /* A slider with a track and a thumb. --_played sets the filled part. */
  .slider {
    --_toward: right;
    --_track: linear-gradient(
      to var(--_toward),
      var(--_accent-text) var(--_played),
      var(--_border-strong) var(--_played)
    );
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
    border-radius: min(3px, var(--_radius));
    background: var(--_track);
  }

  .slider::-moz-range-track {
    block-size: 6px;
    border-radius: min(3px, var(--_radius));
    background: var(--_track);
  }

  .slider::-webkit-slider-thumb {
    appearance: none;
    inline-size: 18px;
    block-size: 18px;
    margin-block-start: -6px;
    border: 3px solid var(--_surface);
    border-radius: var(--_round);
    background: var(--_accent-text);
    box-shadow: 0 0 0 1px var(--_accent-text);
  }

  .slider::-moz-range-thumb {
    inline-size: 12px;
    block-size: 12px;
    border: 3px solid var(--_surface);
    border-radius: var(--_round);
    background: var(--_accent-text);
    box-shadow: 0 0 0 1px var(--_accent-text);
  }

  .icon-button {
    display: grid;
    place-items: center;
    inline-size: 44px;
    block-size: 44px;
    border: 1px solid transparent;
    border-radius: var(--_round);
    color: var(--_text);
    transition: background var(--_ease);
  }

  .icon-button:hover {
    background: color-mix(in oklab, var(--_text) 9%, transparent);
  }

  :is(.icon-button, .edit-key) .icon {
    inline-size: 26px;
    block-size: 26px;
    stroke-width: 1.6;
  }

  .icon text {
    fill: currentcolor;
    stroke: none;
    font:
      700 7.5px system-ui,
      sans-serif;
    text-anchor: middle;
  }

  .mirrored {
    transform: matrix(-1, 0, 0, 1, 24, 0);
  }

  .icon-button .solid {
    fill: currentcolor;
    stroke-width: 1;
  }

  .icon-button.play {
    inline-size: 48px;
    block-size: 48px;
    border-color: var(--_accent-text);
    background: var(--_accent);
    color: var(--_on-accent);
  }

  .icon-button.play:hover {
    background: color-mix(in oklab, var(--_accent) 86%, var(--_text));
  }

  :host([compact]) .icon-button.play {
    inline-size: 44px;
    block-size: 44px;
  }

  .speed {
    --_end: 100%;
    --_arrow: min(0.65rem, 4.2cqi);
    flex: none;
    appearance: none;
    min-block-size: 44px;
    padding-block: 0;
    padding-inline: min(0.7rem, 4.5cqi) min(1.5rem, 9.5cqi);
    border: 1px solid transparent;
    border-radius: var(--_radius-small);
    background:
      linear-gradient(45deg, transparent 50%, currentcolor 50%)
        calc(var(--_end) - var(--_arrow) - 5px) 52% / 5px 5px,
      linear-gradient(-45deg, transparent 50%, currentcolor 50%) calc(var(--_end) - var(--_arrow))
        52% / 5px 5px;
    background-repeat: no-repeat;
    font-size: 0.925em;
    font-weight: 600;
    cursor: pointer;
    transition: background-color var(--_ease);
  }

  .speed:dir(rtl) {
    --_end: min(1.6rem, 10.1cqi);
  }

  .speed:hover {
    background-color: color-mix(in oklab, var(--_text) 9%, transparent);
  }

  .speed option {
    background: var(--_surface);
    color: var(--_text);
  }

  @media (forced-colors: active) {
    /* The browser would drop their gradients. */
    :is(.slider, .speed) {
      forced-color-adjust: none;
    }

    .speed {
      border-color: ButtonText;
      background-color: ButtonFace;
      color: ButtonText;
    }
  }

  .notice {
    display: flex;
    align-items: center;
    gap: 0.6em;
    padding-inline: 0.25rem;
    font-size: 0.925em;
  }

  .notice .icon {
    color: var(--_text-muted);
  }

  .range {
    flex-wrap: wrap;
    color: var(--_accent-text);
    font-weight: 600;
  }

  .range bdi {
    flex: 1 1 5rem;
  }

  .range .button {
    margin-inline-start: auto;
    padding-inline: 0.75em;
    color: var(--_text);
  }

  .unavailable {
    flex: 1;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.4rem 0.75rem;
    padding: 0.15rem 0.25rem;
    color: var(--_text-muted);
    font-size: 0.95em;
  }

  .unavailable > p:first-child {
    flex: 1 1 18rem;
  }

  .unavailable-buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }

  .unavailable-hint {
    flex: 1 0 100%;
    font-size: 0.9em;
  }

  @container reader (inline-size < 44rem) {
    .volume {
      display: none;
    }
  }

  @container reader (inline-size < 40rem) {
    .skip-button,
    .loudness {
      display: none;
    }
  }

  /* On a phone the bar is at the bottom of the visible part of the element. */
  @container reader (inline-size < 34rem) {
    .reader:not(.no-audio) :is(.toast-area, .chip-place) {
      --_bar: calc(72px + env(safe-area-inset-bottom, 0px));
    }

    .player:not(.silent) {
      order: 1;
      margin-block-end: calc(var(--_space) * -0.5);
      inset-block: auto max(0px, env(safe-area-inset-bottom));
      margin-inline: calc(var(--_space) * -0.5);
      box-shadow: 0 -2px 12px rgb(0 0 0 / 8%);
    }

    .player .length {
      display: none;
    }

    .timeline {
      margin-inline: 0;
    }
  }

  @container reader (inline-size < 16rem) {
    .elapsed {
      display: none;
    }
  }

  /* At 400 % zoom nothing covers the text. */
  @media (block-size < 20rem), (height < 20rem) {
    .player {
      position: static;
    }
  }
`;
