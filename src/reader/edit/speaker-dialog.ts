/** The dialog that changes a speaker, here or everywhere, or merges two speakers. */
import { html, nothing, render, type TemplateResult } from 'lit';
import type { ReaderStrings } from '../../strings/reader.js';
import type { Speaker, Transcript, TranscriptEdit, Turn } from '../../transcript/index.js';
import { closePopover, openBeside } from '../popover.js';
import { speakerBadge, speakerClass } from '../speakers.js';

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

const cleaned = (name: string): string => name.trim().replace(/\s+/gu, ' ');

/** True if the change merges one speaker into another existing speaker. */
export const isMerge = (
  transcript: Transcript,
  { turn }: SpeakerPlace,
  { name, reach }: SpeakerChange,
): boolean =>
  reach === 'everywhere' &&
  cleaned(name) !== turn.speaker.name &&
  transcript.segments.some(({ speaker }) => speaker === cleaned(name));

/** The edit for a change; null if the name stays the same. */
export const speakerEdit = (
  transcript: Transcript,
  place: SpeakerPlace,
  change: SpeakerChange,
): TranscriptEdit | null => {
  const { turn, segment } = place;
  const from = turn.speaker.name;
  const to = cleaned(change.name);
  if (to === (from ?? '')) return null;
  if (change.reach !== 'everywhere') {
    const segments = change.reach === 'line' && segment !== null ? [segment] : range(turn);
    return { kind: 'assign-speaker', segments, to };
  }
  return isMerge(transcript, place, change)
    ? { kind: 'merge-speakers', from, into: to }
    : { kind: 'rename-speaker', from, to };
};

interface SpeakerDialog {
  /** May be placed anywhere in the reader. */
  readonly element: HTMLElement;
  open(request: SpeakerRequest): void;
  close(): void;
}

interface SpeakerRequest {
  readonly transcript: Transcript;
  readonly speakers: readonly Speaker[];
  readonly place: SpeakerPlace;
  /** The dialog opens next to this element. Focus returns to where it was. */
  readonly anchor: HTMLElement;
}

/** With more speakers than this, no names are suggested. */
const MOST_SUGGESTED = 12;
const LONGEST_NAME = 120;

export const createSpeakerDialog = (options: {
  readonly strings: ReaderStrings;
  /** May throw a RangeError with a message for the user. The dialog stays open then. */
  readonly onEdit: (edit: TranscriptEdit) => void;
}): SpeakerDialog => {
  const { strings, onEdit } = options;
  let request: SpeakerRequest | null = null;
  let change: SpeakerChange = { name: '', reach: 'everywhere' };
  let problem = '';

  const element = document.createElement('div');
  element.className = 'dialog';
  element.part.add('speaker-dialog');
  element.setAttribute('role', 'dialog');
  element.setAttribute('aria-label', strings.changeSpeaker);
  element.popover = 'auto';

  const alter = (part: Partial<SpeakerChange>): void => {
    change = { ...change, ...part };
    problem = '';
    draw();
  };

  const close = (): void => closePopover(element);

  const save = (event: Event): void => {
    event.preventDefault();
    if (request === null) return;
    const edit = speakerEdit(request.transcript, request.place, change);
    try {
      if (edit) onEdit(edit);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      problem = error.message;
      draw();
      element.querySelector('input')?.focus();
      return;
    }
    close();
  };

  const reachOption = (reach: Reach, label: string): TemplateResult => html`
    <label class="choice">
      <input
        type="radio"
        name="reach"
        .checked=${change.reach === reach}
        @change=${() => alter({ reach })}
      />
      ${label}
    </label>
  `;

  const suggestions = ({ speakers, place }: SpeakerRequest): TemplateResult | typeof nothing => {
    const others = speakers.filter(({ name }) => name !== null && name !== place.turn.speaker.name);
    if (others.length === 0 || others.length > MOST_SUGGESTED) return nothing;
    return html`
      <div class="suggestions" role="group" aria-label=${strings.otherSpeakers}>
        ${others.map(
          (speaker) => html`
            <button
              type="button"
              class="suggestion ${speakerClass(speaker)}"
              aria-pressed=${speaker.name === change.name ? 'true' : 'false'}
              @click=${() => alter({ name: speaker.name ?? '' })}
            >
              ${speakerBadge(speaker)}<bdi>${speaker.name}</bdi>
            </button>
          `,
        )}
      </div>
    `;
  };

  const fields = (open: SpeakerRequest): TemplateResult => {
    const { transcript, place } = open;
    const { turn, segment } = place;
    const lines = turn.end - turn.first;
    const merges = isMerge(transcript, place, change);
    const from = turn.speaker.name ?? strings.unknownSpeaker;
    const note = problem || (merges ? strings.mergeHint(from, change.name) : '');
    return html` <form class="speaker-form" @submit=${save}>
      <label class="field">
        <span class="field-label">${strings.speakerName}</span>
        <input
          class="name-field"
          dir="auto"
          autocomplete="off"
          required
          maxlength=${LONGEST_NAME}
          .value=${change.name}
          @input=${({ target }: Event) => alter({ name: (target as HTMLInputElement).value })}
        />
      </label>
      ${suggestions(open)}
      <fieldset class="reach">
        <legend class="field-label">${strings.applyTo}</legend>
        ${reachOption('everywhere', strings.everywhere(linesOf(transcript, turn.speaker.name)))}
        ${lines > 1 || segment === null ? reachOption('passage', strings.thisPassage(lines)) : nothing}
        ${segment === null ? nothing : reachOption('line', strings.thisLine)}
      </fieldset>
      <p class="dialog-note ${problem === '' ? '' : 'bad'}" role="note" ?hidden=${note === ''}>
        ${note}
      </p>
      <div class="dialog-buttons">
        <button type="submit" class="button small primary">
          ${merges ? strings.mergeWith(change.name.trim()) : strings.save}
        </button>
        <button type="button" class="button small" @click=${close}>${strings.cancel}</button>
      </div>
    </form>`;
  };

  const draw = (): void => {
    if (request) render(fields(request), element);
  };

  // Typing a name must not trigger shortcuts.
  element.addEventListener('keydown', (event) => event.stopPropagation());

  return {
    element,
    open(asked) {
      request = asked;
      problem = '';
      change = { name: asked.place.turn.speaker.name ?? '', reach: 'everywhere' };
      draw();
      openBeside(element, asked.anchor);
      const field = element.querySelector<HTMLInputElement>('.name-field');
      field?.focus();
      field?.select();
    },
    close,
  };
};
