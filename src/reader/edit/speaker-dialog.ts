/** The dialog that names a speaker, here or everywhere, or merges two speakers. */
import { nothing, render, type TemplateResult } from 'lit';
import type { ReaderStrings } from '../../strings/strings.js';
import type { TranscriptEdit } from '../../transcript/edits/edits.js';
import { placesIn, type SegmentId } from '../../transcript/segment-ids.js';
import { type Speaker } from '../../transcript/badges.js';
import { shownName } from '../../transcript/speakers.js';
import type { Transcript } from '../../transcript/transcript.js';
import type { Turn } from '../../transcript/turns.js';
import { html } from '../../ui/html.js';
import { shortName } from '../../ui/middle-ellipsis.js';
import { smallButton } from '../buttons.js';
import { tryFocus } from '../focus-return.js';
import { afterFrame } from '../next-task.js';
import { createEditDialog, editProblem, isolated, type CorrectionOptions } from './edit-dialog.js';
import { bearerOf, cleaned, nameField, speakerButton } from './speaker-fields.js';

type Reach = 'everywhere' | 'passage' | 'line';

interface SpeakerChange {
  readonly name: string;
  readonly reach: Reach;
}

/** The turn to change, and the line that was clicked; null if the click was not on a line. */
export interface SpeakerPlace {
  readonly turn: Turn;
  readonly segment: number | null;
}

const range = ({ first, end }: Turn): readonly number[] =>
  [...new Array(end - first).keys()].map((at) => first + at);

/** Number of lines of a speaker. Null means lines without a speaker. */
export const linesOf = ({ segments }: Transcript, name: string | null): number =>
  segments.filter(({ speaker = null }) => speaker === name).length;

type SpeakerEdit = Extract<
  TranscriptEdit,
  { kind: 'rename-speaker' | 'merge-speakers' | 'assign-speaker' }
>;

/** The edit for a change; null if the name stays the same. */
export const speakerEdit = (
  speakers: readonly Speaker[],
  { turn, segment }: SpeakerPlace,
  { name, reach }: SpeakerChange,
  strings: ReaderStrings,
  idAt: (index: number) => SegmentId = (index) => index,
): SpeakerEdit | null => {
  const from = turn.speaker.name;
  const bearer = bearerOf(speakers, name, strings);
  const to = bearer?.name ?? cleaned(name);
  if (from === null ? to === '' : to === from) return null;
  if (reach !== 'everywhere') {
    const segments = reach === 'line' && segment !== null ? [segment] : range(turn);
    return { kind: 'assign-speaker', segments: segments.map(idAt), to };
  }
  return bearer === undefined
    ? { kind: 'rename-speaker', from, to }
    : { kind: 'merge-speakers', from, into: to };
};

interface SpeakerRequest {
  readonly place: SpeakerPlace;
  readonly anchor: HTMLElement;
}

/** `onSaved` says what was done, and offers to undo it. It is called when the dialog has closed. */
export const createSpeakerDialog = (
  { store, strings, view, rows, onEdit }: CorrectionOptions,
  onSaved: (sentence: string) => void,
) => {
  let request: SpeakerRequest | null = null;
  let change: SpeakerChange = { name: '', reach: 'everywhere' };
  let problem = '';

  const nameOf = (speaker: Speaker): string => shownName(speaker, strings);

  const editOf = ({ place }: SpeakerRequest): SpeakerEdit | null => {
    const { speakers, transcript } = store.getState();
    return speakerEdit(speakers, place, change, strings, placesIn(transcript.segments).idAt);
  };

  const shownNow = (name: string | null): string => {
    const speaker = store.getState().speakers.find((one) => one.name === name);
    return shortName(speaker ? nameOf(speaker) : (name ?? strings.unknownSpeaker));
  };

  /** Says what an edit changes. Call it before the edit, because it may remove a speaker. */
  const sentenceOf = (edit: SpeakerEdit): string => {
    const { done } = strings;
    switch (edit.kind) {
      case 'rename-speaker':
        return done.renamed(shownNow(edit.from), shortName(edit.to));
      case 'merge-speakers':
        return done.merged(shownNow(edit.from), shownNow(edit.into));
      case 'assign-speaker':
        return done.assigned(shownNow(edit.to));
    }
  };

  const restoreFocus = ({ anchor, place }: SpeakerRequest): void => {
    // A merge or a change of one line may have removed the button. A page that makes the transcript read-only disables it.
    if (!tryFocus(anchor)) rows.focus(place.segment ?? place.turn.first);
  };

  const dialog = createEditDialog(
    view,
    () => request !== null && editOf(request) !== null,
    () => {
      const closed = request;
      request = null;
      if (closed) restoreFocus(closed);
    },
  );
  const { element, close } = dialog;
  element.part.add('dialog');

  const alter = (part: Partial<SpeakerChange>): void => {
    change = { ...change, ...part };
    problem = '';
    draw();
  };

  const save = (): void => {
    if (request === null) return;
    const saved = request;
    const edit = editOf(saved);
    const sentence = edit && sentenceOf(edit);
    try {
      if (edit) onEdit([edit]);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      problem = editProblem(error, strings);
      draw();
      element.querySelector('input')?.focus();
      return;
    }
    request = null;
    // The change and the closing lay out the page, so each gets a frame of its own.
    afterFrame(() => {
      if (request === null) close();
      restoreFocus(saved);
      if (sentence !== null) onSaved(sentence);
    });
  };

  const onSubmit = (event: Event): void => {
    event.preventDefault();
    save();
  };

  const onKeydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    (event.currentTarget as HTMLFormElement).requestSubmit();
  };

  const reachOption = (reach: Reach, label: string): TemplateResult => html`
    <label class="choice">
      <input
        type="radio"
        name="reach"
        .checked=${change.reach === reach}
        @change=${() => alter({ reach })}
      />
      <bdi>${label}</bdi>
    </label>
  `;

  const reachOptions = ({ place }: SpeakerRequest): TemplateResult => {
    const { turn, segment } = place;
    const lines = turn.end - turn.first;
    return html`
      <fieldset class="reach">
        <legend class="field-label">${strings.applyTo}</legend>
        ${reachOption('everywhere', strings.everywhere(linesOf(store.getState().transcript, turn.speaker.name)))}
        ${lines > 1 || segment === null ? reachOption('passage', strings.thisPassage(lines)) : nothing}
        ${segment === null ? nothing : reachOption('line', strings.thisLine)}
      </fieldset>
    `;
  };

  const suggestions = ({ place }: SpeakerRequest): TemplateResult | typeof nothing => {
    const others = store
      .getState()
      .speakers.filter(({ name }) => name !== null && name !== place.turn.speaker.name);
    if (others.length === 0) return nothing;
    return html`
      <div class="suggestions" role="group" aria-label=${strings.otherSpeakers}>
        ${others.map((speaker) =>
          speakerButton({
            speaker,
            strings,
            pressed: nameOf(speaker) === cleaned(change.name),
            onChoose: (name) => alter({ name }),
          }),
        )}
      </div>
    `;
  };

  const titleOf = ({ place }: SpeakerRequest): string =>
    place.segment === null
      ? strings.renameSpeaker(shortName(nameOf(place.turn.speaker)))
      : strings.changeSpeaker;

  const form = (open: SpeakerRequest): TemplateResult => {
    const edit = editOf(open);
    const merges = edit?.kind === 'merge-speakers';
    const name = shortName(cleaned(change.name));
    const note = merges ? strings.mergeHint(name) : '';
    return html`
      <form class="edit-form speaker-form" @submit=${onSubmit} @keydown=${onKeydown}>
        <p class="edit-title" aria-hidden="true"><bdi>${titleOf(open)}</bdi></p>
        <div class="edit-fields">
          ${nameField({
            label: strings.speakerName,
            name: change.name,
            isInvalid: problem !== '',
            describedBy: 'name-problem merge-note',
            onInput: (name) => alter({ name }),
          })}
          <p class="edit-problem" id="name-problem" role="alert">${isolated(problem)}</p>
          ${suggestions(open)}
          <p class="edit-note" id="merge-note" role="status">${isolated(note)}</p>
          ${reachOptions(open)}
        </div>
        <div class="edit-buttons">
          <button type="submit" part="button primary-button" class="button small primary">
            ${merges ? strings.mergeWith(name) : strings.save}
          </button>
          ${smallButton(strings.cancel, close, { kind: '' })}
        </div>
      </form>
    `;
  };

  const draw = (): void => {
    if (request) render(form(request), element);
  };

  return {
    element,
    open(place: SpeakerPlace, anchor: HTMLElement): void {
      close();
      const asked = { place, anchor };
      request = asked;
      problem = '';
      const { speaker } = place.turn;
      change = { name: speaker.name === null ? '' : nameOf(speaker), reach: 'everywhere' };
      draw();
      dialog.open({ label: titleOf(asked), anchor });
      const field = element.querySelector<HTMLInputElement>('.name-field');
      field?.focus();
      field?.select();
    },
    close,
    relabel: draw,
  };
};
