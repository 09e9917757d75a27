/** The search bar in the reader: opens and closes it, moves the focus, and goes to what was found. */
import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { createRef } from 'lit/directives/ref.js';
import { currentSegment } from '../../transcript/cursor.js';
import { formatClock } from '../../transcript/time.js';
import type { RenderReplacing } from '../edit/replacing.js';
import type { OpenSearch, ReaderContext, ReaderState } from '../store.js';
import { renderSearchBar } from './search-bar.js';
import { createSearching, type SearchedRows } from './search-controller.js';

/** The list of rows, as far as the search moves it. */
interface FoundRows extends SearchedRows {
  focus(index: number): void;
  bringIntoView(index: number): void;
}

export const createSearchPanel = (
  context: ReaderContext & { readonly host: ReactiveControllerHost },
  options: {
    readonly rows: FoundRows;
    /** BCP-47 language of the page; undefined for the browser's. */
    readonly locale: string | undefined;
    /** Moves the audio to a time in ms. */
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
  let renderReplacing: RenderReplacing | null = null;

  const reveal = (segment: number): void => {
    found = segment;
    store.dispatch({ type: 'look-away' });
    rows.bringIntoView(segment);
  };
  const controller = createSearching({ ...context, ...options, reveal });

  const goToTime = (ms: number): void => {
    options.seek(ms);
    reveal(currentSegment(store.getState().transcript.segments, ms) ?? 0);
    announce(strings.goTo(formatClock(ms)));
  };

  const close = (): void => {
    controller.close();
    rows.focus(found ?? rows.place());
  };

  const focusField = async (name: 'search-field' | 'replace-field'): Promise<void> => {
    await host.updateComplete;
    const field = bar.value?.parentElement?.querySelector<HTMLInputElement>(`.${name}`);
    field?.focus();
    field?.select();
  };

  const toggleReplacing = async ({ replacement }: OpenSearch): Promise<void> => {
    if (replacement !== null) return controller.replaceWith(null);
    renderReplacing ??= await options.loadReplacing();
    if (renderReplacing === null) return;
    controller.replaceWith('');
    await focusField('replace-field');
  };

  return {
    /** Add it to the host. */
    controller,
    /** Closes the bar and moves the focus to the line that was found last. */
    close,
    /** Opens the bar and selects what is typed there. */
    async open(): Promise<void> {
      if (store.getState().search.kind === 'closed') found = null;
      controller.open();
      await focusField('search-field');
    },
    render({ search, editing }: ReaderState): TemplateResult | typeof nothing {
      if (search.kind === 'closed') return nothing;
      const isReplacing = editing !== null && search.replacement !== null;
      return html`
        ${renderSearchBar(search, {
          commands: controller,
          onLeave: close,
          onTime: goToTime,
          bar,
          onReplace: editing === null ? null : () => void toggleReplacing(search),
          strings,
        })}
        ${isReplacing ? renderReplacing?.(search, controller) : nothing}
      `;
    },
  };
};
