/** Text tools: search, the menu of a line, corrections and undo. */
import { html, nothing, render, type TemplateResult } from 'lit';
import type { ReaderStrings } from '../strings/reader.js';
import { formatClock, type TranscriptEdit } from '../transcript/index.js';
import {
  linkIcon,
  pencilIcon,
  personIcon,
  playLineIcon,
  redoIcon,
  repeatIcon,
  undoIcon,
} from '../ui/icons.js';
import { createCorrections, type Shown } from './edit/corrections.js';
import type { Shortcut } from './player/shortcuts.js';
import { createSearchBar } from './search/search-bar.js';
import { createRowMenu, type MenuItem } from './turns/row-menu.js';
import type { ToastMessage } from './toast.js';
import type { TurnList } from './turns/turn-list.js';

const isInText = (target: EventTarget | undefined): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, [contenteditable]');

/**
 * Recognises undo (Ctrl or Cmd+Z) and redo (with Shift, or Ctrl+Y). In a text field, the browser's undo
 * applies.
 */
const undoRequest = (event: KeyboardEvent): 'undo' | 'redo' | null => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return null;
  if (isInText(event.composedPath()[0])) return null;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  return key === 'y' && !event.shiftKey ? 'redo' : null;
};

interface HistoryState {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

interface HistoryButtons {
  readonly element: HTMLElement;
  /** The buttons are hidden until there is something to undo. */
  update(state: HistoryState): void;
}

const createHistoryButtons = (options: {
  readonly strings: ReaderStrings;
  /** Also called if there is nothing to undo, because a focused button is never disabled. */
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}): HistoryButtons => {
  const { strings, onUndo, onRedo } = options;
  const element = document.createElement('div');
  element.className = 'history';

  const undoButton = (enabled: boolean): TemplateResult =>
    html`<button
      type="button"
      class="tool"
      aria-label=${strings.undo}
      title=${strings.undo}
      aria-disabled=${enabled ? 'false' : 'true'}
      @click=${onUndo}
    >
      ${undoIcon}
    </button>`;

  const redoButton = (enabled: boolean): TemplateResult =>
    html`<button
      type="button"
      class="tool"
      aria-label=${strings.redo}
      title=${strings.redo}
      aria-disabled=${enabled ? 'false' : 'true'}
      @click=${onRedo}
    >
      ${redoIcon}
    </button>`;

  return {
    element,
    update({ canUndo, canRedo }) {
      render(
        canUndo || canRedo ? html`${undoButton(canUndo)} ${redoButton(canRedo)}` : nothing,
        element,
      );
    },
  };
};

/** What can be corrected, undone and redone. */
export type Editing = HistoryState;

interface TextTools {
  /** Search and undo. */
  readonly toolbar: TemplateResult;
  /** Menus and dialogs; may be placed anywhere in the reader. */
  readonly popovers: TemplateResult;
  /** The transcript has been corrected. */
  update(): void;
  /** The rows or the view have changed. */
  refresh(): void;
  /** Null if nothing can be corrected. */
  setEditing(editing: Editing | null): void;
  /** The menu button has moved to this row. */
  setActionRow(index: number): void;
  changeSpeakerOf(turn: number, anchor: HTMLElement): void;
  /** For the reader's keyboard shortcuts. */
  readonly searchShortcut: Shortcut;
  /** Handles a key press in the reader. */
  onKeydown(event: KeyboardEvent): void;
  /** Removes highlights while the reader is not in the page. `refresh` restores them. */
  suspend(): void;
  dispose(): void;
}

interface TextToolsOptions {
  readonly list: TurnList;
  readonly shown: () => Shown;
  readonly strings: ReaderStrings;
  readonly locale: string | undefined;
  readonly linkTo: ((ms: number) => string) | null;
  /** Plays one line and stops, or repeats it; null if there is no audio. */
  readonly playSegment: () => ((index: number, options: { readonly loop: boolean }) => void) | null;
  /** Scrolls to a line and stops following the audio. */
  readonly reveal: (index: number) => void;
  /** The line where a search starts. */
  readonly place: () => number;
  readonly onHits: (segments: readonly number[]) => void;
  readonly onEdit: (operation: TranscriptEdit) => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly announce: (sentence: string) => void;
  /** Shows that an action has succeeded. */
  readonly notify: (message: ToastMessage) => void;
}

export const createTextTools = (options: TextToolsOptions): TextTools => {
  const { list, shown, strings, linkTo, playSegment, announce, notify } = options;
  let editing: Editing | null = null;

  const timeButton = (index: number): HTMLElement | null =>
    list.elementOf(index)?.querySelector<HTMLElement>('.time') ?? null;

  const startOf = (index: number): number => shown().transcript.segments[index]?.start_ms ?? 0;

  const corrections = createCorrections({
    rows: { textOf: list.textOf, focus: (index) => timeButton(index)?.focus() },
    shown,
    strings,
    onEdit: options.onEdit,
    onUndo: () => undo(),
    onPlay: () => {
      const play = playSegment();
      return play && ((index) => play(index, { loop: false }));
    },
    notify,
  });

  const undo = (): void => {
    if (editing?.canUndo !== true) return;
    options.onUndo();
    notify({ text: strings.done.undone });
  };

  const redo = (): void => {
    if (editing?.canRedo !== true) return;
    options.onRedo();
    notify({ text: strings.done.redone });
  };

  const history = createHistoryButtons({ strings, onUndo: undo, onRedo: redo });

  const copyLink = async (address: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(address);
      notify({ text: strings.linkCopied });
    } catch {
      notify({ text: strings.linkFailed });
    }
  };

  const changeSpeaker = (segment: number): void => {
    const turn = shown().turns[list.turnOf(segment)];
    if (turn) corrections.changeSpeaker({ turn, segment }, menu.button);
  };

  const playItems = (index: number): readonly MenuItem[] => {
    const play = playSegment();
    if (play === null) return [];
    const item = (name: string, label: string, icon: TemplateResult, loop: boolean): MenuItem => ({
      name,
      label,
      icon,
      run: () => play(index, { loop }),
    });
    return [
      item('play', strings.playOnce, playLineIcon, false),
      item('repeat', strings.repeat, repeatIcon, true),
    ];
  };

  const linkItems = (index: number): readonly MenuItem[] => {
    if (linkTo === null) return [];
    const run = (): void => void copyLink(linkTo(startOf(index)));
    return [{ name: 'link', label: strings.copyLink, icon: linkIcon, run }];
  };

  const editItems = (index: number): readonly MenuItem[] => {
    if (editing === null) return [];
    return [
      {
        name: 'correct',
        label: strings.correctText,
        icon: pencilIcon,
        run: () => corrections.correctText(index),
      },
      {
        name: 'speaker',
        label: strings.changeSpeaker,
        icon: personIcon,
        run: () => changeSpeaker(index),
      },
    ];
  };

  const menu = createRowMenu({
    label: (index) => strings.rowActions(formatClock(startOf(index))),
    items: (index) => [...playItems(index), ...linkItems(index), ...editItems(index)],
  });

  const search = createSearchBar({
    transcript: shown().transcript,
    rows: list,
    strings,
    ...(options.locale === undefined ? {} : { locale: options.locale }),
    place: options.place,
    onReveal: options.reveal,
    onHits: options.onHits,
    announce,
    onLeave: () => timeButton(options.place())?.focus(),
  });

  /** Shows the menu button only if the menu has items. */
  const offerMenu = (): void => {
    const offers = editing !== null || linkTo !== null || playSegment() !== null;
    list.setRowAction(offers ? menu.button : null);
  };
  offerMenu();

  return {
    toolbar: html`<div class="toolbar">${search.element} ${history.element}</div>`,
    popovers: html`${menu.element} ${corrections.element}`,
    update() {
      search.update(shown().transcript);
    },
    refresh: () => search.refresh(),
    setEditing(changed) {
      editing = changed;
      list.setEditable(editing !== null);
      if (editing === null) corrections.close();
      history.update(editing ?? { canUndo: false, canRedo: false });
      offerMenu();
    },
    setActionRow: (index) => menu.setRow(index),
    changeSpeakerOf(index, anchor) {
      const turn = shown().turns[index];
      if (turn && editing) corrections.changeSpeaker({ turn, segment: null }, anchor);
    },
    searchShortcut: { keys: ['/'], label: strings.search, run: () => search.focus() },
    onKeydown(event) {
      const request = editing && undoRequest(event);
      if (!request) return;
      event.preventDefault();
      (request === 'undo' ? undo : redo)();
    },
    suspend() {
      menu.close();
      search.suspend();
    },
    dispose() {
      corrections.close();
      menu.close();
      search.suspend();
    },
  };
};
