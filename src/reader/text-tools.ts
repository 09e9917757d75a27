/** Text tools: corrections, and undo. */
import type { Draft } from '../transcript/edits/drafts.js';
import type { Loudness } from '../transcript/edits/pauses.js';
import { html } from '../ui/html.js';
import { onDemand } from '../ui/on-demand.js';
import type { Corrections } from './edit/correction-tools.js';
import type { RenderReplacing } from './edit/replacing.js';
import { createLineMenu } from './line-menu.js';
import type { Audio } from './player/audio.js';
import { keepBeside } from './popover.js';
import type { ReaderCallbacks, ReaderContext } from './store.js';
import { selectedTexts } from './turns/copying.js';
import type { WordPlace } from './turns/rows.js';
import type { TurnList } from './turns/turn-list.js';

/** A failed download can be tried again. */
export const loadCorrections = onDemand(
  'createCorrections',
  () => import('./edit/correction-tools.js'),
);

/** Dialogs are sheets on narrow screens, on pages at 400 % zoom, and on phones held sideways. */
const SHEET = '(max-width: 34rem), (max-height: 20rem), (pointer: coarse) and (max-height: 32rem)';

export const createTextTools = (
  context: ReaderContext,
  callbacks: ReaderCallbacks,
  list: TurnList,
  audio: Audio,
  loudness: () => Loudness | null,
) => {
  const { store, strings } = context;
  const { getState: shown, dispatch } = store;
  const notify = (text: string): void => dispatch({ type: 'toast', toast: { text } });

  let corrections: Corrections | null = null;
  const dialogs = document.createElement('div');

  const keepDrafts = (drafts: readonly Draft[]): void => callbacks.onDrafts?.(drafts);

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
      loudness,
      view: {
        usesSheet: () => matchMedia(SHEET).matches,
        visible: () => visualViewport,
        keepBeside,
      },
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

  /** Names the speaker of a turn, or of one of its segments. The dialog opens beside the anchor. */
  const changeSpeaker = (index: number, segment: number | null, anchor: HTMLElement): void => {
    const { turns, editing } = shown();
    const turn = turns[index];
    if (turn && editing) void correct((it) => it.changeSpeaker({ turn, segment }, anchor));
  };

  const correctText = (segment: number, word?: WordPlace): void => {
    if (shown().editing) void correct((it) => it.correctText(segment, word));
  };

  /** Where the selection in a line begins; undefined without one. */
  const selectedOffset = (row: number): number | undefined =>
    selectedTexts(list, shown().transcript)?.find(({ segment }) => segment === row)?.start;

  const selectedPassage = (row: number): readonly [start: number, end: number] | null => {
    const { segments } = shown().transcript;
    const texts = selectedTexts(list, shown().transcript) ?? [];
    if (texts.length < 2 || !texts.some(({ segment }) => segment === row)) return null;
    const own = texts.flatMap(({ segment }) => segments[segment] ?? []);
    return [own[0]?.start_ms ?? 0, Math.max(...own.map(({ end_ms }) => end_ms))];
  };

  const changeFromHere = (row: number, offset?: number): void => {
    if (shown().editing) void correct((it) => it.changeFromHere(row, offset));
  };

  const menu = createLineMenu(context, callbacks, audio, {
    correctText,
    changeSpeaker: (row, anchor) => changeSpeaker(list.turnOf(row), row, anchor),
    selectedOffset,
    selectedPassage,
    changeFromHere,
    undo,
    focus: list.focus,
  });

  const showEditing = (): void => {
    if (shown().editing === null) corrections?.close();
    // A failed download is tried again when the user corrects something.
    else prepareCorrections().catch(() => undefined);
    list.setRowAction(menu.isEmpty() ? null : menu.button);
  };

  const beforePrint = (): void => corrections?.beforePrint();

  store.subscribe((now, before, event) => {
    if (event.type === 'correct') correctText(event.segment, event.word);
    if (event.type === 'name-speaker') changeSpeaker(event.turn, null, event.anchor);
    if (event.type === 'settle') corrections?.settle();
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
    hostConnected(): void {
      addEventListener('beforeprint', beforePrint);
    },
    hostDisconnected(): void {
      removeEventListener('beforeprint', beforePrint);
      menu.close();
    },
    dispose(): void {
      corrections?.close();
      menu.close();
    },
  };
};
