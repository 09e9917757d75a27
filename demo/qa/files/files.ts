/** The file generator: a form whose files are given to the element, or become part of a scenario. */
import { html, nothing, type TemplateResult, render } from 'lit';
import { FILE_TYPES, ContractError } from '../../../src/protocol/index.js';
import {
  draftOf,
  FILE_PRESETS,
  NAME_PRESETS,
  type FileDraft,
  DAMAGES,
  EMPTY_DRAFT,
  recipeFrom,
  RecipeError,
  type FileRecipe,
} from './recipe.js';
import { makeFile, type LoadSample } from './make-file.js';

// The form that describes a generated file.

interface FileFormState {
  readonly draft: FileDraft;
  /** The field that is wrong, or an empty string, and the message. */
  readonly mistake: { readonly field: string; readonly message: string } | null;
}

interface FileFormActions {
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

const fileForm = (
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

const SAMPLES = { mp3: 'conversation.mp3', m4a: 'interview.m4a' } as const;

const loaded = new Map<string, Uint8Array<ArrayBuffer>>();

/** Loads a sample of this demo, once. */
export const loadSample: LoadSample = async (format) => {
  const known = loaded.get(format);
  if (known) return known;
  const response = await fetch(`samples/${SAMPLES[format]}`);
  if (!response.ok) throw new Error(`status ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  loaded.set(format, bytes);
  return bytes;
};

interface FileUses {
  readonly give: (file: File) => void;
  readonly useInScenario: (recipe: FileRecipe) => void;
}

/** What is wrong with the input; null if the error has another reason. */
const mistakeOf = (error: unknown): FileFormState['mistake'] => {
  if (error instanceof ContractError) return { field: error.path, message: `${error.message}.` };
  if (error instanceof RecipeError) return { field: 'bytes', message: error.message };
  return null;
};

/** Renders the section and keeps it up to date. */
export const startFiles = (place: HTMLElement, { give, useInScenario }: FileUses): void => {
  let state: FileFormState = { draft: EMPTY_DRAFT, mistake: null };
  let notice = '';

  const change = (changes: Partial<FileFormState>, said = ''): void => {
    state = { ...state, ...changes };
    notice = said;
    draw();
  };

  /** Does something with the recipe, or shows at its field what is wrong. */
  const withRecipe = async (
    form: HTMLFormElement,
    use: (recipe: FileRecipe) => string | Promise<string>,
  ): Promise<void> => {
    try {
      change({ mistake: null }, await use(recipeFrom(state.draft)));
    } catch (error) {
      const mistake = mistakeOf(error) ?? {
        field: '',
        message: 'The sample could not be loaded. Check that the demo runs, and try again.',
      };
      change({ mistake });
      form.querySelector<HTMLElement>(`#file-${mistake.field}`)?.focus();
    }
  };

  const draw = (): void => {
    render(
      html`
        <section class="files" aria-labelledby="files-title">
          <h2 id="files-title">Make a file</h2>
          ${fileForm(state, {
            changeDraft: (changes: Partial<FileDraft>) =>
              change({ draft: { ...state.draft, ...changes }, mistake: null }),
            makeFile: (form) =>
              void withRecipe(form, async (recipe) => {
                const file = await makeFile(recipe, loadSample);
                give(file);
                return `“${file.name}” was made: ${file.size.toLocaleString('en')} bytes.`;
              }),
            useInScenario: (form) =>
              void withRecipe(form, (recipe) => {
                useInScenario(recipe);
                return '';
              }),
          })}
          <p class="hint" role="status">${notice}</p>
        </section>
      `,
      place,
    );
  };
  draw();
};
