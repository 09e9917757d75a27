import { css } from 'lit';

export const playerStyles = css`
  .player {
    position: sticky;
    inset-block-start: 0;
    z-index: 2;
    display: grid;
    grid-template:
      'transport timeline speed loudness extras' auto / auto minmax(0, 1fr)
      auto auto auto;
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

  .icon-button[aria-pressed='true'] {
    border-color: var(--_accent);
    background: var(--_accent-soft);
    box-shadow: inset 0 0 0 1px var(--_accent);
    color: var(--_accent);
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
    flex: 1;
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

  .notice {
    grid-column: 1 / -1;
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
    color: var(--_accent);
    font-weight: 600;
  }

  .range .button {
    margin-inline-start: auto;
    padding-inline: 0.75em;
    color: var(--_text);
  }

  .unavailable {
    grid-column: 1 / -1;
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

  @container reader (inline-size < 58rem) {
    .player {
      grid-template:
        'transport timeline speed loudness more' auto / auto minmax(0, 1fr)
        auto auto auto;
    }
  }

  @container reader (inline-size < 44rem) {
    .player {
      grid-template: 'transport timeline speed more' auto / auto minmax(0, 1fr) auto auto;
    }
  }

  @container reader (inline-size < 34rem) {
    .player {
      grid-template:
        'timeline timeline timeline' auto
        'speed transport more' auto / 1fr auto 1fr;
      column-gap: 0.25rem;
      padding: 0.25rem 0.5rem 0.5rem;
    }

    .speed {
      --_end: calc(100% + 0.25rem);
      justify-self: start;
      min-inline-size: 0;
      padding-inline: 0.5rem 1.2rem;
    }

    .speed:dir(rtl) {
      --_end: 1.35rem;
    }

    .transport {
      gap: 0.5rem;
    }
  }

  @container reader (inline-size < 20rem) {
    .transport {
      gap: 0;
    }
  }

  @media (forced-colors: active) {
    .icon-button,
    .speed {
      border-color: ButtonText;
    }

    .icon-button[aria-pressed='true'] {
      outline: 3px solid Highlight;
      outline-offset: -3px;
    }
  }
`;
