import { css } from 'lit';

export const playerStyles = css`
  .player {
    position: sticky;
    inset-block-start: 0;
    z-index: 2;
    display: grid;
    grid-template: 'transport timeline speed' auto / auto minmax(0, 1fr) auto;
    align-items: center;
    gap: 0.25rem 0.75rem;
    padding: 0.6rem 0.75rem;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface-sunken);
  }

  .transport {
    grid-area: transport;
    display: flex;
    align-items: center;
    gap: 0.25rem;
  }

  .icon-button {
    appearance: none;
    display: grid;
    place-items: center;
    inline-size: 44px;
    block-size: 44px;
    padding: 0;
    border: 1px solid transparent;
    border-radius: 50%;
    background: transparent;
    color: var(--_text);
    cursor: pointer;
    transition: background var(--_ease);
  }

  .icon-button:hover {
    background: color-mix(in oklab, var(--_text) 9%, transparent);
  }

  .icon-button .icon {
    inline-size: 26px;
    block-size: 26px;
    stroke-width: 1.6;
  }

  .icon-button .icon text {
    fill: currentcolor;
    stroke: none;
    font:
      700 7.5px system-ui,
      sans-serif;
    text-anchor: middle;
  }

  .icon-button .mirrored {
    transform: matrix(-1, 0, 0, 1, 24, 0);
  }

  .icon-button .solid {
    fill: currentcolor;
    stroke-width: 1;
  }

  .icon-button.play {
    inline-size: 48px;
    block-size: 48px;
    background: var(--_accent);
    color: var(--_on-accent);
  }

  .icon-button.play:hover {
    background: color-mix(in oklab, var(--_accent) 86%, var(--_text));
  }

  .timeline {
    grid-area: timeline;
    display: flex;
    align-items: center;
    gap: 0.6rem;
    min-inline-size: 0;
    color: var(--_text-muted);
    font-size: 0.875em;
  }

  .elapsed {
    color: var(--_text);
  }

  .seek {
    --_toward: right;
    appearance: none;
    flex: 1;
    min-inline-size: 0;
    block-size: 44px;
    margin: 0;
    background: transparent;
    cursor: pointer;
  }

  .seek:dir(rtl) {
    --_toward: left;
  }

  .seek::-webkit-slider-runnable-track {
    block-size: 6px;
    border-radius: 3px;
    background: linear-gradient(
      to var(--_toward),
      var(--_accent) var(--_played),
      var(--_border-strong) var(--_played)
    );
  }

  .seek::-moz-range-track {
    block-size: 6px;
    border-radius: 3px;
    background: linear-gradient(
      to var(--_toward),
      var(--_accent) var(--_played),
      var(--_border-strong) var(--_played)
    );
  }

  .seek::-webkit-slider-thumb {
    appearance: none;
    inline-size: 18px;
    block-size: 18px;
    margin-block-start: -6px;
    border: 3px solid var(--_surface);
    border-radius: 50%;
    background: var(--_accent);
    box-shadow: 0 0 0 1px var(--_accent);
  }

  .seek::-moz-range-thumb {
    inline-size: 12px;
    block-size: 12px;
    border: 3px solid var(--_surface);
    border-radius: 50%;
    background: var(--_accent);
    box-shadow: 0 0 0 1px var(--_accent);
  }

  .speed {
    --_end: 100%;
    grid-area: speed;
    appearance: none;
    min-block-size: 44px;
    min-inline-size: 4rem;
    padding-block: 0;
    padding-inline: 0.7rem 1.5rem;
    border: 1px solid var(--_border-strong);
    border-radius: var(--_radius-small);
    background:
      linear-gradient(45deg, transparent 50%, currentcolor 50%) calc(var(--_end) - 0.95rem) 52% /
        5px 5px,
      linear-gradient(-45deg, transparent 50%, currentcolor 50%) calc(var(--_end) - 0.65rem) 52% /
        5px 5px;
    background-repeat: no-repeat;
    font-size: 0.925em;
    font-weight: 600;
    cursor: pointer;
    transition: background-color var(--_ease);
  }

  .speed:dir(rtl) {
    --_end: 1.6rem;
  }

  .speed:hover {
    background-color: color-mix(in oklab, var(--_text) 9%, transparent);
  }

  .speed option {
    background: var(--_surface);
    color: var(--_text);
  }

  .unavailable {
    grid-column: 1 / span 2;
    padding: 0.35rem 0.25rem;
    color: var(--_text-muted);
    font-size: 0.95em;
  }

  @container reader (inline-size < 34rem) {
    .player {
      grid-template:
        'timeline timeline timeline' auto
        '. transport speed' auto / 1fr auto 1fr;
      padding-block-start: 0.25rem;
    }

    .speed {
      justify-self: end;
    }

    .unavailable,
    .unavailable + .button {
      grid-column: 1 / -1;
      justify-self: start;
    }

    .unavailable + .button {
      margin-block-end: 0.25rem;
    }

    .transport {
      gap: 0.5rem;
    }
  }

  @media (forced-colors: active) {
    .icon-button,
    .speed {
      border-color: ButtonText;
    }

    .seek::-webkit-slider-runnable-track {
      border: 1px solid ButtonText;
      background: Canvas;
    }

    .seek::-moz-range-track {
      border: 1px solid ButtonText;
      background: Canvas;
    }

    .seek::-webkit-slider-thumb {
      border-color: ButtonText;
      background: Highlight;
    }

    .seek::-moz-range-thumb {
      border-color: ButtonText;
      background: Highlight;
    }
  }
`;
