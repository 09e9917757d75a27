/** Edits paragraphs as one text each: opens, saves, goes on, and keeps drafts. */
import {
  correctParagraph,
  paragraphText,
  segmentFrom,
  segmentStarts,
  wordsIn,
} from '../../transcript/edits/align-words.js';
import type { SegmentRange } from '../../transcript/turns.js';
import { draftedParagraph, withDraft } from '../../transcript/edits/drafts.js';
import type { TranscriptEdit } from '../../transcript/edits/edits.js';
import { languageTag } from '../../transcript/plain-text.js';
import { shownName } from '../../transcript/speakers.js';
import { formatClock } from '../../transcript/time.js';
import { TYPING_SKIP } from '../player/steps.js';
import { afterFrame } from '../next-task.js';
import type { WordPlace } from '../turns/rows.js';
import { editProblem, type CorrectionOptions } from './edit-dialog.js';
import type { EditAction } from './edit-keys.js';
import { createParagraphEditor } from './paragraph-editor.js';
import { bearerOf, cleaned, speakerChoice, type SpeakerDraft } from './speaker-fields.js';

const EMPTY_CHOICE: SpeakerDraft = { name: '', caret: null, fromCaret: false, problem: '' };

/** `onSaved` says what was done, and offers to undo it. */
export const createParagraphs = (
  options: CorrectionOptions,
  onSaved: (sentence: string) => void,
) => {
  const { store, rows, strings, audio, view, announce, onEdit, onDrafts } = options;
  const shown = store.getState;
  let range: SegmentRange | null = null;
  /** The segment that was opened, which gets the focus when the editor closes. */
  let opened = 0;
  let problem = '';
  let choice: SpeakerDraft | null = null;

  const segmentsNow = () => shown().transcript.segments;
  const typed = (): string => editor.field()?.value ?? '';
  const isChanged = (): boolean =>
    range !== null && typed() !== paragraphText(segmentsNow(), range);
  const span = ({ first, end }: SegmentRange) => {
    const own = segmentsNow().slice(first, end);
    return {
      start_ms: own[0]?.start_ms ?? 0,
      end_ms: own.reduce((latest, { end_ms }) => Math.max(latest, end_ms), 0),
    };
  };

  const editor = createParagraphEditor(options, {
    state: () => ({
      problem,
      isChanged: isChanged(),
      choice:
        choice &&
        speakerChoice({
          draft: choice,
          speakers: shown().speakers,
          strings,
          alter: (part) => setChoice(choice && { ...choice, ...part }),
          onChoose: changeSpeaker,
          onLeave: () => {
            setChoice(null);
            editor.field()?.focus();
          },
        }),
    }),
    onInput: () => {
      problem = '';
      keepDraft();
      editor.draw();
    },
    onAction: (action) => actions[action](),
    onDiscard: () => {
      if (range === null) return;
      const { first } = range;
      onDrafts(withDraft(shown().drafts, range, null));
      show(first);
    },
  });

  const keepDraft = (): void => {
    if (range !== null) onDrafts(withDraft(shown().drafts, range, isChanged() ? typed() : null));
  };

  const setChoice = (next: SpeakerDraft | null): void => {
    choice = next;
    editor.draw();
  };

  /** Shows the paragraph of a segment, or its draft. Selects the word at an offset; without one, sets the caret. */
  const show = (segment: number, offset?: number): void => {
    const { transcript, turns, drafts } = shown();
    const { segments } = transcript;
    const { first, end, text } = draftedParagraph(segments, rows.paragraphOf(segment), drafts);
    range = { first, end };
    opened = segment;
    problem = '';
    choice = null;
    const own = range;
    const start = segmentStarts(segments, own).findLast((one) => one.segment <= segment)?.at ?? 0;
    const turn = turns.find((one) => one.first <= segment && segment < one.end);
    // Under a sheet, the scrolling may follow: it lays out all rows, and the sheet should appear at once.
    if (view.usesSheet()) afterFrame(() => range === own && rows.bringIntoView(first));
    else rows.bringIntoView(first);
    store.dispatch({ type: 'edited', edited: own });
    editor.show({
      elements: () => rows.elementsOf(own),
      clock: formatClock(segments[first]?.start_ms ?? 0),
      speaker: turn ? shownName(turn.speaker, strings) : '',
      language: languageTag(segments[first]?.language ?? transcript.language),
      text,
      selection: offset === undefined ? [start, start] : wordAt(text, start + offset),
    });
    editor.draw();
  };

  /** Saves the text, and edits after it, as one step. Returns false if they don't fit. */
  const save = (
    more: readonly TranscriptEdit[] = [],
    sentence = strings.done.corrected,
  ): boolean => {
    if (range === null) return true;
    const own = range;
    const edits = [...correctParagraph(segmentsNow(), own, typed()), ...more];
    const others = withDraft(shown().drafts, own, null);
    try {
      if (edits.length > 0) onEdit(edits);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      problem = editProblem(error, strings);
      editor.draw();
      editor.field()?.focus();
      return false;
    }
    if (others.length !== shown().drafts.length) onDrafts(others);
    if (edits.length > 0) onSaved(sentence);
    return true;
  };

  const close = (): void => {
    if (range === null) return;
    const isKept = isChanged();
    range = null;
    choice = null;
    editor.hide();
    if (shown().range?.loop === true) audio.release();
    store.dispatch({ type: 'edited', edited: null });
    rows.focus(opened);
    if (isKept) store.dispatch({ type: 'toast', toast: { text: strings.editing.draftKept } });
  };

  const saveAndGo = (direction: 1 | -1): void => {
    if (range === null) return;
    const wanted = direction === 1 ? range.end : range.first - 1;
    if (!save()) return;
    const segment = segmentsNow()[wanted];
    if (!segment) return close();
    const { playback, range: played } = shown();
    const { first, end } = rows.paragraphOf(wanted);
    show(first);
    const { start_ms, end_ms } = span({ first, end });
    const isHeard = playback.position >= start_ms && playback.position < end_ms;
    if (played?.loop === true) audio.repeatRange(start_ms, end_ms);
    else if (playback.started && !(playback.playing && isHeard)) audio.playFrom(first);
    announce(strings.text(formatClock(start_ms)));
  };

  const changeSpeaker = (given: string): void => {
    if (range === null || choice === null) return;
    const name = cleaned(given);
    const known = bearerOf(shown().speakers, given, strings);
    const from = choice.fromCaret && choice.caret !== null ? choice.caret : range.first;
    const segments = Array.from({ length: range.end - from }, (_, at) => from + at);
    const edit = { kind: 'assign-speaker', segments, to: known?.name ?? name } as const;
    if (!save([edit], strings.done.assigned(name))) {
      setChoice({ ...choice, problem });
      return;
    }
    show(from);
  };

  const actions: Readonly<Record<EditAction, () => void>> = {
    toggle: () => audio.toggle(),
    back: () => audio.skip(-TYPING_SKIP * 1000),
    forward: () => audio.skip(TYPING_SKIP * 1000),
    slower: () => audio.changeRate(-1),
    faster: () => audio.changeRate(1),
    repeat() {
      if (range === null) return;
      const { start_ms, end_ms } = span(range);
      if (shown().range?.loop === true) audio.release();
      else audio.repeatRange(start_ms, end_ms);
    },
    speaker() {
      const field = editor.field();
      if (range === null || !field) return;
      const caret = segmentFrom(segmentsNow(), range, field.value, field.selectionStart);
      setChoice(choice === null ? { ...EMPTY_CHOICE, caret } : null);
      const first = field.form?.querySelector<HTMLElement>('.suggestion, .name-field');
      (choice === null ? field : first)?.focus();
    },
    'save-next': () => saveAndGo(1),
    'save-previous': () => saveAndGo(-1),
    save() {
      const saved = range;
      if (!save()) return;
      // The change and the closing lay out the page, so each gets a frame of its own.
      afterFrame(() => {
        if (range === saved) close();
      });
    },
    leave: close,
  };

  return {
    element: editor.element,
    open: show,
    refresh(change: 'rows' | 'audio'): void {
      if (range === null) return;
      if (change === 'rows') editor.place();
      editor.draw();
    },
    close,
  };
};

const wordFinder = new Intl.Segmenter('en', { granularity: 'word' });

/** Where the word at a place of a text begins and ends, without the signs around it, as a double click selects it. */
const wordAt = (text: string, at: number): [start: number, end: number] => {
  for (const { segment, index, isWordLike } of wordFinder.segment(text)) {
    const end = index + segment.length;
    if (isWordLike === true && end > at) return [index, end];
  }
  return [text.length, text.length];
};

/** The offset of the word that plays at a time, from how far the segment has been played. */
export const playingOffset = (
  { text, start_ms, end_ms }: { text: string; start_ms: number; end_ms: number },
  position: number,
): number => {
  const share = (position - start_ms) / Math.max(1, end_ms - start_ms);
  const at = Math.min(1, Math.max(0, share)) * text.length;
  return wordsIn(text).findLast(({ start }) => start <= at)?.start ?? 0;
};

/** Where the word at a point begins in the text of a segment, in UTF-16 units; undefined if there is none. */
export const offsetAt = ({ text: { firstChild }, x, y }: WordPlace): number | undefined => {
  if (!(firstChild instanceof Text)) return undefined;
  const range = new Range();
  const word = wordsIn(firstChild.data).find(({ start, end }) => {
    range.setStart(firstChild, start);
    range.setEnd(firstChild, end);
    return [...range.getClientRects()].some(
      (box) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom,
    );
  });
  return word?.start;
};
