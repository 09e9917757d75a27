/** The menu of a line: plays it, links to it, corrects it. */
import { render, type TemplateResult } from 'lit';
import { EditError } from '../transcript/edits/edit-error.js';
import type { TranscriptEdit } from '../transcript/edits/edits.js';
import { placesIn } from '../transcript/segment-ids.js';
import { formatClock } from '../transcript/time.js';
import { pencilIcon, personIcon, repeatIcon, splitIcon } from '../ui/icons.js';
import { createMenu, type MenuGroup, type MenuItem } from './menu.js';
import type { Audio } from './player/audio.js';
import {
  deleteIcon,
  joinIcon,
  linkIcon,
  moreIcon,
  playLineIcon,
  startIcon,
} from './reader-icons.js';
import type { ReaderCallbacks, ReaderContext } from './store.js';
import { make } from './turns/rows.js';

/** One button for all rows, and the menu that it opens. `label` is the accessible name of both for a row. */
const createRowMenu = (
  label: (row: number) => string,
  groups: (row: number) => readonly MenuGroup[],
) => {
  let row = 0;

  const button = make('button', 'row-menu', null);
  button.setAttribute('type', 'button');
  button.setAttribute('aria-haspopup', 'menu');
  button.setAttribute('aria-expanded', 'false');
  render(moreIcon, button);

  const { element, close, setLabel } = createMenu(button, () => groups(row));

  const setRow = (index: number): void => {
    row = index;
    setLabel(label(index));
  };
  setRow(0);
  return { button, element, setRow, relabel: () => setRow(row), close };
};

const item = (name: string, label: string, icon: TemplateResult, run: () => void): MenuItem => ({
  ...{ name, label, icon, run },
});

export const createLineMenu = (
  { store, strings }: ReaderContext,
  callbacks: ReaderCallbacks,
  audio: Audio,
  actions: {
    readonly correctText: (row: number) => void;
    /** Opens a dialog beside the anchor. */
    readonly changeSpeaker: (row: number, anchor: HTMLElement) => void;
    /** Where the selection in a line begins; undefined without one. */
    readonly selectedOffset: (row: number) => number | undefined;
    /** Start and end of the selected lines, in milliseconds; null unless this line and others are selected. */
    readonly selectedPassage: (row: number) => readonly [start: number, end: number] | null;
    readonly changeFromHere: (row: number, offset?: number) => void;
    readonly undo: () => void;
    readonly focus: (row: number) => void;
  },
) => {
  const { linkTo } = callbacks;
  const { getState: shown, dispatch } = store;
  const notify = (text: string): void => dispatch({ type: 'toast', toast: { text } });
  const startOf = (row: number): number => shown().transcript.segments[row]?.start_ms ?? 0;

  const copyLink = async (address: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(address);
      notify(strings.linkCopied);
    } catch {
      notify(strings.linkFailed);
    }
  };

  /** Focuses a line, or one beside it if it has no words any more. A hidden line would take the focus with it. */
  const focusNear = (row: number): void => {
    const { segments } = shown().transcript;
    const hasWords = (at: number): boolean => (segments[at]?.text ?? '') !== '';
    if (hasWords(row)) return;
    const before = segments.findLastIndex((_, at) => at < row && hasWords(at));
    actions.focus(before === -1 ? segments.findIndex((_, at) => hasWords(at)) : before);
  };

  /** Changes a line at once, says so, and offers to undo it. */
  const change = (row: number, edit: TranscriptEdit, sentence: string): void => {
    try {
      callbacks.onEdit?.([edit]);
    } catch (error) {
      if (error instanceof EditError) return;
      throw error;
    }
    focusNear(row);
    dispatch({ type: 'toast', toast: { text: sentence, undo: actions.undo } });
  };

  /** What corrects a line, or changes it as a whole. */
  const repairs = (row: number): readonly MenuItem[] => {
    const { transcript, playback } = shown();
    const { segments } = transcript;
    const own = segments[row];
    if (!own) return [];
    const segment = placesIn(segments).idAt(row);
    // Some browsers drop the selection when the menu takes the focus.
    const offset = actions.selectedOffset(row);
    const { done } = strings;
    const { position } = playback;
    const clock = formatClock(position);
    const canStart =
      own.id !== undefined &&
      position > (segments[row - 1]?.start_ms ?? Infinity) &&
      position < own.end_ms;
    const repair = (
      name: string,
      label: string,
      icon: TemplateResult,
      edit: TranscriptEdit,
      sentence: string,
    ) => item(name, label, icon, () => change(row, edit, sentence));
    return [
      item('correct', strings.correctText, pencilIcon, () => actions.correctText(row)),
      item('speaker', strings.changeSpeaker, personIcon, () =>
        actions.changeSpeaker(row, menu.button),
      ),
      item('from-here', strings.editing.fromHere, splitIcon, () =>
        actions.changeFromHere(row, offset),
      ),
      ...(canStart
        ? [
            repair(
              ...(['start', strings.startAt(clock), startIcon] as const),
              { kind: 'set-start', segment, time_ms: position },
              done.startsAt(clock),
            ),
          ]
        : []),
      ...(segments.slice(0, row).some(({ text }) => text !== '')
        ? [
            repair(
              ...(['join', strings.joinBefore, joinIcon] as const),
              { kind: 'join-segments', segment },
              done.joined,
            ),
          ]
        : []),
      repair(
        ...(['delete', strings.deleteLine, deleteIcon] as const),
        { kind: 'delete-segment', segment },
        done.deleted,
      ),
    ];
  };

  /** A link to the line, or to the selected passage if that has several lines. */
  const linkItem = (row: number, linkTo: NonNullable<ReaderCallbacks['linkTo']>): MenuItem => {
    const passage = actions.selectedPassage(row);
    const [start, end] = passage ?? [startOf(row)];
    const label = passage ? strings.copyPassageLink : strings.copyLink;
    return item('link', label, linkIcon, () => void copyLink(linkTo(start, end)));
  };

  const groupsOf = (row: number): readonly MenuGroup[] => {
    const { playback, editing } = shown();
    const play = (loop: boolean) => () => audio.playSegment(row, { loop });
    return [
      {
        items: [
          ...(playback.audio === 'none'
            ? []
            : [
                item('play', strings.playOnce, playLineIcon, play(false)),
                item('repeat', strings.repeat, repeatIcon, play(true)),
              ]),
          ...(linkTo ? [linkItem(row, linkTo)] : []),
        ],
      },
      { items: editing === null ? [] : repairs(row) },
    ];
  };

  const menu = createRowMenu((row) => strings.rowActions(formatClock(startOf(row))), groupsOf);

  return {
    ...menu,
    /** True if nothing can be done with a line. */
    isEmpty: (): boolean =>
      !linkTo && shown().playback.audio === 'none' && shown().editing === null,
  };
};
