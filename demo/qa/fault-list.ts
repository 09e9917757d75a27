/** The active faults, and named presets. */
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { conditionsText, isUsedUp, timesOf } from '../faults/what-is-on.js';
import type { FaultListed, FaultRecord } from '../sandbox/index.js';
import type { Actions, ConsoleState } from './state.js';
import { PLACES } from './fault-form.js';
import { PRESETS } from './presets.js';

const ordinal = (number: number): string => {
  const ending = new Intl.PluralRules('en', { type: 'ordinal' }).select(number);
  const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
  return `${number}${endings[ending] ?? 'th'}`;
};

/** The affected requests, e.g. "every 3rd, 2 times". */
const strikes = (record: FaultRecord): string => {
  const { fault } = record;
  const { part, nth, every, probability, seed = 1 } = fault;
  const most = timesOf(record);
  return [
    part === undefined ? '' : `chunk ${part} only`,
    nth === undefined ? '' : `from the ${ordinal(nth)} on`,
    every === undefined ? '' : `every ${ordinal(every)}`,
    probability === undefined
      ? ''
      : `by chance ${Math.round(probability * 1000) / 10} %, seed ${seed}`,
    most === 'always' ? 'always' : most === 1 ? 'once' : `${most} times`,
    isUsedUp(record) ? 'used up' : '',
  ]
    .filter((it) => it !== '')
    .join(', ');
};

const STRIKE_FIELDS = ['name', 'at', 'part', 'nth', 'every', 'times', 'probability', 'seed'];

const optionsOf = ({ fault }: FaultRecord): string =>
  Object.entries(fault)
    .filter(([name]) => !STRIKE_FIELDS.includes(name))
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');

const faultRow = (
  record: FaultListed,
  isIdle: boolean,
  { removeFault }: Actions,
): TemplateResult => {
  const { fault, seen, struck, session } = record;
  const options = optionsOf(record);
  return html`
    <li class=${isUsedUp(record) ? 'row used-up' : 'row'}>
      <div>
        <p><code class="name">${fault.name}</code> ${PLACES[fault.at]}</p>
        <p class="minor">${strikes(record)}${options === '' ? nothing : html`<br />${options}`}</p>
        ${isIdle ? html`<p class="amber">It has not struck.</p>` : nothing}
      </div>
      <p class="minor">struck <strong>${struck}</strong> of ${seen}</p>
      ${
        session
          ? html`
              <button
                type="button"
                aria-label=${`Remove ${fault.name} at ${PLACES[fault.at]}`}
                @click=${() => removeFault(record.id)}
              >
                Remove
              </button>
            `
          : html`<p class="minor">For everyone</p>`
      }
    </li>
  `;
};

export const faultList = (state: ConsoleState, actions: Actions): TemplateResult => {
  const { faults, tried } = state;
  const own = faults.filter(({ session }) => session);
  const isUsual = own.length === 0 && conditionsText(state.ownConditions) === '';
  return html`
    <div class="heading">
      <h3 id="set-title">Set now</h3>
      <button type="button" ?disabled=${isUsual} @click=${actions.copyLink}>Copy link</button>
      <button type="button" ?disabled=${isUsual} @click=${actions.clearFaults}>
        Clear all faults
      </button>
    </div>
    <p class="hint">
      Faults affect only the requests of this browser. The log also has requests that name no user,
      such as preflights.
    </p>
    ${
      faults.length === 0
        ? html`<p class="empty">Nothing goes wrong on purpose.</p>`
        : html`
            <ul role="list" aria-labelledby="set-title">
              ${repeat(
                faults,
                ({ id }) => id,
                (record) => faultRow(record, record.struck === 0 && tried.has(record.id), actions),
              )}
            </ul>
          `
    }
  `;
};

export const presetList = ({ usePreset }: Actions): TemplateResult => html`
  <div class="heading">
    <h3 id="presets-title">Bad days</h3>
    <p class="hint">Each replaces what is set.</p>
  </div>
  <ul class="cards" role="list" aria-labelledby="presets-title">
    ${PRESETS.map(
      (preset) => html`
        <li>
          <button type="button" class="card" @click=${() => usePreset(preset)}>
            <strong>${preset.title}</strong>
            <span>${preset.about}</span>
          </button>
        </li>
      `,
    )}
  </ul>
`;
