/** The first row: the name of the recording, facts about it, and what can be done with the transcript. With its styles. */
import { css, nothing, render, type TemplateResult } from 'lit';
import type { ReaderStrings } from '../../strings/strings.js';
import { formatClock } from '../../transcript/time.js';
import { html } from '../../ui/html.js';
import { ICONS } from '../../ui/icons.js';
import { downloadIcon, moreIcon, redoIcon, searchIcon, undoIcon } from '../reader-icons.js';
import { middleEllipsis } from '../../ui/middle-ellipsis.js';
import { toolButton } from '../buttons.js';
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

/** What its buttons do is loaded when they are used. */
export const createHeader = (
  { strings }: ReaderContext,
  options: {
    readonly onSearch: () => void;
    readonly undo: () => void;
    readonly redo: () => void;
    /** The button of the menu of what is used less often. It opens the menu itself once that is loaded. */
    readonly moreButton: HTMLElement;
    readonly onExport: (button: HTMLElement, isClick: boolean) => void;
    /** A pointer is pressed on the button that opens the export dialog. */
    readonly onExportPress: () => void;
  },
) => {
  const { onSearch, undo, redo, moreButton, onExport, onExportPress } = options;
  render(moreIcon, moreButton);

  /** Hidden until there is something to undo. A focused button is never disabled, so that it keeps the focus. */
  const history = ({ editing }: ReaderState): TemplateResult | typeof nothing =>
    editing?.canUndo || editing?.canRedo
      ? html`
          ${toolButton(strings.undo, undoIcon, undo, { dimmed: !editing.canUndo })}
          ${toolButton(strings.redo, redoIcon, redo, { dimmed: !editing.canRedo })}
        `
      : nothing;

  const exportButton = (): TemplateResult => html`
    <button
      type="button"
      class="button quiet"
      part="button"
      aria-label=${strings.takeAway}
      aria-haspopup="dialog"
      aria-expanded="false"
      @pointerdown=${onExportPress}
      @click=${({ currentTarget, detail }: MouseEvent) => onExport(currentTarget as HTMLElement, detail > 0)}
    >
      ${downloadIcon}<span class="label">${strings.takeAway}</span>
    </button>
  `;

  /** `onNew` starts over with another recording; null if the page decides what is shown. `later`: what is loaded. */
  return (
    state: ReaderState,
    onNew: (() => void) | null,
    later: { readonly exportDialog: HTMLElement; readonly moreMenu: HTMLElement } | null,
  ): TemplateResult => {
    const { title, transcript, search } = state;
    moreButton.setAttribute('aria-label', strings.more);
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
          ${history(state)}
          <div class="menu-root export">${exportButton()} ${later?.exportDialog ?? nothing}</div>
          <slot name="actions"></slot>
          ${
            onNew === null
              ? nothing
              : html`<button
                  type="button"
                  class="button quiet new"
                  part="button"
                  title=${strings.newRecording}
                  data-final
                  @click=${onNew}
                >
                  ${ICONS.plus}<span class="label">${strings.newRecording}</span>
                </button>`
          }
          <div class="menu-root">${moreButton} ${later?.moreMenu ?? nothing}</div>
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

  /* Each fact has a dot before it. The first of a line is moved out, with its dot. */
  .facts {
    flex: none;
    display: flex;
    flex-wrap: wrap;
    overflow: clip;
    color: var(--_text-muted);
    font-size: 0.875em;
  }

  .fact {
    position: relative;
    inset-inline-start: -1.25em;
  }

  .fact::before {
    content: '·' / '';
    display: inline-block;
    inline-size: 1.25em;
    text-align: center;
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

  .export > .button {
    border-color: var(--_border);
    color: var(--_text);
    font-size: 0.925em;
  }

  .menu-root {
    flex: none;
    display: grid;
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
  }

  @container reader (inline-size < 52rem) {
    /* The name of the recording needs the room. The button keeps its title. */
    .new .label {
      display: none;
    }
  }

  @container reader (inline-size < 34rem) {
    /* The facts have a row of their own. */
    .heading-words {
      display: contents;
    }

    .recording {
      flex: 1 1 7rem;
    }

    .facts {
      order: 1;
      flex: 1 0 100%;
    }

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
    .export > .button {
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
