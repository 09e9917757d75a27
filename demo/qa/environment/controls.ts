/** The controls below the element: its state, and what surrounds it. */
import { html, nothing, type TemplateResult } from 'lit';
import { LANGUAGES } from '../../sales/choices.js';
import { optionList, smallSelect, valueOf } from '../fields.js';
import { STATES } from '../states/states.js';
import { WIDTHS, type Environment } from './environment.js';

export type Change = (changes: Partial<Environment>) => void;

const GROUPS = [...new Set(Object.values(STATES).map(({ group }) => group))];

const statesOf = (group: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(STATES)
      .filter(([, state]) => state.group === group)
      .map(([name, { title }]) => [name, title]),
  );

const SWITCHES = {
  isReadonly: { label: 'Read only', hint: '' },
  isOffline: {
    label: 'Offline',
    hint: 'Offline: navigator.onLine is false, and new requests of the element fail. Requests that were already sent go on.',
  },
  isStorageFull: {
    label: 'Storage full',
    hint: 'Storage full: writes of this tab to IndexedDB, web storage and the private file system fail with QuotaExceededError. Other tabs are not affected.',
  },
} as const;

const NAMES = Object.keys(SWITCHES) as (keyof typeof SWITCHES)[];

const FORCED_STATE =
  'This is a second element in a forced state. The live element goes on behind it.';

const isForced = (): boolean => matchMedia('(forced-colors: active)').matches;

export const environmentControls = (environment: Environment, change: Change): TemplateResult => {
  const { brand, dir, lang, state, theme, width } = environment;
  const widths = Object.fromEntries(WIDTHS.map((one) => [one, `${one} px`]));
  const hints = [
    state === '' ? '' : FORCED_STATE,
    ...NAMES.map((name) => (environment[name] ? SWITCHES[name].hint : '')),
  ].filter((hint) => hint !== '');
  return html`
    <div class="filter state">
      <label for="state">State</label>
      <select id="state" @change=${(event: Event) => change({ state: valueOf(event) })}>
        <option value="" .selected=${state === ''}>Live: what the element is doing</option>
        ${GROUPS.map(
          (group) =>
            html`<optgroup label=${group}>${optionList(statesOf(group), state)}</optgroup>`,
        )}
      </select>
    </div>
    <div class="filters" role="group" aria-label="Environment">
      ${smallSelect('width', 'Width', { '': 'Full', ...widths }, width, (value) =>
        change({ width: value as Environment['width'] }),
      )}
      ${smallSelect(
        'theme',
        'Theme',
        { '': 'Auto', light: 'Light', dark: 'Dark' },
        theme,
        (value) => change({ theme: value as Environment['theme'] }),
      )}
      ${smallSelect('lang', 'Language', LANGUAGES, lang, (value) => change({ lang: value }))}
      ${smallSelect('dir', 'Direction', { '': 'Auto', ltr: 'LTR', rtl: 'RTL' }, dir, (value) =>
        change({ dir: value as Environment['dir'] }),
      )}
      <div class="filter">
        <label for="brand">Brand</label>
        <span class="brand-colour">
          <input
            type="color"
            id="brand"
            .value=${brand === '' ? '#0b6a5f' : brand}
            @input=${(event: Event) => change({ brand: valueOf(event) })}
          />
          ${
            brand === ''
              ? nothing
              : html`<button
                  type="button"
                  aria-label="Remove the brand colour"
                  @click=${() => change({ brand: '' })}
                >
                  Remove
                </button>`
          }
        </span>
      </div>
    </div>
    <div class="checks">
      ${NAMES.map(
        (name) =>
          html`<label class="check">
            <input
              type="checkbox"
              .checked=${environment[name]}
              @change=${() => change({ [name]: !environment[name] })}
            />
            ${SWITCHES[name].label}
          </label>`,
      )}
      <a href=${location.href} target="_blank" rel="opener">Second tab</a>
      <details>
        <summary>Forced colours are ${isForced() ? 'on' : 'off'}</summary>
        <p class="hint">
          A page cannot switch them on. In Chromium: developer tools, Rendering, “Emulate CSS media
          feature forced-colors”. On Windows: Settings, Accessibility, Contrast themes.
        </p>
      </details>
    </div>
    ${hints.map((hint) => html`<p class="hint" role="note">${hint}</p>`)}
  `;
};
