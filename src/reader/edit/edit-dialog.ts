/** A modal dialog for editing: beside what opened it, or a sheet above the on-screen keyboard of a small screen. */
import type { TemplateResult } from 'lit';
import type { ReaderStrings } from '../../strings/strings.js';
import type { Draft } from '../../transcript/edits/drafts.js';
import { EditError } from '../../transcript/edits/edit-error.js';
import type { TranscriptEdit } from '../../transcript/edits/edits.js';
import type { Loudness } from '../../transcript/edits/pauses.js';
import { html } from '../../ui/html.js';
import type { Audio } from '../player/audio.js';
import type { keepBeside } from '../popover.js';
import { zoomOf } from '../scale.js';
import type { ReaderContext } from '../store.js';
import type { TurnList } from '../turns/turn-list.js';

/** Why a correction does not fit, in the language of the page. The page's own errors keep their message. */
export const editProblem = (error: RangeError, { editProblems }: ReaderStrings): string =>
  (error instanceof EditError ? editProblems?.[error.problem] : undefined) ?? error.message;

/** A sentence with its own text direction; nothing for an empty one. */
export const isolated = (text: string): TemplateResult | '' => text && html`<bdi>${text}</bdi>`;

type VisiblePart = EventTarget &
  Pick<VisualViewport, 'offsetLeft' | 'offsetTop' | 'width' | 'height'>;

export interface EditView {
  readonly usesSheet: () => boolean;
  /** Null if the browser does not tell. */
  readonly visible: () => VisiblePart | null;
  readonly keepBeside: typeof keepBeside;
}

/** The dependencies of corrections, apart from the store. */
export interface CorrectionOptions extends ReaderContext {
  readonly rows: Pick<TurnList, 'focus' | 'paragraphOf' | 'elementsOf' | 'bringIntoView'>;
  readonly audio: Audio;
  /** How loud the audio is; null if it is not known. */
  readonly loudness: () => Loudness | null;
  /** Throws a RangeError with a message for the user if the edits do not fit. */
  readonly onEdit: (edits: readonly TranscriptEdit[]) => void;
  readonly onDrafts: (drafts: readonly Draft[]) => void;
  readonly onUndo: () => void;
  readonly view: EditView;
}

/** In pixels. A lower sheet has no heading and less space around its fields. */
const LOW = 260;

/** Keeps the sheet in the visible part. Returns a function that stops this. */
const keepVisible = (sheet: HTMLElement, visible: VisiblePart): (() => void) => {
  const listening = new AbortController();
  const place = (): void => {
    if (!sheet.isConnected) return listening.abort();
    const { offsetLeft, offsetTop, width, height } = visible;
    const zoom = zoomOf(sheet);
    sheet.style.setProperty('--_visible-left', `${offsetLeft / zoom}px`);
    sheet.style.setProperty('--_visible-end', `${(offsetTop + height) / zoom}px`);
    sheet.style.setProperty('--_visible-width', `${width / zoom}px`);
    sheet.style.setProperty('--_visible-height', `${height / zoom}px`);
    sheet.classList.toggle('low', height < LOW);
  };
  visible.addEventListener('resize', place, listening);
  visible.addEventListener('scroll', place, listening);
  place();
  return () => listening.abort();
};

export const createEditDialog = (
  view: EditView,
  /** If true, a click outside does not close the dialog. */
  hasChanges: () => boolean,
  /** Called after the dialog has closed in any way. */
  onClose: () => void,
) => {
  /** Null while the dialog is closed. */
  let release: (() => void) | null = null;

  const element = document.createElement('dialog');
  element.className = 'edit-dialog';

  const close = (): void => {
    if (release === null) return;
    release();
    release = null;
    element.close();
    onClose();
  };

  // The content covers the whole dialog, so only its backdrop is hit directly. Selecting text can end there.
  let pressedOutside = false;
  element.addEventListener('pointerdown', ({ target }) => {
    pressedOutside = target === element;
  });
  element.addEventListener('click', ({ target }) => {
    if (pressedOutside && target === element && !hasChanges()) close();
  });
  // Escape, or going back on Android.
  element.addEventListener('cancel', (event) => {
    event.preventDefault();
    close();
  });
  // The browser may close the dialog without asking.
  element.addEventListener('close', close);

  return {
    element,
    /** Opens the dialog beside an element, or as a sheet if there is none. Its content must be rendered. */
    open({ label, anchor }: { readonly label: string; readonly anchor: Element | null }): void {
      const isSheet = anchor === null || view.usesSheet();
      const visible = view.visible();
      element.ariaLabel = label;
      element.classList.toggle('sheet', isSheet);
      // A sheet has its place before it opens, so the page is laid out once.
      if (isSheet) release = visible === null ? () => undefined : keepVisible(element, visible);
      element.showModal();
      if (!isSheet) release = view.keepBeside(element, anchor);
    },
    close,
  };
};
