/** The search bar as a function of the search, and its styles. */
import { css, html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { ref, type Ref } from 'lit/directives/ref.js';
import type { ReaderStrings } from '../../strings/strings.js';
import { closeIcon, pencilIcon } from '../../ui/icons.js';
import { nextIcon, searchIcon, upIcon } from '../reader-icons.js';
import { smallButton } from '../small-button.js';
import { toolButton } from '../tool-button.js';
import { formatClock, parseClock } from '../../transcript/time.js';
import type { OpenSearch } from '../store.js';
import type { SearchCommands } from './search-controller.js';

export const renderSearchBar = (
  search: OpenSearch,
  options: {
    readonly bar: Ref<HTMLElement>;
    readonly commands: SearchCommands;
    /** Closes the search and moves the focus to the transcript. */
    readonly onLeave: () => void;
    /** Goes to a time in milliseconds, if the user typed one. */
    readonly onTime: (ms: number) => void;
    /** Shows or hides the part that replaces; null if nothing can be corrected. */
    readonly onReplace: (() => void) | null;
    readonly strings: ReaderStrings;
  },
): TemplateResult => {
  const { bar, commands, onLeave, onTime, onReplace, strings } = options;
  const { query, hits, current, replacement } = search;
  const time = parseClock(query);
  const onKeydown = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (time !== null && !event.shiftKey) onTime(time);
      else commands.step(event.shiftKey ? -1 : 1);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      if (query === '') onLeave();
      else commands.search('');
    }
  };
  const isEmpty = query.trim() === '';
  const none = hits.count === 0;
  return html`
    <div class="search" ${ref(bar)}>
      ${searchIcon}
      <input
        class="search-field"
        part="search-field"
        type="search"
        dir="auto"
        autocomplete="off"
        spellcheck="false"
        enterkeyhint="search"
        placeholder=${strings.search}
        aria-label=${strings.search}
        .value=${live(query)}
        @input=${(event: Event) => commands.search((event.target as HTMLInputElement).value)}
        @keydown=${onKeydown}
        @focus=${commands.prepare}
      />
      ${time === null ? nothing : smallButton(strings.goTo(formatClock(time)), () => onTime(time))}
      ${
        isEmpty || (time !== null && none)
          ? nothing
          : html`<bdi class="search-count tabular ${none ? 'none' : ''}" aria-hidden="true"
              >${current === null ? strings.noHits : strings.shortHitOf(current + 1, hits.count)}</bdi
            >`
      }
      ${toolButton(strings.previousHit, upIcon, () => commands.step(-1), { disabled: none })}
      ${toolButton(strings.nextHit, nextIcon, () => commands.step(1), { disabled: none })}
      ${
        onReplace === null
          ? nothing
          : toolButton(strings.replacing.open, pencilIcon, onReplace, {
              expanded: replacement !== null,
            })
      }
      ${toolButton(strings.closeSearch, closeIcon, onLeave)}
    </div>
  `;
};

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

  .replace {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.4rem 0.75rem;
    min-inline-size: 0;
    padding-block: 0.5rem 0.25rem;
  }

  .replace .name-field {
    flex: 1 1 12rem;
    min-inline-size: 0;
    inline-size: auto;
  }

  .replace-buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4rem;
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
    flex: 0 1 auto;
    min-inline-size: 0;
    padding-inline-end: 0.35rem;
    overflow: hidden;
    font-size: 0.875em;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .search-count.none {
    color: var(--_danger);
  }

  /* The field needs the room of the icon, and “No matches” that of the buttons that step. */
  @container reader (inline-size < 26rem) {
    .search > svg,
    .search-count.none ~ .tool:disabled {
      display: none;
    }

    .search-field {
      padding-inline-start: 0.3rem;
    }
  }

  @container reader (inline-size < 18rem) {
    .search {
      flex-wrap: wrap;
      justify-content: end;
    }

    .search-field {
      flex: 1 0 100%;
      padding-inline: 0.3rem;
    }
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
`;
