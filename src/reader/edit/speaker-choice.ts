/** Chooses the speaker of the edited paragraph, from a list with the keys 1 to 9, or by a new name. */
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { ReaderStrings } from '../../strings/strings.js';
import type { Speaker } from '../../transcript/speakers.js';
import { smallButton } from '../small-button.js';
import { isolated } from './edit-dialog.js';
import { nameField, speakerButton, type NameOf } from './speaker-fields.js';

/** What is chosen so far. */
export interface SpeakerDraft {
  readonly name: string;
  /** The segment at the caret; null if the caret is not between two. */
  readonly caret: number | null;
  /** True to change the speaker only from the caret on. */
  readonly fromCaret: boolean;
  readonly problem: string;
}

export const speakerChoice = (options: {
  readonly draft: SpeakerDraft;
  readonly speakers: readonly Speaker[];
  readonly nameOf: NameOf;
  readonly strings: ReaderStrings;
  readonly alter: (part: Partial<SpeakerDraft>) => void;
  readonly onChoose: (name: string) => void;
  readonly onLeave: () => void;
}): TemplateResult => {
  const { draft, speakers, nameOf, strings, alter, onChoose, onLeave } = options;
  const { editing } = strings;
  const named = speakers.filter(({ name }) => name !== null);
  const toggle = (): void => {
    if (draft.caret !== null) alter({ fromCaret: !draft.fromCaret });
  };

  const onKeydown = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const isInName = (event.target as Element).matches('.name-field');
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1] ?? /^\d$/.exec(event.key)?.[0];
    if (event.key === 'Escape') onLeave();
    else if (event.key === 'Enter' && isInName) onChoose(draft.name);
    else if (digit === '0' && !isInName) toggle();
    else {
      const speaker = digit !== undefined && !isInName ? named[Number(digit) - 1] : undefined;
      if (!speaker) return;
      onChoose(nameOf(speaker));
    }
    event.preventDefault();
  };

  return html`
    <div
      class="speaker-choice"
      role="group"
      aria-label=${strings.changeSpeaker}
      @keydown=${onKeydown}
    >
      <div class="suggestions">
        ${named.map((speaker, at) =>
          speakerButton({ speaker, nameOf, key: at < 9 ? String(at + 1) : undefined, onChoose }),
        )}
      </div>
      ${nameField({
        label: editing.newSpeaker,
        name: draft.name,
        isInvalid: draft.problem !== '',
        describedBy: 'speaker-problem',
        onInput: (name) => alter({ name, problem: '' }),
      })}
      <p class="edit-problem" id="speaker-problem" role="alert">${isolated(draft.problem)}</p>
      <label class="choice">
        <input
          type="checkbox"
          .checked=${live(draft.fromCaret)}
          ?disabled=${draft.caret === null}
          aria-describedby="caret-hint"
          @change=${toggle}
        />
        <bdi>${editing.fromCaret}</bdi> <kbd class="key">0</kbd>
      </label>
      <p class="edit-hint" id="caret-hint">
        ${draft.caret === null ? isolated(editing.notBetween) : nothing}
      </p>
      ${smallButton(strings.cancel, onLeave, { kind: '' })}
    </div>
  `;
};
