/** The form that adds a fault, built from the sandbox's catalogue. */
import type { FaultPlace, FaultName, Conditions } from '../sandbox/index.js';
import { isNumber, optionValue } from '../faults/link.js';
import type { FaultOption, FaultDescription } from '../sandbox/faults/catalogue.js';
import type { OptionKind } from '../sandbox/faults/option-kinds.js';
import { html, nothing, type TemplateResult } from 'lit';
import { fieldBox, optionList, valueOf } from './fields.js';
import { keyed } from 'lit/directives/keyed.js';
import type { Actions, ConsoleState } from './state.js';

/** The name of each place, with its section of the specification. */
export const PLACES: Readonly<Record<FaultPlace, string>> = {
  'partner-token': 'Partner token (4.1)',
  'partner-refresh': 'Renewal of it (4.2)',
  'user-token': 'User token (4.3)',
  'upload-plan': 'Upload plan (4.4)',
  part: 'A chunk (4.5)',
  'complete-upload': 'Completion (4.6)',
  submit: 'Submission (4.7)',
  query: 'Query of a task (4.8)',
  download: 'Download (2.3.1)',
};

// Converts form input to the JSON of a fault. The sandbox validates it.

/** Omits empty fields. */
export const faultFrom = (
  data: FormData,
  options: Readonly<Record<string, FaultOption>>,
): Readonly<Record<string, unknown>> => {
  const fault: Record<string, unknown> = { name: data.get('name'), at: data.get('at') };
  for (const [option, { takes }] of Object.entries(options)) {
    const typed = data.get(`option-${option}`);
    const text = typeof typed === 'string' ? typed.trim() : '';
    if (text !== '') fault[option] = optionValue(takes, text);
  }
  return fault;
};

type Catalogue = Readonly<Record<FaultName, FaultDescription>>;

export const faultsAt = (catalogue: Catalogue, at: FaultPlace): readonly FaultName[] =>
  (Object.keys(catalogue) as FaultName[]).filter((name) => catalogue[name].where.includes(at));

/** Options of the selected fault, and the options that select requests, if it supports them. */
export const optionsFor = (
  { catalogue, strike }: NonNullable<ConsoleState['catalogue']>,
  { at, name }: ConsoleState['form'],
): readonly [own: Record<string, FaultOption>, strike: Record<string, FaultOption>] => {
  const { part, ...others } = strike;
  return [
    { ...catalogue[name].options },
    { ...(at === 'part' && part !== undefined ? { part } : {}), ...others },
  ];
};

const keyboardFor = ({ kind }: OptionKind): 'numeric' | 'decimal' | 'text' =>
  kind === 'whole' ? 'numeric' : kind === 'probability' ? 'decimal' : 'text';

const field = (
  option: string,
  { means, required, takes }: FaultOption,
  mistake: ConsoleState['mistake'],
): TemplateResult => {
  const id = `option-${option}`;
  const isWrong = mistake?.option === option;
  const described = isWrong ? `${id}-hint mistake` : `${id}-hint`;
  const control =
    takes.kind === 'choice'
      ? html`
          <select id=${id} name=${id} aria-describedby=${described} aria-invalid=${isWrong}>
            <option value="">Default</option>
            ${takes.of.map((choice) => html`<option>${choice}</option>`)}
          </select>
        `
      : html`
          <input
            id=${id}
            name=${id}
            autocomplete="off"
            spellcheck="false"
            inputmode=${keyboardFor(takes)}
            aria-describedby=${described}
            aria-invalid=${isWrong}
            aria-required=${required ?? false}
          />
        `;
  // For a long list, the choices are only in the control itself.
  const hint = takes.kind === 'choice' && takes.of.length > 4 ? 'The first is the default.' : means;
  const isRequired = required ? html` <span class="minor">required</span>` : nothing;
  return fieldBox(id, html`${option}${isRequired}`, control, hint);
};

const fields = (
  options: Readonly<Record<string, FaultOption>>,
  mistake: ConsoleState['mistake'],
): readonly TemplateResult[] =>
  Object.entries(options).map(([option, description]) => field(option, description, mistake));

export const faultForm = (state: ConsoleState, actions: Actions): TemplateResult => {
  const { catalogue, form, mistake } = state;
  if (catalogue === null) return html`<p class="empty">Waiting for the sandbox …</p>`;
  const [own, strike] = optionsFor(catalogue, form);
  const ownFields = fields(own, mistake);
  const names = faultsAt(catalogue.catalogue, form.at);
  const submitted = (event: SubmitEvent): void => {
    event.preventDefault();
    if (event.currentTarget instanceof HTMLFormElement) actions.addFault(event.currentTarget);
  };
  return html`
    <h3 id="form-title">Add a fault</h3>
    <form aria-labelledby="form-title" novalidate @submit=${submitted}>
      <div class="fields">
        ${fieldBox(
          'at',
          'Where',
          html`<select
            id="at"
            name="at"
            @change=${(event: Event) => actions.choosePlace(valueOf(event) as FaultPlace)}
          >
            ${optionList(PLACES, form.at)}
          </select>`,
        )}
        ${fieldBox(
          'name',
          'What goes wrong',
          html`<select
            id="name"
            name="name"
            aria-describedby="does"
            @change=${(event: Event) => actions.chooseFault(valueOf(event) as FaultName)}
          >
            ${optionList(Object.fromEntries(names.map((name) => [name, name])), form.name)}
          </select>`,
        )}
      </div>
      <p id="does">${catalogue.catalogue[form.name].does}</p>
      ${keyed(
        form.name,
        ownFields.length === 0 ? nothing : html`<div class="fields">${ownFields}</div>`,
      )}
      <details ?open=${mistake !== null && mistake.option in strike}>
        <summary>Which requests: the next one, unless you say more</summary>
        <div class="fields">${fields(strike, mistake)}</div>
      </details>
      <p class="mistake" id="mistake" role="alert">${mistake?.message ?? nothing}</p>
      <button type="submit" class="primary">Add this fault</button>
    </form>
  `;
};

// The form for the conditions of the link: chunk size, bandwidth and latency.

interface Field {
  readonly name: keyof Conditions;
  readonly title: string;
  /** What one unit of the field is in the unit of the condition. */
  readonly unit: number;
}

const FIELDS: readonly Field[] = [
  { name: 'bytesPerSecond', title: 'Bandwidth in kB/s', unit: 1000 },
  { name: 'latencyMs', title: 'Latency in ms', unit: 1 },
  { name: 'chunkSize', title: 'Chunk size in KiB', unit: 1024 },
];

/** Invalid input is kept as text, so that the sandbox rejects it. */
const conditionsFrom = (data: FormData): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    FIELDS.map(({ name, unit }) => {
      const typed = data.get(name);
      const text = typeof typed === 'string' ? typed.trim() : '';
      const value = isNumber(text) ? Math.round(Number(text) * unit) : text;
      return [name, text === '' ? null : value];
    }),
  );

const shown = (value: number | null, unit: number): string =>
  value === null ? '' : String(Math.round((value / unit) * 1000) / 1000);

export const linkForm = ({ ownConditions }: ConsoleState, actions: Actions): TemplateResult => {
  const submitted = (event: SubmitEvent): void => {
    event.preventDefault();
    if (event.currentTarget instanceof HTMLFormElement)
      actions.setConditions(conditionsFrom(new FormData(event.currentTarget)));
  };
  return html`
    <h3 id="link-title">Link</h3>
    <form aria-labelledby="link-title" novalidate @submit=${submitted}>
      <div class="fields">
        ${FIELDS.map(({ name, title, unit }) =>
          fieldBox(
            `link-${name}`,
            title,
            html`<input
              id=${`link-${name}`}
              name=${name}
              autocomplete="off"
              inputmode="decimal"
              placeholder="default"
              .value=${shown(ownConditions[name], unit)}
            />`,
          ),
        )}
      </div>
      <button type="submit">Set the link</button>
    </form>
  `;
};
