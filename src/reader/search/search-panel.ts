/** The search bar in the reader: opens and closes it, moves the focus, and goes to what was found. */
import { nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { ReaderStrings } from '../../strings/strings.js';
import { currentSegment, formatClock } from '../../transcript/index.js';
import type { Replacing } from '../edit/replacing.js';
import type { ReaderState, ReaderStore } from '../store.js';
import { renderSearchBar } from './search-bar.js';
import { createSearching, type Searching, type SearchedRows } from './search.js';

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
  readonly field: () => HTMLInputElement | null;
  /** The part that replaces; null if nothing can be corrected. */
  readonly replacing: () => Replacing | null;
}): SearchPanel => {
  const { host, store, rows, strings, place, seek, announce } = options;
  /** The line that the search found last. */
  let found: number | null = null;

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

  return {
    controller,
    close,
    async open() {
      if (store.getState().search.is === 'closed') found = null;
      controller.open();
      await host.updateComplete;
      const field = options.field();
      field?.focus();
      field?.select();
    },
    render({ search }) {
      if (search.is === 'closed') return nothing;
      const replacing = options.replacing();
      return renderSearchBar(search, {
        commands: controller,
        onLeave: close,
        onTime: goToTime,
        replacePart: replacing && (() => replacing.render(search, controller)),
        strings,
      });
    },
  };
};
