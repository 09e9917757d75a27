/** The file generator: a form whose files are given to the element, or become part of a scenario. */
import { html, render } from 'lit';
import { ContractError } from '../../../src/protocol/index.js';
import { EMPTY_DRAFT, recipeFrom, type FileDraft } from './draft.js';
import { fileForm, type FileFormState } from './file-form.js';
import { makeFile, type LoadSample } from './make-file.js';
import { RecipeError, type FileRecipe } from './recipe.js';

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

export interface FileUses {
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
