/** The first row: the name of the recording, facts about it, and what can be done with the transcript. With its styles. */
import { css, html, nothing, type TemplateResult } from 'lit';
import type { ReaderStrings } from '../../strings/strings.js';
import { formatClock } from '../../transcript/time.js';
import { ICONS } from '../../ui/icons.js';
import { keyboardIcon, moreIcon, redoIcon, searchIcon, undoIcon } from '../reader-icons.js';
import { middleEllipsis } from '../../ui/middle-ellipsis.js';
import { toolButton } from '../tool-button.js';
import { menu, type MenuItem } from '../menu.js';
import { SKIP, type Audio } from '../player/audio.js';
import { isPlayable } from '../player/player-bar.js';
import type { Preferences, ReaderState } from '../store.js';

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

interface HeaderOptions {
  readonly strings: ReaderStrings;
  readonly onSearch: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Starts over with another recording; null if the page decides what is shown. */
  readonly onNew: (() => void) | null;
  readonly exportMenu: TemplateResult;
  readonly audio: Audio;
  readonly prefer: (preferences: Partial<Preferences>) => void;
  readonly showShortcuts: () => void;
}

/** What is used less often: how the transcript is shown, how it is played, help. */
const moreMenu = (
  { preferences, range, playback, transcript }: ReaderState,
  options: HeaderOptions,
): TemplateResult => {
  const { strings, audio, prefer, showShortcuts, onNew } = options;
  const hasSegments = transcript.segments.length > 0;
  const skipItem = (seconds: number, label: string): MenuItem => ({
    name: seconds < 0 ? 'back' : 'forward',
    label,
    run: () => audio.skip(seconds * 1000),
  });
  return menu({
    label: strings.more,
    content: moreIcon,
    buttonClass: 'tool',
    groups: [
      {
        items: hasSegments
          ? [
              ...(['paragraphs', 'lines'] as const).map((view) => ({
                kind: 'radio' as const,
                name: view,
                label: strings.views[view],
                checked: preferences.view === view,
                run: () => prefer({ view }),
              })),
            ]
          : [],
      },
      {
        items: !(hasSegments && isPlayable(playback))
          ? []
          : [
              {
                kind: 'checkbox',
                name: 'skip-silence',
                label: strings.skipSilence,
                checked: preferences.skipSilence,
                run: audio.toggleSkipSilence,
              },
              {
                kind: 'checkbox',
                name: 'repeat-playing',
                label: strings.repeatPlaying,
                checked: range?.loop === true,
                run: audio.toggleRepeat,
              },
              {
                kind: 'checkbox',
                name: 'sound',
                label: strings.sound,
                checked: !playback.muted && playback.volume > 0,
                run: audio.toggleMuted,
              },
              skipItem(-SKIP, strings.back(SKIP)),
              skipItem(SKIP, strings.forward(SKIP)),
            ],
      },
      {
        items: [
          { name: 'shortcuts', label: strings.shortcuts, icon: keyboardIcon, run: showShortcuts },
          ...(onNew === null
            ? []
            : [{ name: 'new', label: strings.newRecording, icon: ICONS.plus, run: onNew }]),
        ],
      },
    ],
  });
};

/** Hidden until there is something to undo. A focused button is never disabled, so that it keeps the focus. */
const history = (
  { editing }: ReaderState,
  { undo, redo, strings }: HeaderOptions,
): TemplateResult | typeof nothing => {
  if (editing === null || !(editing.canUndo || editing.canRedo)) return nothing;
  return html`
    ${toolButton(strings.undo, undoIcon, undo, { dimmed: !editing.canUndo })}
    ${toolButton(strings.redo, redoIcon, redo, { dimmed: !editing.canRedo })}
  `;
};

export const renderHeader = (state: ReaderState, options: HeaderOptions): TemplateResult => {
  const { strings, onSearch, onNew, exportMenu } = options;
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
            : toolButton(strings.search, searchIcon, onSearch, { expanded: search.kind === 'open' })
        }
        ${history(state, options)} ${exportMenu}
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
        ${moreMenu(state, options)}
      </div>
    </div>
  `;
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

  .tools,
  .player {
    -webkit-user-select: none;
    user-select: none;
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
