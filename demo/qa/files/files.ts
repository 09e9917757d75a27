/** The file generator: a form whose files are given to the element, or become part of a scenario. */
import { html, nothing, render, type TemplateResult } from 'lit';
import { ContractError } from '../../../src/protocol/read.js';
import { FILE_TYPES } from '../../../src/protocol/types.js';
import { fieldBox, optionList, valueOf } from '../fields.js';
import { makeFile, type LoadSample } from './make-file.js';
import {
  DAMAGES,
  draftOf,
  EMPTY_DRAFT,
  FILE_PRESETS,
  NAME_PRESETS,
  recipeFrom,
  RecipeError,
  type FileDraft,
  type FileRecipe,
} from './recipe.js';

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

/** What is wrong, and the field; empty if it is none. */
interface Mistake {
  readonly field: string;
  readonly message: string;
}

const NO_MISTAKE: Mistake = { field: '', message: '' };

const mistakeOf = (error: unknown): Mistake => {
  if (error instanceof ContractError) return { field: error.path, message: `${error.message}.` };
  if (error instanceof RecipeError) return { field: 'bytes', message: error.message };
  return {
    field: '',
    message: 'The sample could not be loaded. Check that the demo runs, and try again.',
  };
};

const FORMATS = Object.fromEntries(FILE_TYPES.map((type) => [type, type.toUpperCase()]));

/** A choice of names, after an empty one. */
const named = (names: object, first: string): Readonly<Record<string, string>> => ({
  '': first,
  ...Object.fromEntries(Object.keys(names).map((name) => [name, name])),
});

interface FileUses {
  readonly give: (file: File) => void;
  readonly useInScenario: (recipe: FileRecipe) => void;
}

/** Renders the section and keeps it up to date. */
export const startFiles = (place: HTMLElement, { give, useInScenario }: FileUses): void => {
  let draft = EMPTY_DRAFT;
  let mistake = NO_MISTAKE;
  let notice = '';

  const change = (changes: Partial<FileDraft>): void => {
    draft = { ...draft, ...changes };
    mistake = NO_MISTAKE;
    notice = '';
    draw();
  };

  /** Does something with the recipe, or shows at its field what is wrong. */
  const withRecipe = async (
    use: (recipe: FileRecipe) => string | Promise<string>,
  ): Promise<void> => {
    change({});
    try {
      notice = await use(recipeFrom(draft));
      draw();
    } catch (error) {
      mistake = mistakeOf(error);
      draw();
      place.querySelector<HTMLElement>(`#file-${mistake.field}`)?.focus();
    }
  };
  const make = async (recipe: FileRecipe): Promise<string> => {
    const file = await makeFile(recipe, loadSample);
    give(file);
    return `“${file.name}” was made: ${file.size.toLocaleString('en')} bytes.`;
  };

  const text = (
    field: 'bytes' | 'seconds' | 'name',
    label: string,
    hint: string,
    disabled = false,
  ): TemplateResult =>
    fieldBox(
      `file-${field}`,
      label,
      html`<input
        id=${`file-${field}`}
        name=${field}
        autocomplete="off"
        spellcheck="false"
        dir=${field === 'name' ? 'auto' : nothing}
        maxlength=${field === 'name' ? 255 : 20}
        .value=${draft[field]}
        ?disabled=${disabled}
        aria-describedby=${`file-${field}-hint file-mistake`}
        aria-invalid=${mistake.field === field}
        @input=${(event: Event) => change({ [field]: valueOf(event) })}
      />`,
      hint,
    );
  const picker = (
    field: string,
    label: string,
    texts: Readonly<Record<string, string>>,
    chosen: string,
    onChange: (value: string) => Partial<FileDraft>,
  ): TemplateResult =>
    fieldBox(
      `file-${field}`,
      label,
      html`<select
        id=${`file-${field}`}
        aria-invalid=${mistake.field === field}
        aria-describedby="file-mistake"
        @change=${(event: Event) => change(onChange(valueOf(event)))}
      >
        ${optionList(texts, chosen)}
      </select>`,
    );

  const draw = (): void => {
    const isFixed = draft.format === 'm4a';
    render(
      html`
        <section class="files" aria-labelledby="files-title">
          <h2 id="files-title">Make a file</h2>
          <form
            aria-labelledby="files-title"
            novalidate
            @submit=${(event: SubmitEvent) => {
              event.preventDefault();
              void withRecipe(make);
            }}
          >
            <div class="fields">
              ${picker('preset', 'Start from', named(FILE_PRESETS, 'Your own'), '', (name) => {
                const recipe = FILE_PRESETS[name];
                return recipe === undefined ? {} : draftOf(recipe);
              })}
              ${picker('format', 'Format', FORMATS, draft.format, (chosen) => ({
                format: FILE_TYPES.find((type) => type === chosen) ?? draft.format,
                ...(chosen === 'm4a' ? { seconds: '' } : {}),
              }))}
              ${picker('damage', 'Damage', { '': 'None', ...DAMAGES }, draft.damage, (damage) => ({
                damage,
              }))}
              ${text('bytes', 'Size', 'Such as 500 kB or 5 MiB, up to 8 GiB.')}
              ${text(
                'seconds',
                'Length in seconds',
                isFixed
                  ? 'An M4A always has the 23 s of its sample.'
                  : 'Default: as its size allows.',
                isFixed,
              )}
              ${picker(
                'names',
                'Difficult names',
                named(NAME_PRESETS, 'Choose one'),
                '',
                (name) => ({
                  name: NAME_PRESETS[name] ?? draft.name,
                }),
              )}
              ${text('name', 'Name', 'Default: “recording” with an extension.')}
            </div>
            <p class="mistake" id="file-mistake" role="alert">${mistake.message || nothing}</p>
            <div class="buttons">
              <button type="submit" class="primary">Give it to the element</button>
              <button
                type="button"
                @click=${() =>
                  void withRecipe((recipe) => {
                    useInScenario(recipe);
                    return '';
                  })}
              >
                Use in a scenario
              </button>
            </div>
          </form>
          <p class="hint" role="status">${notice || nothing}</p>
        </section>
      `,
      place,
    );
  };
  draw();
};
