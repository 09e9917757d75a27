/** The search bar in the reader: opens and closes it, moves the focus, and goes to what was found. */
import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { ReaderStrings } from '../../strings/strings.js';
import { currentSegment, formatClock } from '../../transcript/index.js';
import type { Replacing } from '../edit/replacing.js';
import type { OpenSearch, ReaderState, ReaderStore } from '../store.js';
import { renderSearchBar } from './search-bar.js';
import { createSearching, type Searching, type SearchedRows } from './search-controller.js';

interface SearchPanel {
  /** Add it to the host. */
  readonly controller: Searching;
  /** Opens the bar and selects what is typed there. */
  open(): Promise<void>;
  /** Closes the bar and moves the focus to the line that was found last. */
  close(): void;
  render(state: ReaderState): TemplateResult | typeof nothing;
}

/** The list of rows, as far as the search moves it. */
interface FoundRows extends SearchedRows {
  focus(index: number): void;
  bringIntoView(index: number): void;
}

export const createSearchPanel = (options: {
  readonly host: ReactiveControllerHost;
  readonly store: ReaderStore;
  readonly rows: FoundRows;
  readonly strings: ReaderStrings;
  readonly locale: string | undefined;
  /** Index of the segment where a search starts, and which gets the focus if nothing was found. */
  readonly place: () => number;
  /** Moves the audio to a time in ms. */
  readonly seek: (ms: number) => void;
  /** Stops following the audio. */
  readonly stopFollowing: () => void;
  readonly announce: (sentence: string) => void;
  /** A field of the bar, if it is shown. */
  readonly field: (name: 'search-field' | 'replace-field') => HTMLInputElement | null;
  /** True if matches can be replaced. */
  readonly canReplace: () => boolean;
  /** Loads the part that replaces. Resolves with null if that failed, which the user was told. */
  readonly loadReplacing: () => Promise<Replacing | null>;
}): SearchPanel => {
  const { host, store, rows, strings, place, seek, announce } = options;
  /** The line that the search found last. */
  let found: number | null = null;
  let replacing: Replacing | null = null;

  const reveal = (segment: number): void => {
    found = segment;
    options.stopFollowing();
    rows.bringIntoView(segment);
  };
  const controller = createSearching({ ...options, reveal });

  const goToTime = (ms: number): void => {
    seek(ms);
    reveal(currentSegment(store.getState().transcript.segments, ms) ?? 0);
    announce(strings.goTo(formatClock(ms)));
  };

  const close = (): void => {
    controller.close();
    rows.focus(found ?? place());
  };

  const focusField = async (name: 'search-field' | 'replace-field'): Promise<void> => {
    await host.updateComplete;
    const field = options.field(name);
    field?.focus();
    field?.select();
  };

  const toggleReplacing = async ({ replacement }: OpenSearch): Promise<void> => {
    if (replacement !== null) return controller.replaceWith(null);
    replacing ??= await options.loadReplacing();
    if (replacing === null) return;
    controller.replaceWith('');
    await focusField('replace-field');
  };

  return {
    controller,
    close,
    async open() {
      if (store.getState().search.kind === 'closed') found = null;
      controller.open();
      await focusField('search-field');
    },
    render({ search }) {
      if (search.kind === 'closed') return nothing;
      const isReplacing = options.canReplace() && search.replacement !== null;
      return html`
        ${renderSearchBar(search, {
          commands: controller,
          onLeave: close,
          onTime: goToTime,
          onReplace: options.canReplace() ? () => void toggleReplacing(search) : null,
          strings,
        })}
        ${isReplacing ? replacing?.render(search, controller) : nothing}
      `;
    },
  };
};
