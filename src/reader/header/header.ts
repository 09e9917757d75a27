/** The first row: the name of the recording, facts about it, and what can be done with the transcript. With its styles. */
import { css, html, nothing, type TemplateResult } from 'lit';
import type { ReaderStrings } from '../../strings/strings.js';
import { formatClock } from '../../transcript/time.js';
import { ICONS } from '../../ui/icons.js';
import { keyboardIcon, moreIcon, redoIcon, searchIcon, undoIcon } from '../reader-icons.js';
import { middleEllipsis } from '../../ui/middle-ellipsis.js';
import { toolButton } from '../buttons.js';
import { menu, type MenuItem } from '../menu.js';
import type { Audio } from '../player/audio.js';
import { SKIP } from '../player/steps.js';
import { isPlayable } from '../player/player-bar.js';
import type { ReaderContext, ReaderState } from '../store.js';

/** Facts about the recording: speakers, length, language. */
export const factsOf = (
  { transcript: { duration, language }, speakers }: Pick<ReaderState, 'transcript' | 'speakers'>,
  strings: ReaderStrings,
): readonly string[] =>
  strings.summary({
    speakers: speakers.filter(({ name }) => name !== null).length,
    duration: duration === null ? null : formatClock(duration * 1000),
    language,
  });

/** The menu of what is used less often is part of it: how the transcript is shown, how it is played, help. */
export const createHeader = (
  { store, strings }: ReaderContext,
  options: {
    readonly audio: Audio;
    readonly onSearch: () => void;
    readonly undo: () => void;
    readonly redo: () => void;
    readonly exportMenu: () => TemplateResult;
    readonly showShortcuts: () => void;
  },
) => {
  const { audio, onSearch, undo, redo, exportMenu, showShortcuts } = options;

  const viewItems = ({ preferences }: ReaderState): readonly MenuItem[] =>
    (['paragraphs', 'lines'] as const).map((view) => ({
      kind: 'radio',
      name: view,
      label: strings.views[view],
      checked: preferences.view === view,
      run: () => store.dispatch({ type: 'preferred', preferences: { view } }),
    }));

  const audioItems = ({ preferences, range, playback }: ReaderState): readonly MenuItem[] => {
    const box = (name: string, label: string, checked: boolean, run: () => void) =>
      ({ kind: 'checkbox', name, label, checked, run }) as const;
    const skip = (ms: number) => () => audio.skip(ms);
    const isHeard = !playback.muted && playback.volume > 0;
    return [
      box('skip-silence', strings.skipSilence, preferences.skipSilence, audio.toggleSkipSilence),
      box('repeat-playing', strings.repeatPlaying, range?.loop === true, audio.toggleRepeat),
      box('sound', strings.sound, isHeard, audio.toggleMuted),
      { name: 'back', label: strings.back(SKIP), run: skip(-SKIP * 1000) },
      { name: 'forward', label: strings.forward(SKIP), run: skip(SKIP * 1000) },
    ];
  };

  const moreMenu = (state: ReaderState, onNew: (() => void) | null): TemplateResult => {
    const hasSegments = state.transcript.segments.length > 0;
    const canPlay = hasSegments && isPlayable(state.playback);
    const [name, label] = ['shortcuts', strings.shortcuts];
    const help: MenuItem = { name, label, icon: keyboardIcon, run: showShortcuts };
    return menu({
      label: strings.more,
      content: moreIcon,
      buttonClass: 'tool',
      groups: [
        { items: hasSegments ? viewItems(state) : [] },
        { items: canPlay ? audioItems(state) : [] },
        {
          items: onNew
            ? [help, { name: 'new', label: strings.newRecording, icon: ICONS.plus, run: onNew }]
            : [help],
        },
      ],
    });
  };

  /** Hidden until there is something to undo. A focused button is never disabled, so that it keeps the focus. */
  const history = ({ editing }: ReaderState): TemplateResult | typeof nothing =>
    editing?.canUndo || editing?.canRedo
      ? html`
          ${toolButton(strings.undo, undoIcon, undo, { dimmed: !editing.canUndo })}
          ${toolButton(strings.redo, redoIcon, redo, { dimmed: !editing.canRedo })}
        `
      : nothing;

  /** `onNew` starts over with another recording; null if the page decides what is shown. */
  return (state: ReaderState, onNew: (() => void) | null): TemplateResult => {
    const { title, transcript, search } = state;
    return html`
      <div class="header">
        <div class="heading-words">
          <h2 class="recording" part="title" tabindex="-1" data-focus>
            ${middleEllipsis(title === '' ? strings.untitled : title)}
          </h2>
          <p class="facts" part="details">
            ${factsOf(state, strings).map((fact) => html`<span class="fact"><bdi>${fact}</bdi></span>`)}
          </p>
        </div>
        <div class="tools">
          ${
            transcript.segments.length === 0
              ? nothing
              : toolButton(strings.search, searchIcon, onSearch, {
                  expanded: search.kind === 'open',
                })
          }
          ${history(state)} ${exportMenu()}
          ${
            onNew === null
              ? nothing
              : html`<button
                  type="button"
                  class="button quiet new"
                  part="button"
                  title=${strings.newRecording}
                  @click=${onNew}
                >
                  ${ICONS.plus}<span class="label">${strings.newRecording}</span>
                </button>`
          }
          ${moreMenu(state, onNew)}
        </div>
      </div>
    `;
  };
};

export const headerStyles = css`
  .header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.25rem 0.75rem;
    min-block-size: 44px;
  }

  .heading-words {
    flex: 1 1 7rem;
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0.1rem 0.9rem;
    min-inline-size: 0;
  }

  .recording {
    flex: 0 1 auto;
    min-inline-size: 0;
    color: var(--_text);
    font-size: 1.15em;
    font-weight: 650;
    line-height: 1.3;
  }

  .facts {
    flex: none;
    color: var(--_text-muted);
    font-size: 0.875em;
    white-space: nowrap;
  }

  .fact + .fact::before {
    content: '·' / '';
    margin-inline: 0.5em;
  }

  .tools {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: end;
    gap: 0.15rem;
    margin-inline-start: auto;
  }

  .tools .button {
    border-color: transparent;
    padding-inline: 0.6em;
    white-space: nowrap;
  }

  .export .button {
    border-color: var(--_border);
    color: var(--_text);
    font-size: 0.925em;
  }

  .tool {
    flex: none;
    display: grid;
    place-items: center;
    inline-size: 44px;
    block-size: 44px;
    border: 1px solid transparent;
    border-radius: var(--_radius-small);
    color: var(--_text-muted);
  }

  .tool:is(:hover:enabled, [aria-expanded='true']) {
    background: var(--_surface-sunken);
    color: var(--_text);
  }

  .tool:disabled,
  .tool[aria-disabled='true'] {
    opacity: 0.4;
    cursor: not-allowed;
  }

  @container reader (inline-size < 44rem) {
    .heading-words {
      flex-flow: column nowrap;
      align-items: stretch;
    }

    .recording {
      font-size: 1.05em;
    }

    /* On one line: facts without room wrap to a line that is not shown. */
    .facts {
      display: flex;
      flex-wrap: wrap;
      max-block-size: 1lh;
      overflow: hidden;
    }
  }

  @container reader (inline-size < 52rem) {
    /* The name of the recording needs the room. The button keeps its title. */
    .new .label {
      display: none;
    }
  }

  @container reader (inline-size < 34rem) {
    /* The menu has it too. */
    .tools .new {
      display: none;
    }
  }

  @container reader (inline-size < 40rem) {
    .tools .button .label {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }

  @container reader (inline-size < 24rem) {
    .export .button {
      inline-size: 44px;
      padding: 0;
    }
  }

  @media (forced-colors: active) {
    .tool:disabled,
    .tool[aria-disabled='true'] {
      border-color: GrayText;
      color: GrayText;
      opacity: 1;
    }
  }
`;
