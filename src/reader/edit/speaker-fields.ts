/** The fields that choose a speaker: in the dialog, and in the editor of a paragraph. */
import { nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { live } from 'lit/directives/live.js';
import type { ReaderStrings } from '../../strings/strings.js';
import { type Speaker } from '../../transcript/badges.js';
import { shownName } from '../../transcript/speakers.js';
import { html } from '../../ui/html.js';
import { shortName } from '../../ui/middle-ellipsis.js';
import { smallButton } from '../buttons.js';
import { speakerBadge, speakerClass } from '../speaker-labels.js';
import { isolated } from './edit-dialog.js';

export const cleaned = (name: string): string => name.trim().replace(/\s+/gu, ' ');

/** A name for comparing: as people see it, whichever way its letters are composed. */
const seen = (name: string): string =>
  cleaned(name.normalize('NFC').replace(/\p{Default_Ignorable_Code_Point}/gu, ''));

/** The speaker who is shown with this name already. */
export const bearerOf = (
  speakers: readonly Speaker[],
  name: string,
  strings: ReaderStrings,
): Speaker | undefined =>
  speakers.find(
    (speaker) => speaker.name !== null && seen(shownName(speaker, strings)) === seen(name),
  );

export const speakerButton = (options: {
  readonly speaker: Speaker;
  readonly strings: ReaderStrings;
  /** True if this speaker is chosen. Absent if the button chooses at once. */
  readonly pressed?: boolean;
  readonly key?: string | undefined;
  readonly onChoose: (name: string) => void;
}): TemplateResult => {
  const { speaker, strings, pressed, key, onChoose } = options;
  const name = shownName(speaker, strings);
  return html`
    <button
      type="button"
      class="suggestion ${speakerClass(speaker)}"
      title=${shortName(name) === name ? '' : name}
      aria-pressed=${ifDefined(pressed === undefined ? undefined : pressed ? 'true' : 'false')}
      @click=${() => onChoose(name)}
    >
      ${speakerBadge(speaker)}<bdi class="suggested-name">${shortName(name)}</bdi>
      ${key === undefined ? nothing : html`<kbd class="key">${key}</kbd>`}
    </button>
  `;
};

export const nameField = (options: {
  readonly label: string;
  readonly name: string;
  readonly isInvalid: boolean;
  /** Ids of the elements that describe the field. */
  readonly describedBy: string;
  readonly onInput: (name: string) => void;
}): TemplateResult => {
  const { label, name, isInvalid, describedBy, onInput } = options;
  return html`
    <label class="field">
      <span class="field-label">${label}</span>
      <input
        class="name-field"
        dir="auto"
        autocomplete="off"
        enterkeyhint="done"
        .value=${live(name)}
        aria-invalid=${isInvalid ? 'true' : 'false'}
        aria-describedby=${describedBy}
        @input=${({ target }: Event) => onInput((target as HTMLInputElement).value)}
      />
    </label>
  `;
};

export interface SpeakerDraft {
  readonly name: string;
  /** True if the caret is after the first word. */
  readonly isInside: boolean;
  /** True to change the speaker only from the word at the caret on. */
  readonly fromCaret: boolean;
  readonly problem: string;
}

const typesLetter = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  /^\S$/u.test(key) && !ctrlKey && !altKey && !metaKey;

const digitOf = ({ code, key }: KeyboardEvent): string | undefined =>
  /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1] ?? /^\d$/.exec(key)?.[0];

/** Chooses the speaker of the edited paragraph, from a list with the keys 1 to 9, or by a new name that is typed. */
export const speakerChoice = (options: {
  readonly draft: SpeakerDraft;
  readonly speakers: readonly Speaker[];
  readonly strings: ReaderStrings;
  /** False: a digit is the start of a name, like a letter. */
  readonly usesDigits: boolean;
  readonly alter: (part: Partial<SpeakerDraft>) => void;
  readonly onChoose: (name: string) => void;
  readonly onLeave: () => void;
}): TemplateResult => {
  const { draft, speakers, strings, usesDigits, alter, onChoose, onLeave } = options;
  const { editing } = strings;
  // A speaker keeps the digit when a correction changes who speaks first.
  const named = speakers
    .filter(({ name }) => name !== null)
    .sort((one, other) => one.index - other.index);
  const toggle = (): void => {
    if (draft.isInside) alter({ fromCaret: !draft.fromCaret });
  };

  const onKeydown = (event: KeyboardEvent): void => {
    const group = event.currentTarget as Element;
    const isInName = (event.target as Element).matches('.name-field');
    const digit = usesDigits ? digitOf(event) : undefined;
    if (event.key === 'Escape') onLeave();
    else if (event.key === 'Enter' && isInName) onChoose(draft.name);
    else if (digit === '0' && !isInName) toggle();
    else if (digit === undefined && !isInName && typesLetter(event)) {
      // The field gets the letter.
      group.querySelector<HTMLInputElement>('.name-field')?.focus();
      return;
    } else {
      const speaker = digit !== undefined && !isInName ? named[Number(digit) - 1] : undefined;
      if (!speaker) return;
      onChoose(shownName(speaker, strings));
    }
    event.preventDefault();
  };

  return html`
    <div
      class="speaker-choice"
      role="group"
      aria-label=${strings.changeSpeaker}
      @keydown=${onKeydown}
    >
      <div class="suggestions">
        ${named.map((speaker, at) =>
          speakerButton({
            speaker,
            strings,
            key: usesDigits && at < 9 ? String(at + 1) : undefined,
            onChoose,
          }),
        )}
      </div>
      ${nameField({
        label: editing.newSpeaker,
        name: draft.name,
        isInvalid: draft.problem !== '',
        describedBy: 'speaker-problem',
        onInput: (name) => alter({ name, problem: '' }),
      })}
      <p class="edit-problem" id="speaker-problem" role="alert">${isolated(draft.problem)}</p>
      <label class="choice">
        <input
          type="checkbox"
          .checked=${live(draft.fromCaret)}
          ?disabled=${!draft.isInside}
          @change=${toggle}
        />
        <bdi>${editing.fromCaret}</bdi> ${usesDigits ? html`<kbd class="key">0</kbd>` : nothing}
      </label>
      ${smallButton(strings.cancel, onLeave, { kind: '' })}
    </div>
  `;
};
