/** The form for the conditions of the link: chunk size, bandwidth and latency. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Conditions } from '../sandbox/index.js';
import type { Actions } from './actions.js';
import type { ConsoleState } from './state.js';

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
export const conditionsFrom = (data: FormData): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    FIELDS.map(({ name, unit }) => {
      const typed = data.get(name);
      const text = typeof typed === 'string' ? typed.trim() : '';
      const value = /^\d+(?:\.\d+)?$/.test(text) ? Math.round(Number(text) * unit) : text;
      return [name, text === '' ? null : value];
    }),
  );

const shown = (value: number | null, unit: number): string =>
  value === null ? '' : String(Math.round((value / unit) * 1000) / 1000);

export const linkForm = (
  { ownConditions, handlesChunks }: ConsoleState,
  actions: Actions,
): TemplateResult => {
  const submitted = (event: SubmitEvent): void => {
    event.preventDefault();
    if (event.currentTarget instanceof HTMLFormElement)
      actions.setConditions(conditionsFrom(new FormData(event.currentTarget)));
  };
  return html`
    <h3 id="link-title">Link</h3>
    <form class="link-form" aria-labelledby="link-title" novalidate @submit=${submitted}>
      <div class="link-fields">
        ${FIELDS.map(
          ({ name, title, unit }) => html`
            <div class="field">
              <label for=${`link-${name}`}>${title}</label>
              <input
                id=${`link-${name}`}
                name=${name}
                autocomplete="off"
                inputmode="decimal"
                placeholder="default"
                .value=${shown(ownConditions[name], unit)}
              />
            </div>
          `,
        )}
      </div>
      ${
        handlesChunks
          ? nothing
          : html`<p class="hint">
              Chunks go directly to the S3 store, so faults, bandwidth and latency do not affect
              them.
            </p>`
      }
      <button type="submit" class="quiet">Set the link</button>
    </form>
  `;
};
