/** The form that describes a generated file. */
import { html, nothing, type TemplateResult } from 'lit';
import { FILE_TYPES } from '../../../src/protocol/index.js';
import { draftOf, FILE_PRESETS, NAME_PRESETS, type FileDraft } from './draft.js';
import { DAMAGES } from './recipe.js';

export interface FileFormState {
  readonly draft: FileDraft;
  /** The field that is wrong, or an empty string, and the message. */
  readonly mistake: { readonly field: string; readonly message: string } | null;
}

export interface FileFormActions {
  readonly changeDraft: (changes: Partial<FileDraft>) => void;
  /** Makes the file and gives it to the element. */
  readonly makeFile: (form: HTMLFormElement) => void;
  /** Starts a scenario with this file. */
  readonly useInScenario: (form: HTMLFormElement) => void;
}

const valueOf = ({ currentTarget }: Event): string =>
  currentTarget instanceof HTMLInputElement || currentTarget instanceof HTMLSelectElement
    ? currentTarget.value
    : '';

export const fileForm = (
  { draft, mistake }: FileFormState,
  { changeDraft, makeFile, useInScenario }: FileFormActions,
): TemplateResult => {
  const change =
    (field: keyof FileDraft) =>
    (event: Event): void =>
      changeDraft({ [field]: valueOf(event) });
  const invalid = (field: string): boolean => mistake?.field === field;
  const describedBy = (field: string): string =>
    invalid(field) ? `file-${field}-hint file-mistake` : `file-${field}-hint`;

  const text = (
    field: 'bytes' | 'seconds' | 'name',
    label: string,
    hint: string,
    disabled = false,
  ): TemplateResult => html`
    <div class="field">
      <label for=${`file-${field}`}>${label}</label>
      <input
        id=${`file-${field}`}
        name=${field}
        autocomplete="off"
        spellcheck="false"
        dir=${field === 'name' ? 'auto' : nothing}
        maxlength=${field === 'name' ? 255 : 20}
        .value=${draft[field]}
        ?disabled=${disabled}
        aria-describedby=${describedBy(field)}
        aria-invalid=${invalid(field)}
        @input=${change(field)}
      />
      <p class="hint" id=${`file-${field}-hint`}>${hint}</p>
    </div>
  `;

  const picker = (
    id: string,
    label: string,
    options: Readonly<Record<string, string>>,
    value: string,
    changed: (event: Event) => void,
  ): TemplateResult => html`
    <div class="field">
      <label for=${id}>${label}</label>
      <select
        id=${id}
        aria-invalid=${invalid(id.replace('file-', ''))}
        aria-describedby=${mistake === null ? nothing : 'file-mistake'}
        @change=${changed}
      >
        ${Object.entries(options).map(
          ([option, title]) =>
            html`<option value=${option} .selected=${option === value}>${title}</option>`,
        )}
      </select>
    </div>
  `;

  const named = (titles: readonly string[], first: string): Readonly<Record<string, string>> =>
    Object.fromEntries([['', first], ...titles.map((title) => [title, title] as const)]);

  const isFixed = draft.format === 'm4a';
  return html`
    <form
      aria-labelledby="files-title"
      novalidate
      @submit=${(event: SubmitEvent) => {
        event.preventDefault();
        if (event.currentTarget instanceof HTMLFormElement) makeFile(event.currentTarget);
      }}
    >
      <div class="fields">
        ${picker(
          'file-preset',
          'Start from',
          named(Object.keys(FILE_PRESETS), 'Your own'),
          '',
          (event) => {
            const recipe = FILE_PRESETS[valueOf(event)];
            if (recipe !== undefined) changeDraft(draftOf(recipe));
          },
        )}
        ${picker(
          'file-format',
          'Format',
          Object.fromEntries(FILE_TYPES.map((type) => [type, type.toUpperCase()])),
          draft.format,
          (event) => {
            const format = FILE_TYPES.find((type) => type === valueOf(event));
            if (format !== undefined)
              changeDraft({ format, ...(format === 'm4a' ? { seconds: '' } : {}) });
          },
        )}
        ${picker('file-damage', 'Damage', { '': 'None', ...DAMAGES }, draft.damage, change('damage'))}
        ${text('bytes', 'Size', 'Such as 500 kB or 5 MiB, up to 8 GiB.')}
        ${text(
          'seconds',
          'Length in seconds',
          isFixed ? 'An M4A always has the 23 s of its sample.' : 'Default: as its size allows.',
          isFixed,
        )}
        ${picker(
          'file-names',
          'Difficult names',
          named(Object.keys(NAME_PRESETS), 'Choose one'),
          '',
          (event) => {
            const name = NAME_PRESETS[valueOf(event)];
            if (name !== undefined) changeDraft({ name });
          },
        )}
        ${text('name', 'Name', 'Default: “recording” with an extension.')}
      </div>
      <p class="mistake" id="file-mistake" role="alert">${mistake?.message ?? nothing}</p>
      <div class="buttons">
        <button type="submit" class="primary">Give it to the element</button>
        <button
          type="button"
          class="quiet"
          @click=${({ currentTarget }: Event) => {
            const form = currentTarget instanceof HTMLButtonElement && currentTarget.form;
            if (form) useInScenario(form);
          }}
        >
          Use in a scenario
        </button>
      </div>
    </form>
  `;
};
