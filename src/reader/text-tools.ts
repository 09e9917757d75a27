/** Text tools: the menu of a line, corrections and undo. */
import { html, nothing, render, type TemplateResult } from 'lit';
import type { Draft } from '../transcript/edits/drafts.js';
import { formatClock } from '../transcript/time.js';
import { pencilIcon, personIcon, repeatIcon } from '../ui/icons.js';
import { linkIcon, moreIcon, playLineIcon } from './reader-icons.js';
import { loadCorrections } from './reader-downloads.js';
import type { Corrections } from './edit/correction-tools.js';
import type { RenderReplacing } from './edit/replacing.js';
import { draftNotice, nameHint, turnToName } from './edit/name-hint.js';
import { controlMenu, menuItems, type MenuItem } from './menu.js';
import type { Audio } from './player/audio.js';
import { takesText } from './player/shortcuts.js';
import type { ReaderCallbacks, ReaderContext, ReaderState } from './store.js';
import type { WordPlace } from './turns/rows.js';
import type { TurnList } from './turns/turn-list.js';

/**
 * Recognises undo (Ctrl or Cmd+Z) and redo (with Shift, or Ctrl+Y). In a text field, the browser's undo
 * applies.
 */
const undoRequest = (event: KeyboardEvent): 'undo' | 'redo' | null => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return null;
  const [target] = event.composedPath();
  if (target instanceof Element && takesText(target)) return null;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  return key === 'y' && !event.shiftKey ? 'redo' : null;
};

/** One button for all rows, and the menu that it opens. Both may be placed anywhere in the reader. */
const createRowMenu = (options: {
  /** Accessible name of the button and the menu for a row. */
  readonly label: (index: number) => string;
  readonly items: (index: number) => readonly MenuItem[];
}) => {
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

  /** Call this when the button has moved to this row. */
  const setRow = (index: number): void => {
    row = index;
    button.setAttribute('aria-label', options.label(index));
    element.setAttribute('aria-label', options.label(index));
  };
  setRow(0);
  return { button, element, setRow, relabel: () => setRow(row), close };
};

export const createTextTools = (
  context: ReaderContext,
  callbacks: ReaderCallbacks,
  list: TurnList,
  audio: Audio,
) => {
  const { store, strings } = context;
  const { linkTo } = callbacks;
  const { getState: shown, dispatch } = store;
  const notify = (text: string): void => dispatch({ type: 'toast', toast: { text } });
  /** Null if there is no audio. */
  const playSegment = (): Audio['playSegment'] | null =>
    shown().playback.audio === 'none' ? null : audio.playSegment;

  const startOf = (index: number): number => shown().transcript.segments[index]?.start_ms ?? 0;

  /** Null until they are loaded. */
  let corrections: Corrections | null = null;
  const dialogs = document.createElement('div');

  const keepDrafts = (drafts: readonly Draft[]): void => {
    dispatch({ type: 'drafts', drafts });
    callbacks.onDrafts?.(drafts);
  };

  const undo = (): void => {
    if (shown().editing?.canUndo !== true) return;
    callbacks.onUndo?.();
    notify(strings.done.undone);
  };

  const redo = (): void => {
    if (shown().editing?.canRedo !== true) return;
    callbacks.onRedo?.();
    notify(strings.done.redone);
  };

  const prepareCorrections = async (): Promise<void> => {
    const { createCorrections } = await loadCorrections();
    if (corrections !== null) return;
    corrections = createCorrections({
      ...context,
      rows: list,
      audio,
      onEdit: (edits) => callbacks.onEdit?.(edits),
      onDrafts: keepDrafts,
      onUndo: undo,
    });
    dialogs.append(corrections.element);
  };

  const loadOrTell = async (): Promise<Corrections | null> => {
    try {
      await prepareCorrections();
    } catch {
      notify(strings.editorFailed);
    }
    return corrections;
  };

  /** Opens an editor, at once if it is loaded: some phones show the keyboard only during a click. */
  const correct = async (open: (corrections: Corrections) => void): Promise<void> => {
    const loaded = corrections ?? (await loadOrTell());
    if (loaded && dialogs.isConnected && shown().editing) open(loaded);
  };

  const copyLink = async (address: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(address);
      notify(strings.linkCopied);
    } catch {
      notify(strings.linkFailed);
    }
  };

  const changeSpeaker = (segment: number): void => {
    const turn = shown().turns[list.turnOf(segment)];
    if (turn) void correct((it) => it.changeSpeaker({ turn, segment }, menu.button));
  };

  const correctText = (segment: number, word?: WordPlace): void => {
    if (shown().editing) void correct((it) => it.correctText(segment, word));
  };

  const discardDraft = ({ first }: Draft): void =>
    keepDrafts(shown().drafts.filter((one) => one.first !== first));

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
    if (editing === null) corrections?.close();
    // A failed download is tried again when the user corrects something.
    else prepareCorrections().catch(() => undefined);
    const offers = editing !== null || linkTo !== undefined || playSegment() !== null;
    list.setRowAction(offers ? menu.button : null);
  };

  store.subscribe((now, before, event) => {
    if (event.type === 'correct') correctText(event.segment, event.word);
    if (event.type === 'name-speaker') changeSpeakerOf(event.turn, event.anchor);
    if (event.type === 'row-aimed') menu.setRow(event.row);
    // After the list, which has made its rows again.
    const hasNewRows =
      now.transcript !== before.transcript || now.preferences.view !== before.preferences.view;
    if (hasNewRows) corrections?.refresh('rows');
    if (now.playback !== before.playback) corrections?.refresh('audio');
    if (now.editing !== before.editing) showEditing();
  });
  showEditing();

  return {
    /** Menus and dialogs; may be placed anywhere in the reader. */
    popovers: html`${menu.element} ${dialogs}`,
    undo,
    redo,
    /** Undoes or redoes if the key press asks for it. Returns false for other keys. */
    undoOrRedo(event: KeyboardEvent): boolean {
      const request = shown().editing && undoRequest(event);
      if (!request) return false;
      event.preventDefault();
      (request === 'undo' ? undo : redo)();
      return true;
    },
    /** Shows the texts of another language in open dialogs. Call it after the rows were made again. */
    relabel(): void {
      corrections?.relabel();
      menu.relabel();
    },
    /** Loads the part of the search bar that replaces. Resolves with null if that failed, which the user was told. */
    async loadReplacing(): Promise<RenderReplacing | null> {
      const loaded = await loadOrTell();
      return loaded?.renderReplacing ?? null;
    },
    renderDraftNotice({ drafts, edited, editing }: ReaderState): TemplateResult | typeof nothing {
      const [draft] = drafts;
      if (!draft || edited !== null || editing === null) return nothing;
      return draftNotice(strings, formatClock(startOf(draft.first)), {
        onContinue: () => correctText(draft.first),
        onDiscard: () => discardDraft(draft),
      });
    },
    renderNameHint(state: ReaderState): TemplateResult | typeof nothing {
      const turn = turnToName(state);
      if (turn === null) return nothing;
      const dismiss = (): void => dispatch({ type: 'hint-dismissed' });
      return nameHint(strings, {
        onDismiss: dismiss,
        onName() {
          dismiss();
          const line = list.elementOf(state.turns[turn]?.first ?? 0);
          if (line) changeSpeakerOf(turn, line);
        },
      });
    },
    hostDisconnected: menu.close,
    dispose(): void {
      corrections?.close();
      menu.close();
    },
  };
};
