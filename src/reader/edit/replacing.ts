/** Replaces search matches: the part of the search bar below the field. */
import type { TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { HitFilter } from '../../transcript/search/filter.js';
import { replaceHits } from '../../transcript/search/replace.js';
import { html } from '../../ui/html.js';
import { smallButton } from '../buttons.js';
import type { SearchCommands } from '../search/search-controller.js';
import type { OpenSearch } from '../store.js';
import type { CorrectionOptions } from './edit-dialog.js';

export interface ReplacingCommands extends SearchCommands {
  /** Closes this part. The focus goes back to what opened it. */
  readonly close: () => void;
}

export type RenderReplacing = ReturnType<typeof createReplacing>;

/** `onDone` says what was done, and offers to undo it. */
export const createReplacing = (
  { store, strings, onEdit }: CorrectionOptions,
  onDone: (sentence: string) => void,
) => {
  const words = strings.replacing;

  /** Replaces these matches, also in what is typed in the text. */
  const replace = (choose: (now: OpenSearch) => readonly number[]): void => {
    store.dispatch({ type: 'settle' });
    const { search: now, transcript } = store.getState();
    if (now.kind === 'closed') return;
    const chosen = choose(now);
    onEdit(replaceHits(transcript.segments, now.hits, chosen, now.replacement ?? ''));
    onDone(words.done(chosen.length));
  };

  return (search: OpenSearch, commands: ReplacingCommands): TemplateResult => {
    const { current, filter } = search;
    const text = search.replacement ?? '';
    const isIdle = current === null;

    const replaceOne = (): void => {
      if (current === null) return;
      let from = { segment: 0, offset: 0 };
      replace(({ hits, current: chosen }) => {
        const [piece] = chosen === null ? [] : hits.piecesOf(chosen);
        if (chosen === null || !piece) return [];
        from = { segment: piece.segment, offset: piece.start + text.length };
        return [chosen];
      });
      commands.goFrom(from.segment, from.offset);
    };

    const onKeydown = (event: KeyboardEvent): void => {
      if (event.key === 'Enter') replaceOne();
      else if (event.key === 'Escape') commands.close();
      else return;
      event.preventDefault();
    };

    const option = (name: keyof HitFilter, label: string): TemplateResult => html`
      <label class="choice">
        <input
          type="checkbox"
          .checked=${live(filter[name])}
          @change=${() => commands.filter({ ...filter, [name]: !filter[name] })}
        />
        <bdi>${label}</bdi>
      </label>
    `;

    const button = (label: string, run: () => void): TemplateResult =>
      smallButton(label, run, { kind: '', dimmed: isIdle });

    return html`
      <div class="replace" role="group" aria-label=${words.open}>
        <input
          class="name-field replace-field"
          dir="auto"
          autocomplete="off"
          enterkeyhint="done"
          placeholder=${words.with}
          aria-label=${words.with}
          .value=${live(text)}
          @input=${({ target }: Event) => commands.replaceWith((target as HTMLInputElement).value)}
          @keydown=${onKeydown}
        />
        <div class="replace-buttons">
          ${button(words.one, replaceOne)} ${button(words.skip, () => commands.step(1))}
          ${button(words.all, () => replace(({ hits }) => [...Array(hits.count).keys()]))}
        </div>
        ${option('matchCase', words.matchCase)} ${option('wholeWords', words.wholeWords)}
      </div>
    `;
  };
};
