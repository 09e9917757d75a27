/** What the export dialog shows: a format, what it contains, and a button that says what it gives. */
import { nothing, type TemplateResult } from 'lit';
import type { ReaderStrings } from '../../strings/strings.js';
import {
  EXPORT_TIMES,
  hasChosenTimes,
  type ExportFormat,
  type ExportTimes,
} from '../../transcript/exports/formats.js';
import { type Speaker } from '../../transcript/badges.js';
import { shownName } from '../../transcript/speakers.js';
import { html } from '../../ui/html.js';
import { shortName } from '../../ui/middle-ellipsis.js';
import { smallButton } from '../buttons.js';
import { speakerBadge, speakerClass } from '../speaker-labels.js';
import type { ExportPreferences } from '../store.js';

/** What is chosen for one export, besides the preferences. */
export interface ExportDraft extends ExportPreferences {
  /** Speakers whose words are left out. */
  readonly without: ReadonlySet<string | null>;
  readonly onlyPassage: boolean;
}

/** What the file contains, such as “Plain text, with names”. */
const givenBy = (
  { format, names, times }: ExportPreferences,
  isNamed: boolean,
  strings: ReaderStrings,
  locale: string | undefined,
): string => {
  const { withNames, withTimes } = strings.exporting;
  const parts = [
    strings.downloadFormat[format],
    ...(isNamed && names ? [withNames] : []),
    ...(hasChosenTimes(format) && times !== 'none' ? [withTimes] : []),
  ];
  try {
    return new Intl.ListFormat(locale, { type: 'unit' }).format(parts);
  } catch {
    return parts.join(', ');
  }
};

export const exportForm = (options: {
  readonly draft: ExportDraft;
  readonly speakers: readonly Speaker[];
  readonly hasPassage: boolean;
  readonly formats: readonly ExportFormat[];
  /** True if the choice has no words. */
  readonly isEmpty: boolean;
  readonly strings: ReaderStrings;
  readonly locale: string | undefined;
  readonly alter: (part: Partial<ExportDraft>) => void;
  readonly onDownload: () => void;
  readonly onCopy: () => void;
  readonly onPrint: () => void;
}): TemplateResult => {
  const { draft, speakers, hasPassage, formats, isEmpty, strings, locale, alter } = options;
  const words = strings.exporting;
  const isNamed = speakers.some(({ name }) => name !== null);

  const onSubmit = (event: Event): void => {
    event.preventDefault();
    if (!isEmpty) options.onDownload();
  };

  const list = <Value extends string>(
    label: string,
    values: readonly Value[],
    current: Value,
    nameOf: (value: Value) => string,
    onChoose: (value: Value) => void,
  ): TemplateResult => html`
    <label class="field">
      <span class="field-label">${label}</span>
      <select
        class="name-field"
        @change=${({ target }: Event) => {
          const value = values[(target as HTMLSelectElement).selectedIndex];
          if (value !== undefined) onChoose(value);
        }}
      >
        ${values.map((value) => html`<option ?selected=${value === current}>${nameOf(value)}</option>`)}
      </select>
    </label>
  `;

  const box = (content: unknown, checked: boolean, onChange: () => void): TemplateResult => html`
    <label class="choice">
      <input type="checkbox" .checked=${checked} @change=${onChange} />
      ${content}
    </label>
  `;

  const toggle = (name: string | null): void => {
    const without = new Set(draft.without);
    if (!without.delete(name)) without.add(name);
    alter({ without });
  };

  const people = (): TemplateResult => html`
    <fieldset class="reach">
      <legend class="field-label">${words.speakers}</legend>
      ${speakers.map((speaker) =>
        box(
          html`<span class="export-speaker ${speakerClass(speaker)}"
            >${speakerBadge(speaker)}<bdi>${shortName(shownName(speaker, strings))}</bdi></span
          >`,
          !draft.without.has(speaker.name),
          () => toggle(speaker.name),
        ),
      )}
    </fieldset>
  `;

  return html`
    <form class="edit-form export-form" @submit=${onSubmit}>
      <div class="edit-fields">
        ${list<ExportFormat>(
          words.format,
          formats,
          draft.format,
          (format) => `${strings.downloadFormat[format]} – \u200e.${format}`,
          (format) => alter({ format }),
        )}
        ${
          hasChosenTimes(draft.format)
            ? list<ExportTimes>(
                words.times,
                EXPORT_TIMES,
                draft.times,
                (times) => words.timesOf[times],
                (times) => alter({ times }),
              )
            : nothing
        }
        ${isNamed ? box(html`<bdi>${words.names}</bdi>`, draft.names, () => alter({ names: !draft.names })) : nothing}
        ${
          hasPassage
            ? box(html`<bdi>${words.passage}</bdi>`, draft.onlyPassage, () =>
                alter({ onlyPassage: !draft.onlyPassage }),
              )
            : nothing
        }
        ${speakers.length > 1 ? people() : nothing}
      </div>
      <div class="edit-buttons">
        <button
          type="submit"
          part="button primary-button"
          class="button small primary"
          ?disabled=${isEmpty}
        >
          ${strings.download}: ${givenBy(draft, isNamed, strings, locale)}
        </button>
        ${smallButton(strings.copy, options.onCopy, { kind: '', dimmed: isEmpty })}
        ${smallButton(strings.print, options.onPrint)}
      </div>
    </form>
  `;
};
