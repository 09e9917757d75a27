import { css } from 'lit';

export const searchStyles = css`
  .search {
    display: flex;
    align-items: center;
    min-inline-size: 0;
    padding-inline: 0.7rem 0.15rem;
    border: 1px solid var(--_border-strong);
    border-radius: var(--_radius-small);
    background: var(--_surface);
    color: var(--_text-muted);
  }

  .search:focus-within {
    outline: var(--_focus);
    outline-offset: -1px;
  }

  .search-field {
    appearance: none;
    flex: 1;
    min-inline-size: 4rem;
    min-block-size: 42px;
    padding: 0 0.6rem;
    border: 0;
    background: transparent;
    color: var(--_text);
    font-size: max(1em, 16px);
  }

  .search-field:focus-visible {
    outline: none;
  }

  .search-field::placeholder {
    color: var(--_text-muted);
    opacity: 1;
  }

  .search-field::-webkit-search-cancel-button {
    display: none;
  }

  .search-count {
    flex: none;
    padding-inline-end: 0.35rem;
    font-size: 0.875em;
  }

  .search-count.none {
    color: var(--_danger);
  }

  ::highlight(audio-transcribe-match) {
    background-color: var(--_mark);
    color: var(--_on-mark);
  }

  ::highlight(audio-transcribe-current) {
    background-color: var(--_mark-current);
    color: var(--_on-mark-current);
  }

  .text mark {
    background-color: var(--_mark);
    color: var(--_on-mark);
  }

  .text mark.current {
    background-color: var(--_mark-current);
    color: var(--_on-mark-current);
  }

  @media print {
    .search {
      display: none;
    }
  }
`;
