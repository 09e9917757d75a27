/** The form that adds a fault, built from the sandbox's catalogue. */
import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { FaultDescription, FaultOption } from '../sandbox/faults/catalogue.js';
import type { OptionKind } from '../sandbox/faults/option-kinds.js';
import type { FaultName, FaultPlace } from '../sandbox/index.js';
import type { Actions } from './actions.js';
import { isPlace, PLACES } from './places.js';
import type { ConsoleState } from './state.js';

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
  const described = isWrong ? `${id}-means mistake` : `${id}-means`;
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
  return html`
    <div class="field">
      <label for=${id}
        >${option}${required ? html` <span class="minor">required</span>` : nothing}</label
      >
      ${control}
      <p class="hint" id=${`${id}-means`}>${hint}</p>
    </div>
  `;
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
  const submitted = (event: SubmitEvent): void => {
    event.preventDefault();
    if (event.currentTarget instanceof HTMLFormElement) actions.addFault(event.currentTarget);
  };
  const placeChosen = ({ target }: Event): void => {
    if (target instanceof HTMLSelectElement && isPlace(target.value))
      actions.choosePlace(target.value);
  };
  const faultChosen = ({ target }: Event): void => {
    if (target instanceof HTMLSelectElement) actions.chooseFault(target.value as FaultName);
  };
  return html`
    <h3 id="form-title">Add a fault</h3>
    <form aria-labelledby="form-title" novalidate @submit=${submitted}>
      <div class="fields">
        <div class="field">
          <label for="at">Where</label>
          <select id="at" name="at" @change=${placeChosen}>
            ${Object.entries(PLACES).map(
              ([at, title]) =>
                html`<option value=${at} .selected=${at === form.at}>${title}</option>`,
            )}
          </select>
        </div>
        <div class="field">
          <label for="name">What goes wrong</label>
          <select id="name" name="name" aria-describedby="does" @change=${faultChosen}>
            ${faultsAt(catalogue.catalogue, form.at).map(
              (name) =>
                html`<option value=${name} .selected=${name === form.name}>${name}</option>`,
            )}
          </select>
        </div>
      </div>
      <p class="does" id="does">${catalogue.catalogue[form.name].does}</p>
      ${keyed(
        form.name,
        ownFields.length === 0 ? nothing : html`<div class="fields">${ownFields}</div>`,
      )}
      <details ?open=${mistake !== null && mistake.option in strike}>
        <summary>Which requests: the next one, unless you say more</summary>
        <div class="fields narrow">${fields(strike, mistake)}</div>
      </details>
      <p class="mistake" id="mistake" role="alert">${mistake?.message ?? nothing}</p>
      <button type="submit" class="primary">Add this fault</button>
    </form>
  `;
};
