/** The search bar, with its styles: opens and closes, moves the focus, and goes to what was found. */
import { css, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { createRef, ref } from 'lit/directives/ref.js';
import { currentSegment } from '../../transcript/cursor.js';
import { formatClock, parseClock } from '../../transcript/time.js';
import { html } from '../../ui/html.js';
import { closeIcon, pencilIcon } from '../../ui/icons.js';
import type { RenderReplacing } from '../edit/replacing.js';
import { focusedControl, rememberOpener } from '../focus-return.js';
import type { OpenSearch, ReaderContext, ReaderState } from '../store.js';
import { nextIcon, searchIcon, upIcon } from '../reader-icons.js';
import { smallButton, toolButton } from '../buttons.js';
import type { TurnList } from '../turns/turn-list.js';
import { createSearching } from './search-controller.js';

export const createSearchPanel = (
  context: ReaderContext & { readonly host: ReactiveControllerHost },
  options: {
    readonly rows: TurnList;
    /** BCP-47 language of the page; undefined for the browser's. */
    readonly locale: string | undefined;
    readonly seek: (ms: number) => void;
    /** Loads the part that replaces. Resolves with null if that failed, which the user was told. */
    readonly loadReplacing: () => Promise<RenderReplacing | null>;
  },
) => {
  const { host, store, strings, announce } = context;
  const { rows } = options;
  const bar = createRef<HTMLElement>();
  /** The line that the search found last. */
  let found: number | null = null;
  /** Gives the focus back to what opened the bar; null if it was no control. */
  let toOpener: (() => void) | null = null;
  let toReplaceButton = (): void => undefined;
  let renderReplacing: RenderReplacing | null = null;

  const reveal = (segment: number): void => {
    found = segment;
    store.dispatch({ type: 'look-away' });
    rows.bringIntoView(segment);
  };
  const controller = createSearching(context, rows, options.locale, reveal);

  const goToTime = (ms: number): void => {
    options.seek(ms);
    reveal(currentSegment(store.getState().transcript.segments, ms) ?? 0);
    announce(strings.goTo(formatClock(ms)));
  };

  const close = (): void => {
    controller.close();
    if (found !== null || toOpener === null) rows.focus(found ?? rows.place());
    else toOpener();
  };

  const focusField = async (name: 'search-field' | 'replace-field'): Promise<void> => {
    await host.updateComplete;
    const field = bar.value?.parentElement?.querySelector<HTMLInputElement>(`.${name}`);
    field?.focus();
    field?.select();
  };

  const closeReplacing = (): void => {
    toReplaceButton();
    controller.replaceWith(null);
  };

  const toggleReplacing = async (button: HTMLElement, search: OpenSearch): Promise<void> => {
    if (search.replacement !== null) return closeReplacing();
    toReplaceButton = rememberOpener(button);
    renderReplacing ??= await options.loadReplacing();
    if (renderReplacing === null) return;
    controller.replaceWith('');
    await focusField('replace-field');
  };

  const onKeydown = (event: KeyboardEvent, query: string, time: number | null): void => {
    if (event.key === 'Enter') {
      event.preventDefault();
      if (time !== null && !event.shiftKey) goToTime(time);
      else controller.step(event.shiftKey ? -1 : 1);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      if (query === '') close();
      else controller.search('');
    }
  };

  const renderBar = (search: OpenSearch, { editing }: ReaderState): TemplateResult => {
    const { query, hits, current, replacement } = search;
    const time = parseClock(query);
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
          @input=${(event: Event) => controller.search((event.target as HTMLInputElement).value)}
          @keydown=${(event: KeyboardEvent) => onKeydown(event, query, time)}
          @focus=${controller.prepare}
        />
        ${time === null ? nothing : smallButton(strings.goTo(formatClock(time)), () => goToTime(time))}
        ${
          isEmpty || (time !== null && none)
            ? nothing
            : html`<bdi class="search-count tabular ${none ? 'none' : ''}" aria-hidden="true"
                >${current === null ? strings.noHits : strings.shortHitOf(current + 1, hits.count)}</bdi
              >`
        }
        ${toolButton(strings.previousHit, upIcon, () => controller.step(-1), { disabled: none })}
        ${toolButton(strings.nextHit, nextIcon, () => controller.step(1), { disabled: none })}
        ${
          editing === null
            ? nothing
            : toolButton(
                strings.replacing.open,
                pencilIcon,
                ({ currentTarget }) => void toggleReplacing(currentTarget as HTMLElement, search),
                {
                  expanded: replacement !== null,
                },
              )
        }
        ${toolButton(strings.closeSearch, closeIcon, close)}
      </div>
    `;
  };

  return {
    controller,
    /** Closes the bar. The focus moves to the line that was found last, else back to what opened the bar. */
    close,
    /** Opens the bar and selects what is typed there. */
    async open(): Promise<void> {
      if (store.getState().search.kind === 'closed') {
        found = null;
        const opener = focusedControl(rows.element.getRootNode() as ShadowRoot);
        toOpener = opener && rememberOpener(opener);
      }
      controller.open();
      await focusField('search-field');
    },
    render(state: ReaderState): TemplateResult | typeof nothing {
      const { search, editing } = state;
      if (search.kind === 'closed') return nothing;
      const isReplacing = editing !== null && search.replacement !== null;
      return html`
        ${renderBar(search, state)}
        ${isReplacing ? renderReplacing?.(search, { ...controller, close: closeReplacing }) : nothing}
      `;
    },
  };
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
    font-size: 0.875em;
  }

  .search-count.none {
    color: var(--_danger);
  }

  /* Hide the icon to widen the field, and the disabled step buttons to make room for “No matches”. */
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
