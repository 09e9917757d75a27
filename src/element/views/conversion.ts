/** What the view of work shows about the conversion of the file. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Source, TranscribeProgress } from '../../engine/index.js';
import type { Formats } from '../../strings/formats.js';
import type { ConvertStrings } from '../../strings/strings.js';
import type { Actions } from './actions.js';
import type { WorkingState } from './phase.js';

export interface ConversionView {
  readonly state: WorkingState;
  readonly progress: TranscribeProgress;
  readonly formats: Formats;
  readonly strings: { readonly convert?: ConvertStrings };
  readonly actions: Actions;
}

/** The fraction to show while the file is converted, also while that is paused. Null at other times. */
export const convertingFraction = ({ state, progress }: ConversionView): number | null => {
  const isUnderWay = state.name === 'paused' || progress.phase === 'converting';
  return isUnderWay && state.job.file === undefined
    ? (progress.conversion?.fraction ?? null)
    : null;
};

/** Such as “2.1 GB → 58 MB”. Null if nothing is converted. */
export const conversionSizes = ({ progress, formats, strings }: ConversionView): string | null => {
  const { conversion } = progress;
  if (conversion === null || strings.convert === undefined) return null;
  const { fromBytes, toBytes } = conversion;
  return strings.convert.sizes(formats.bytes(fromBytes), formats.bytes(toBytes));
};

/** What happens to the file, or has happened to it. Null if it is uploaded as it is. */
export const conversionHint = (view: ConversionView): string | null => {
  const { state, strings } = view;
  const sizes = conversionSizes(view);
  const kind = state.job.conversion?.kind;
  if (sizes === null || kind === undefined || strings.convert === undefined) return null;
  return convertingFraction(view) === null
    ? strings.convert.converted[kind](sizes)
    : strings.convert.hint;
};

/** Lets the user choose among the audio tracks of a file. */
export const renderTracks = ({
  state,
  formats,
  strings: { convert },
  actions,
}: ConversionView): TemplateResult | typeof nothing => {
  const { conversion, source } = state.job;
  const mayChange = !['submitting', 'transcribing'].includes(state.name) && source.kind === 'file';
  if (!conversion || conversion.tracks.length < 2 || !mayChange || convert === undefined) {
    return nothing;
  }
  const choose = (event: Event): void => {
    const { converted: _old, ...chosen } = source;
    const track = Number((event.target as HTMLSelectElement).value);
    const next: Source = { ...chosen, track };
    actions.select(next);
  };
  return html`
    <label class="tracks">
      ${convert.track}
      <select part="track-select" aria-label=${convert.track} @change=${choose}>
        ${conversion.tracks.map(({ language }, index) => {
          const name = language === null ? null : formats.languageName(language);
          return html`<option value=${index} ?selected=${index === conversion.track}>
            ${convert.trackName(index + 1, name)}
          </option>`;
        })}
      </select>
    </label>
  `;
};
