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
import { make, type WordPlace } from './turns/rows.js';
import type { TurnList } from './turns/turn-list.js';

/** Undo is Ctrl or Cmd+Z, redo the same with Shift, or Ctrl+Y. In a text field, the browser's undo applies. */
const undoRequest = (event: KeyboardEvent): 'undo' | 'redo' | null => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return null;
  const [target] = event.composedPath();
  if (target instanceof Element && takesText(target)) return null;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  return key === 'y' && !event.shiftKey ? 'redo' : null;
};

/** One button for all rows, and the menu that it opens. `label` is the accessible name of both for a row. */
const createRowMenu = (
  label: (row: number) => string,
  items: (row: number) => readonly MenuItem[],
) => {
  let row = 0;

  const button = make('button', 'row-menu', null);
  button.setAttribute('type', 'button');
  button.setAttribute('aria-haspopup', 'menu');
  button.setAttribute('aria-expanded', 'false');
  render(moreIcon, button);

  const element = make('div', 'menu', 'menu');
  element.setAttribute('role', 'menu');
  element.tabIndex = -1;
  element.popover = 'auto';

  const close = controlMenu(button, element, () =>
    render(menuItems([{ items: items(row) }]), element),
  );

  const setRow = (index: number): void => {
    row = index;
    for (const named of [button, element]) named.setAttribute('aria-label', label(index));
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
  const startOf = (index: number): number => shown().transcript.segments[index]?.start_ms ?? 0;

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

  const prepareCorrections = async (): Promise<Corrections> => {
    const { createCorrections } = await loadCorrections();
    if (corrections !== null) return corrections;
    corrections = createCorrections({
      ...context,
      rows: list,
      audio,
      onEdit: (edits) => callbacks.onEdit?.(edits),
      onDrafts: keepDrafts,
      onUndo: undo,
    });
    dialogs.append(corrections.element);
    return corrections;
  };

  const loadOrTell = (): Promise<Corrections | null> =>
    prepareCorrections().catch(() => {
      notify(strings.editorFailed);
      return null;
    });

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

  /** Names the speaker of a turn, or of one of its segments. The dialog opens beside the anchor. */
  const changeSpeaker = (index: number, segment: number | null, anchor: HTMLElement): void => {
    const { turns, editing } = shown();
    const turn = turns[index];
    if (turn && editing) void correct((it) => it.changeSpeaker({ turn, segment }, anchor));
  };

  const correctText = (segment: number, word?: WordPlace): void => {
    if (shown().editing) void correct((it) => it.correctText(segment, word));
  };

  const discardDraft = ({ first }: Draft): void =>
    keepDrafts(shown().drafts.filter((one) => one.first !== first));

  const itemsOf = (row: number): readonly MenuItem[] => {
    const { playback, editing } = shown();
    const item = (name: string, label: string, icon: TemplateResult, run: () => void) => ({
      name,
      label,
      icon,
      run,
    });
    const play = (loop: boolean) => () => audio.playSegment(row, { loop });
    return [
      ...(playback.audio === 'none'
        ? []
        : [
            item('play', strings.playOnce, playLineIcon, play(false)),
            item('repeat', strings.repeat, repeatIcon, play(true)),
          ]),
      ...(linkTo
        ? [item('link', strings.copyLink, linkIcon, () => void copyLink(linkTo(startOf(row))))]
        : []),
      ...(editing === null
        ? []
        : [
            item('correct', strings.correctText, pencilIcon, () => correctText(row)),
            item('speaker', strings.changeSpeaker, personIcon, () =>
              changeSpeaker(list.turnOf(row), row, menu.button),
            ),
          ]),
    ];
  };

  const menu = createRowMenu((row) => strings.rowActions(formatClock(startOf(row))), itemsOf);

  const showEditing = (): void => {
    if (shown().editing === null) corrections?.close();
    // A failed download is tried again when the user corrects something.
    else prepareCorrections().catch(() => undefined);
    list.setRowAction(itemsOf(0).length > 0 ? menu.button : null);
  };

  store.subscribe((now, before, event) => {
    if (event.type === 'correct') correctText(event.segment, event.word);
    if (event.type === 'name-speaker') changeSpeaker(event.turn, null, event.anchor);
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
          if (line) changeSpeaker(turn, null, line);
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
