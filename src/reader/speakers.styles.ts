import { css } from 'lit';

/** How a speaker is told from the others, wherever one is named. */
export const speakerStyles = css`
  .speaker-1 {
    --_speaker: var(--_speaker-1);
  }
  .speaker-2 {
    --_speaker: var(--_speaker-2);
  }
  .speaker-3 {
    --_speaker: var(--_speaker-3);
  }
  .speaker-4 {
    --_speaker: var(--_speaker-4);
  }
  .speaker-5 {
    --_speaker: var(--_speaker-5);
  }
  .speaker-6 {
    --_speaker: var(--_speaker-6);
  }
  .speaker-unknown {
    --_speaker: var(--_text-muted);
  }

  .badge {
    flex: none;
    display: inline-grid;
    place-items: center;
    inline-size: 2em;
    block-size: 2em;
    border-radius: 50%;
    background: var(--_speaker);
    color: var(--_surface);
    font-size: 0.8em;
    font-weight: 700;
    line-height: 1;
    -webkit-user-select: none;
    user-select: none;
  }

  .badge-square .badge {
    border-radius: 28%;
  }

  .badge-leaf .badge {
    border-radius: 50% 50% 50% 0;
  }

  .name {
    color: var(--_speaker);
    font-weight: 650;
    overflow-wrap: anywhere;
  }

  @media (forced-colors: active) {
    .badge {
      border: 1px solid CanvasText;
    }
  }
`;
