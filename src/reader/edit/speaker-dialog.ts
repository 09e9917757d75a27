/** The dialog that names a speaker, here or everywhere, or merges two speakers. */
import { html, nothing, render, type TemplateResult } from 'lit';
import type { ReaderStrings } from '../../strings/strings.js';
import type { TranscriptEdit } from '../../transcript/edits/edits.js';
import type { Speaker } from '../../transcript/speakers.js';
import type { Transcript } from '../../transcript/transcript.js';
import type { Turn } from '../../transcript/turns.js';
import { shortName } from '../../ui/middle-ellipsis.js';
import { smallButton } from '../small-button.js';
import { afterFrame } from '../next-task.js';
import { createEditDialog, editProblem, isolated, type EditView } from './edit-dialog.js';
import {
  bearerOf,
  cleaned,
  nameField,
  speakerButton,
  type NameOf,
  type Speakers,
} from './speaker-fields.js';

/** What the new name applies to. */
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
  Array.from({ length: end - first }, (_, at) => first + at);

/** Number of lines of a speaker. Null means lines without a speaker. */
export const linesOf = ({ segments }: Transcript, name: string | null): number =>
  segments.reduce((count, { speaker }) => count + ((speaker ?? null) === name ? 1 : 0), 0);

/** The edit for a change; null if the name stays the same. */
export const speakerEdit = (
  known: Speakers,
  { turn, segment }: SpeakerPlace,
  { name, reach }: SpeakerChange,
): TranscriptEdit | null => {
  const from = turn.speaker.name;
  const bearer = bearerOf(known, name);
  const to = bearer?.name ?? cleaned(name);
  if (from === null ? to === '' : to === from) return null;
  if (reach !== 'everywhere') {
    const segments = reach === 'line' && segment !== null ? [segment] : range(turn);
    return { kind: 'assign-speaker', segments, to };
  }
  return bearer === undefined
    ? { kind: 'rename-speaker', from, to }
    : { kind: 'merge-speakers', from, into: to };
};

interface SpeakerRequest {
  readonly transcript: Transcript;
  readonly speakers: readonly Speaker[];
  readonly place: SpeakerPlace;
  /** The dialog opens next to this element. */
  readonly anchor: HTMLElement;
  /** Called when the dialog has closed. */
  readonly onClose: () => void;
}

export const createSpeakerDialog = (options: {
  readonly strings: ReaderStrings;
  readonly view: EditView;
  readonly nameOf: NameOf;
  /** May throw a RangeError with a message for the user. The dialog stays open then. */
  readonly onEdit: (edit: TranscriptEdit) => void;
}) => {
  const { strings, view, nameOf, onEdit } = options;
  let request: SpeakerRequest | null = null;
  let change: SpeakerChange = { name: '', reach: 'everywhere' };
  let problem = '';

  const editOf = ({ speakers, place }: SpeakerRequest): TranscriptEdit | null =>
    speakerEdit({ speakers, nameOf }, place, change);

  const dialog = createEditDialog({
    view,
    hasChanges: () => request !== null && editOf(request) !== null,
    onClose: () => {
      const closed = request;
      request = null;
      closed?.onClose();
    },
  });
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
    try {
      if (edit) onEdit(edit);
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
      saved.onClose();
    });
  };

  const onSubmit = (event: Event): void => {
    event.preventDefault();
    save();
  };

  const onKeydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.isComposing || !(event.ctrlKey || event.metaKey)) return;
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

  const reachOptions = ({ transcript, place }: SpeakerRequest): TemplateResult => {
    const { turn, segment } = place;
    const lines = turn.end - turn.first;
    return html`
      <fieldset class="reach">
        <legend class="field-label">${strings.applyTo}</legend>
        ${reachOption('everywhere', strings.everywhere(linesOf(transcript, turn.speaker.name)))}
        ${lines > 1 || segment === null ? reachOption('passage', strings.thisPassage(lines)) : nothing}
        ${segment === null ? nothing : reachOption('line', strings.thisLine)}
      </fieldset>
    `;
  };

  const suggestions = ({ speakers, place }: SpeakerRequest): TemplateResult | typeof nothing => {
    const others = speakers.filter(({ name }) => name !== null && name !== place.turn.speaker.name);
    if (others.length === 0) return nothing;
    return html`
      <div class="suggestions" role="group" aria-label=${strings.otherSpeakers}>
        ${others.map((speaker) =>
          speakerButton({
            speaker,
            nameOf,
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
    /** May be placed anywhere in the reader. */
    element,
    open(asked: SpeakerRequest): void {
      close();
      request = asked;
      problem = '';
      const { speaker } = asked.place.turn;
      change = { name: speaker.name === null ? '' : nameOf(speaker), reach: 'everywhere' };
      draw();
      dialog.open({ label: titleOf(asked), anchor: asked.anchor });
      const field = element.querySelector<HTMLInputElement>('.name-field');
      field?.focus();
      field?.select();
    },
    close,
    /** Shows the texts of another language. */
    relabel: draw,
  };
};
