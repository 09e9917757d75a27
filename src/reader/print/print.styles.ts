import { css } from 'lit';

/** The page printed as it is: the whole transcript, black on white, and nothing to press. Comes last. */
export const printStyles = css`
  @media print {
    .reader {
      --_surface: #fff;
      --_text: #000;
      --_text-muted: #333;
      --_border: #000;
      --_accent: #000;
      display: block;
      padding-inline: 0;
      color-scheme: light;
    }

    .reader > :not(.header, .transcript),
    .reader .export,
    .reader .taken,
    .transcript > :not(.scroller) {
      display: none;
    }

    .reader .scroller {
      max-block-size: none;
      padding-block: 0;
      overflow: visible;
      border: 0;
      outline: 0;
    }

    .reader .block {
      content-visibility: visible;
    }

    .reader .turn {
      padding-block-start: 0.8rem;
    }

    .reader .heading {
      position: static;
      break-after: avoid;
      break-inside: avoid;
    }

    /* Backgrounds are left out by most printers: a speaker is a name, and initials in a frame. */
    .reader .badge {
      border: 1px solid #000;
      background: none;
      color: #000;
    }

    .reader .name {
      color: #000;
      font-weight: 700;
    }

    .reader .segment {
      overflow: visible;
    }

    .reader .segment,
    .reader .segment.playing {
      outline: 0;
      background: none;
      transition: none;
    }

    .reader .segment::before {
      content: none;
    }

    .reader .segment .time {
      color: #333;
      font-weight: 400;
    }

    .reader .text {
      max-inline-size: none;
      orphans: 3;
      widows: 3;
    }
  }
`;
