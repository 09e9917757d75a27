/** Edits paragraphs as one text each: opens, saves, moves to the next, and keeps drafts. */
import {
  correctParagraph,
  paragraphText,
  segmentStarts,
  wordPlace,
} from '../../transcript/edits/align-words.js';
import type { SegmentRange } from '../../transcript/turns.js';
import { draftedParagraph, withDraft, type Draft } from '../../transcript/edits/drafts.js';
import type { TranscriptEdit } from '../../transcript/edits/edits.js';
import { languageTag } from '../../transcript/plain-text.js';
import { placesIn, rangeBetween, type SegmentId } from '../../transcript/segment-ids.js';
import { shownName } from '../../transcript/speakers.js';
import { formatClock } from '../../transcript/time.js';
import { TYPING_SKIP } from '../player/steps.js';
import { afterFrame } from '../next-task.js';
import type { ToastMessage } from '../store.js';
import { editProblem, type CorrectionOptions } from './edit-dialog.js';
import type { EditAction } from './edit-keys.js';
import { createParagraphEditor } from './paragraph-editor.js';
import { partEdits } from './part-edits.js';
import { createRepeatedCorrections } from './repeated-corrections.js';
import { bearerOf, cleaned, speakerChoice, type SpeakerDraft } from './speaker-fields.js';
import { wordAt } from './word-places.js';

const EMPTY_CHOICE: SpeakerDraft = { name: '', isInside: false, fromCaret: false, problem: '' };

/** `onSaved` says what was done, and offers to undo it. */
export const createParagraphs = (
  options: CorrectionOptions,
  onSaved: (sentence: string, more?: ToastMessage['more']) => void,
) => {
  const { store, rows, strings, audio, loudness, view, announce, onEdit, onDrafts } = options;
  const shown = store.getState;
  let range: SegmentRange | null = null;
  /** The range by the names of its segments, and its text, as last shown. */
  let base: Draft = { first: 0, end: 0, text: '' };
  /** The segment that was opened, which gets the focus when the editor closes. */
  let opened = 0;
  /** The segment after the paragraph that was opened. A change of speaker may have joined the two. */
  let next: SegmentId = 0;
  let problem = '';
  let choice: SpeakerDraft | null = null;

  const repeated = createRepeatedCorrections(options, onSaved);
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
          usesDigits: options.usesCharacterKeys(),
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
      onDrafts(withDraft(segmentsNow(), shown().drafts, range, null));
      show(first);
    },
    onJoin: () => joinBefore(),
  });

  const keepDraft = (): void => {
    if (range === null) return;
    onDrafts(withDraft(segmentsNow(), shown().drafts, range, isChanged() ? typed() : null));
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
    const { idAt } = placesIn(segments);
    base = { first: idAt(first), end: idAt(end), text: paragraphText(segments, range) };
    opened = segment;
    next = base.end;
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
    const before = segmentsNow();
    const edits = [...correctParagraph(before, own, typed()), ...more];
    const others = withDraft(segmentsNow(), shown().drafts, own, null);
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
    if (edits.length > 0) onSaved(sentence, repeated.note(before, edits));
    return true;
  };

  const forget = (): void => {
    range = null;
    choice = null;
    editor.hide();
    store.dispatch({ type: 'edited', edited: null });
  };

  /** Closes the editor of a line that is gone. The focus moves to a line near it. */
  const leaveGone = (): void => {
    const hadFocus = editor.hasFocus();
    forget();
    if (hadFocus) rows.focus(Math.min(opened, segmentsNow().length - 1));
  };

  const close = (): void => {
    if (range === null) return;
    // A saved text has fewer spaces than the typed one may have, and no draft.
    const segments = segmentsNow();
    const isKept =
      draftedParagraph(segments, range, shown().drafts).text !== paragraphText(segments, range);
    forget();
    if (shown().range?.loop === true) audio.release();
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
    // It replaces what the toast has announced, but not its question.
    const asked = shown().toast?.more?.label;
    announce([asked, strings.text(formatClock(start_ms))].filter(Boolean).join(' '));
  };

  /** Where the word at the caret begins in the corrected paragraph; null for its start. */
  const placeAtCaret = (own: SegmentRange) =>
    wordPlace(segmentsNow(), own, typed(), editor.field()?.selectionStart ?? 0);

  /**
   * Saves the paragraph with another speaker, or splits it at the caret and changes the speaker of the rest that was opened.
   * Returns where that begins; null if it does not fit.
   */
  const saveSpeaker = (own: SegmentRange, now: SpeakerDraft, given: string): number | null => {
    const name = cleaned(given);
    const to = bearerOf(shown().speakers, given, strings)?.name ?? name;
    const { indexOf } = placesIn(segmentsNow());
    const place = now.fromCaret ? placeAtCaret(own) : null;
    const { segment, offset } = place ?? { segment: own.first, offset: 0 };
    const joined = now.fromCaret ? indexOf(next) : -1;
    const end = segment < joined && joined < own.end ? joined : own.end;
    const known = new Set(segmentsNow().map((one) => one.id));
    const edits = partEdits(segmentsNow(), {
      ...{ segment, offset, end, to },
      corrections: correctParagraph(segmentsNow(), own, typed()),
      loudness: loudness(),
    });
    if (!save(edits, strings.done.assigned(name))) {
      setChoice({ ...now, problem });
      return null;
    }
    // Lines of somebody who speaks at the same time may be between the two parts.
    const part = segmentsNow().findIndex((one) => !known.has(one.id));
    return part === -1 ? segment : part;
  };

  const changeSpeaker = (given: string): void => {
    const after = next;
    const from = range && choice && saveSpeaker(range, choice, given);
    if (from === null) return;
    show(from);
    next = after;
  };

  /** Saves what is typed. What does not fit stays, with the reason. */
  const settle = (): void => {
    const name = cleaned(choice?.name ?? '');
    if (range !== null && choice !== null && name !== '') {
      // The paragraph may be two then.
      if (saveSpeaker(range, choice, name) !== null) forget();
    } else if (isChanged()) save();
  };

  /** Gives the first line of the paragraph to the line before it, and the rest to the same speaker. */
  const joinBefore = (): void => {
    if (range === null) return;
    const { first, end } = range;
    const segments = segmentsNow();
    const into = segments.findLastIndex(({ text }, at) => at < first && text !== '');
    const before = segments[into];
    if (!before) return;
    const to = before.speaker ?? null;
    const { idAt } = placesIn(segments);
    const ids = [...new Array(end - first - 1).keys()].map((at) => idAt(first + 1 + at));
    const edits: readonly TranscriptEdit[] = [
      { kind: 'join-segments', segment: idAt(first) },
      ...(ids.length === 0 ? [] : [{ kind: 'assign-speaker' as const, segments: ids, to }]),
    ];
    if (!save(edits, strings.done.joined)) return;
    show(into);
    const start = segmentStarts(segmentsNow(), range).findLast((one) => one.segment <= into);
    const caret = (start?.at ?? 0) + before.text.length;
    editor.field()?.setSelectionRange(caret, caret);
  };

  const openChoice = (fromCaret: boolean): void => {
    const field = editor.field();
    if (range === null || !field) return;
    const isInside = placeAtCaret(range) !== null;
    setChoice(
      choice === null ? { ...EMPTY_CHOICE, isInside, fromCaret: fromCaret && isInside } : null,
    );
    const first = field.form?.querySelector<HTMLElement>('.suggestion, .name-field');
    (choice === null ? field : first)?.focus();
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
    speaker: () => openChoice(false),
    'from-here': () => openChoice(true),
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
    /** Offers to change the speaker from the caret on. */
    changeFromHere: () => openChoice(true),
    settle,
    refresh(change: 'rows' | 'audio'): void {
      if (range === null) return;
      if (change === 'rows') {
        const moved = rangeBetween(segmentsNow(), base);
        // A range that stays where it is stays the same object.
        if (moved?.first !== range.first || moved.end !== range.end) range = moved;
        // Another tab has undone the split that made this line.
        if (range === null) return leaveGone();
        const text = paragraphText(segmentsNow(), range);
        if (typed() === base.text) editor.rewrite(text);
        base = { ...base, text };
        editor.place();
      }
      editor.draw();
    },
    close,
  };
};
