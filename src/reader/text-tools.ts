/** Text tools: the menu of a line, corrections and undo. */
import { html, nothing, render, type TemplateResult } from 'lit';
import type { ReaderStrings } from '../strings/strings.js';
import { formatClock, type Draft, type EditStep } from '../transcript/index.js';
import { pencilIcon, personIcon, repeatIcon } from '../ui/icons.js';
import { linkIcon, moreIcon, playLineIcon } from './reader-icons.js';
import { loadCorrections } from './reader-downloads.js';
import type { Corrections } from './edit/correction-tools.js';
import type { Replacing } from './edit/replacing.js';
import { draftNotice } from './edit/draft-notice.js';
import { nameHint, turnToName } from './edit/name-hint.js';
import { controlMenu, menuItems, type MenuItem } from './menu.js';
import type { AudioCommands } from './player/audio.js';
import type { ReaderState, ReaderStore, ToastMessage } from './store.js';
import type { WordPlace } from './turns/paragraph.js';
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

/** One button for all rows, and the menu that it opens. */
interface RowMenu {
  /** Placed in the row that is hovered or focused. */
  readonly button: HTMLButtonElement;
  /** May be placed anywhere in the reader. */
  readonly element: HTMLElement;
  /** Call this when the button has moved to this row. */
  setRow(index: number): void;
  close(): void;
}

const createRowMenu = (options: {
  /** Accessible name of the button and the menu for a row. */
  readonly label: (index: number) => string;
  readonly items: (index: number) => readonly MenuItem[];
}): RowMenu => {
  let row = 0;

  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'row-menu';
  button.setAttribute('aria-haspopup', 'menu');
  button.setAttribute('aria-expanded', 'false');
  render(moreIcon, button);

  const element = document.createElement('div');
  element.className = 'menu';
  element.part.add('menu');
  element.setAttribute('role', 'menu');
  element.tabIndex = -1;
  element.popover = 'auto';

  const close = controlMenu(button, element, () =>
    render(menuItems([{ items: options.items(row) }]), element),
  );

  const setRow = (index: number): void => {
    row = index;
    button.setAttribute('aria-label', options.label(index));
    element.setAttribute('aria-label', options.label(index));
  };
  setRow(0);
  return { button, element, setRow, close };
};

interface TextTools {
  /** Menus and dialogs; may be placed anywhere in the reader. */
  readonly popovers: TemplateResult;
  undo(): void;
  redo(): void;
  /** Undoes or redoes if the key press asks for it. Returns false for other keys. */
  undoOrRedo(event: KeyboardEvent): boolean;
  /** What can be corrected has changed. Call it once at the start, too. */
  showEditing(): void;
  /** Shows the texts of another language in open dialogs. Call it after the rows were made again. */
  relabel(): void;
  /** The rows or the audio have changed. */
  refreshEditor(change: 'rows' | 'audio'): void;
  /** Edits the text of a segment's paragraph. For `word`, see `Corrections`. */
  correctText(segment: number, word?: WordPlace): void;
  /** Loads the part of the search bar that replaces. Resolves with null if that failed, which the user was told. */
  loadReplacing(): Promise<Replacing | null>;
  renderDraftNotice(state: ReaderState): TemplateResult | typeof nothing;
  /** The menu button has moved to this row. */
  setActionRow(index: number): void;
  changeSpeakerOf(turn: number, anchor: HTMLElement): void;
  renderNameHint(state: ReaderState): TemplateResult | typeof nothing;
  closeMenu(): void;
  dispose(): void;
}

interface TextToolsOptions {
  readonly store: ReaderStore;
  readonly list: TurnList;
  readonly audio: AudioCommands;
  readonly strings: ReaderStrings;
  readonly linkTo?: (ms: number) => string;
  readonly onEdit?: (step: EditStep) => void;
  readonly onDrafts?: (drafts: readonly Draft[]) => void;
  readonly announce?: (sentence: string) => void;
  readonly onUndo?: () => void;
  readonly onRedo?: () => void;
  /** Shows that an action has succeeded. */
  readonly notify: (message: ToastMessage) => void;
}

export const createTextTools = (options: TextToolsOptions): TextTools => {
  const { store, list, audio, strings, linkTo, notify } = options;
  const shown = store.getState;
  /** Null if there is no audio. */
  const playSegment = (): AudioCommands['playSegment'] | null =>
    shown().playback.audio === 'none' ? null : audio.playSegment;

  const startOf = (index: number): number => shown().transcript.segments[index]?.start_ms ?? 0;

  /** Null until they are loaded. */
  let corrections: Corrections | null = null;
  const dialogs = document.createElement('div');

  const prepareCorrections = async (): Promise<void> => {
    const { createCorrections } = await loadCorrections();
    if (corrections !== null) return;
    corrections = createCorrections({
      rows: list,
      shown,
      strings,
      audio,
      onEdit: (step) => options.onEdit?.(step),
      onDrafts: (drafts) => {
        store.dispatch({ type: 'drafts', drafts });
        options.onDrafts?.(drafts);
      },
      onEdited: (edited) => store.dispatch({ type: 'edited', edited }),
      onUndo: () => undo(),
      notify,
      announce: (sentence) => options.announce?.(sentence),
    });
    dialogs.append(corrections.element);
  };

  const loadOrTell = async (): Promise<Corrections | null> => {
    try {
      await prepareCorrections();
    } catch {
      notify({ text: strings.editorFailed });
    }
    return corrections;
  };

  /** Opens an editor, at once if it is loaded: some phones show the keyboard only during a click. */
  const correct = async (open: (corrections: Corrections) => void): Promise<void> => {
    const loaded = corrections ?? (await loadOrTell());
    if (loaded && dialogs.isConnected && shown().editing) open(loaded);
  };

  const undo = (): void => {
    if (shown().editing?.canUndo !== true) return;
    options.onUndo?.();
    notify({ text: strings.done.undone });
  };

  const redo = (): void => {
    if (shown().editing?.canRedo !== true) return;
    options.onRedo?.();
    notify({ text: strings.done.redone });
  };

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
    if (turn) void correct((it) => it.changeSpeaker({ turn, segment }, menu.button));
  };

  const correctText = (segment: number, word?: WordPlace): void => {
    if (shown().editing) void correct((it) => it.correctText(segment, word));
  };

  const discardDraft = ({ first }: Draft): void => {
    const drafts = shown().drafts.filter((one) => one.first !== first);
    store.dispatch({ type: 'drafts', drafts });
    options.onDrafts?.(drafts);
  };

  const changeSpeakerOf = (index: number, anchor: HTMLElement): void => {
    const { turns, editing } = shown();
    const turn = turns[index];
    if (turn && editing) void correct((it) => it.changeSpeaker({ turn, segment: null }, anchor));
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
    if (!linkTo) return [];
    const run = (): void => void copyLink(linkTo(startOf(index)));
    return [{ name: 'link', label: strings.copyLink, icon: linkIcon, run }];
  };

  const editItems = (index: number): readonly MenuItem[] => {
    if (shown().editing === null) return [];
    return [
      {
        name: 'correct',
        label: strings.correctText,
        icon: pencilIcon,
        run: () => correctText(index),
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

  /** Shows the menu button only if the menu has items. */
  const showEditing = (): void => {
    const { editing } = shown();
    list.setEditable(editing !== null);
    if (editing === null) corrections?.close();
    // A failed download is tried again when the user corrects something.
    else prepareCorrections().catch(() => undefined);
    const offers = editing !== null || linkTo !== undefined || playSegment() !== null;
    list.setRowAction(offers ? menu.button : null);
  };

  return {
    popovers: html`${menu.element} ${dialogs}`,
    undo,
    redo,
    undoOrRedo(event) {
      const request = shown().editing && undoRequest(event);
      if (!request) return false;
      event.preventDefault();
      (request === 'undo' ? undo : redo)();
      return true;
    },
    showEditing,
    relabel: () => corrections?.relabel(),
    refreshEditor: (change) => corrections?.refresh(change),
    correctText,
    async loadReplacing() {
      const loaded = await loadOrTell();
      return loaded?.replacing ?? null;
    },
    renderDraftNotice({ drafts, edited, editing }) {
      const [draft] = drafts;
      if (!draft || edited !== null || editing === null) return nothing;
      return draftNotice({
        strings,
        clock: formatClock(startOf(draft.first)),
        onContinue: () => correctText(draft.first),
        onDiscard: () => discardDraft(draft),
      });
    },
    setActionRow: (index) => menu.setRow(index),
    changeSpeakerOf,
    renderNameHint(state) {
      const turn = turnToName(state);
      if (turn === null) return nothing;
      const dismiss = (): void => store.dispatch({ type: 'hint-dismissed' });
      return nameHint({
        strings,
        onDismiss: dismiss,
        onName() {
          dismiss();
          const line = list.elementOf(state.turns[turn]?.first ?? 0);
          if (line) changeSpeakerOf(turn, line);
        },
      });
    },
    closeMenu: menu.close,
    dispose() {
      corrections?.close();
      menu.close();
    },
  };
};
