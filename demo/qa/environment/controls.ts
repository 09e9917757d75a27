/** The controls above the element: its state, and what surrounds it. */
import { html, nothing, type TemplateResult } from 'lit';
import { LANGUAGES } from '../../sales/choices.js';
import { STATES } from '../states/states.js';
import { USUAL, WIDTHS, type Environment } from './environment.js';

export type Change = (changes: Partial<Environment>) => void;

const select = (
  id: string,
  label: string,
  options: Readonly<Record<string, string>>,
  chosen: string,
  onChange: (value: string) => void,
): TemplateResult => html`
  <div class="choice">
    <label for=${id}>${label}</label>
    <select
      id=${id}
      @change=${({ target }: Event) => onChange((target as HTMLSelectElement).value)}
    >
      ${Object.entries(options).map(
        ([value, text]) =>
          html`<option value=${value} .selected=${value === chosen}>${text}</option>`,
      )}
    </select>
  </div>
`;

const check = (
  label: string,
  isChecked: boolean,
  onChange: (isChecked: boolean) => void,
): TemplateResult => html`
  <label class="check">
    <input
      type="checkbox"
      .checked=${isChecked}
      @change=${({ target }: Event) => onChange((target as HTMLInputElement).checked)}
    />
    ${label}
  </label>
`;

const GROUPS = [...new Set(Object.values(STATES).map(({ group }) => group))];

const statePicker = ({ state }: Environment, change: Change): TemplateResult => html`
  <div class="choice state">
    <label for="state">State</label>
    <select
      id="state"
      @change=${({ target }: Event) => change({ state: (target as HTMLSelectElement).value })}
    >
      <option value="" .selected=${state === ''}>Live: what the element is doing</option>
      ${GROUPS.map(
        (group) => html`
          <optgroup label=${group}>
            ${Object.entries(STATES)
              .filter(([, one]) => one.group === group)
              .map(
                ([name, { title }]) =>
                  html`<option value=${name} .selected=${name === state}>${title}</option>`,
              )}
          </optgroup>
        `,
      )}
    </select>
  </div>
`;

const isForced = (): boolean => matchMedia('(forced-colors: active)').matches;

const hints = (environment: Environment): readonly string[] => [
  ...(environment.state === ''
    ? []
    : ['This is a second element in a forced state. The live element goes on behind it.']),
  ...(environment.isOffline
    ? [
        'Offline: navigator.onLine is false, and new requests of the element fail. Requests that were already sent go on.',
      ]
    : []),
  ...(environment.isStorageFull
    ? [
        'Storage full: writes of this tab to IndexedDB, web storage and the private file system fail with QuotaExceededError. Other tabs are not affected.',
      ]
    : []),
];

export const environmentControls = (environment: Environment, change: Change): TemplateResult => {
  const { brand, dir, isOffline, isReadonly, isStorageFull, lang, theme, width } = environment;
  return html`
    ${statePicker(environment, change)}
    <div class="choices" role="group" aria-label="Environment">
      ${select(
        'width',
        'Width',
        { '': 'Full', ...Object.fromEntries(WIDTHS.map((one) => [one, `${one} px`])) },
        width,
        (value) => change({ width: value as Environment['width'] }),
      )}
      ${select('theme', 'Theme', { '': 'Auto', light: 'Light', dark: 'Dark' }, theme, (value) =>
        change({ theme: value as Environment['theme'] }),
      )}
      ${select('lang', 'Language', LANGUAGES, lang, (value) => change({ lang: value }))}
      ${select('dir', 'Direction', { '': 'Auto', ltr: 'LTR', rtl: 'RTL' }, dir, (value) =>
        change({ dir: value as Environment['dir'] }),
      )}
      <div class="choice">
        <label for="brand">Brand</label>
        <span class="brand-colour">
          <input
            type="color"
            id="brand"
            .value=${brand === '' ? '#0b6a5f' : brand}
            @input=${({ target }: Event) => change({ brand: (target as HTMLInputElement).value })}
          />
          ${
            brand === ''
              ? nothing
              : html`<button
                  type="button"
                  class="quiet small"
                  aria-label="Remove the brand colour"
                  @click=${() => change({ brand: USUAL.brand })}
                >
                  Remove
                </button>`
          }
        </span>
      </div>
    </div>
    <div class="checks">
      ${check('Read only', isReadonly, (value) => change({ isReadonly: value }))}
      ${check('Offline', isOffline, (value) => change({ isOffline: value }))}
      ${check('Storage full', isStorageFull, (value) => change({ isStorageFull: value }))}
      <a href=${location.href} target="_blank" rel="opener">Second tab</a>
      <details class="about">
        <summary>Forced colours are ${isForced() ? 'on' : 'off'}</summary>
        <p class="hint">
          A page cannot switch them on. In Chromium: developer tools, Rendering, “Emulate CSS media
          feature forced-colors”. On Windows: Settings, Accessibility, Contrast themes.
        </p>
      </details>
    </div>
    ${hints(environment).map((hint) => html`<p class="hint" role="note">${hint}</p>`)}
  `;
};
