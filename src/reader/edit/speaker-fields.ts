/** What the dialog for a speaker and the choice in the editor share: the button of a known speaker, and the name field. */
import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { live } from 'lit/directives/live.js';
import { MAX_NAME_LENGTH } from '../../transcript/edits/edits.js';
import type { Speaker } from '../../transcript/speakers.js';
import { shortName } from '../../ui/middle-ellipsis.js';
import { speakerBadge, speakerClass } from '../speaker-labels.js';

/** The name that the reader shows for a speaker. It may differ from the name in the transcript. */
export type NameOf = (speaker: Speaker) => string;

export const cleaned = (name: string): string => name.trim().replace(/\s+/gu, ' ');

export interface Speakers {
  readonly speakers: readonly Speaker[];
  readonly nameOf: NameOf;
}

/** The speaker who already has this name. */
export const bearerOf = ({ speakers, nameOf }: Speakers, name: string): Speaker | undefined =>
  speakers.find((speaker) => speaker.name !== null && nameOf(speaker) === cleaned(name));

export const speakerButton = (options: {
  readonly speaker: Speaker;
  readonly nameOf: NameOf;
  /** True if this speaker is chosen. Absent if the button chooses at once. */
  readonly pressed?: boolean;
  /** The key that chooses this speaker. */
  readonly key?: string | undefined;
  readonly onChoose: (name: string) => void;
}): TemplateResult => {
  const { speaker, nameOf, pressed, key, onChoose } = options;
  const name = nameOf(speaker);
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
        maxlength=${MAX_NAME_LENGTH}
        .value=${live(name)}
        aria-invalid=${isInvalid ? 'true' : 'false'}
        aria-describedby=${describedBy}
        @input=${({ target }: Event) => onInput((target as HTMLInputElement).value)}
      />
    </label>
  `;
};
