/** Menus, with their styles: a button that opens a list of actions (WAI-ARIA Authoring Practices, menu button). */
import { css, nothing, render, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { html } from '../ui/html.js';
import { ICONS } from '../ui/icons.js';
import { closePopover, isOpen, openBeside } from './popover.js';
import { make } from './turns/rows.js';

export interface MenuItem {
  /** Identifies the item, in `data-item`. */
  readonly name: string;
  readonly label: string;
  readonly icon?: TemplateResult;
  /** A short text at the end of the item, such as a file extension. */
  readonly detail?: string;
  /** Whether it is chosen, for a `checkbox` or a `radio`. */
  readonly checked?: boolean;
  readonly kind?: 'checkbox' | 'radio';
  /** Called when the menu is closed and the focus is back on its button. It may move the focus elsewhere. */
  readonly run: () => void;
}

export interface MenuGroup {
  readonly label?: string;
  readonly items: readonly MenuItem[];
}

const renderItem = (item: MenuItem): TemplateResult => {
  const { kind = '', name, label, icon, detail, checked = null, run } = item;
  const mark = checked === true ? ICONS.check : nothing;
  return html`
    <button
      type="button"
      class="menu-item"
      role=${`menuitem${kind}` as const}
      tabindex="-1"
      data-item=${name}
      aria-checked=${ifDefined(checked === null ? undefined : checked ? 'true' : 'false')}
      @click=${run}
    >
      ${checked === null && icon ? nothing : html`<span class="menu-mark">${mark}</span>`}
      ${icon ?? nothing}
      <span class="menu-label"><bdi>${label}</bdi></span>
      ${detail === undefined ? nothing : html`<span class="menu-detail" dir="ltr">${detail}</span>`}
    </button>
  `;
};

const menuItems = (groups: readonly MenuGroup[]): TemplateResult =>
  html`${groups
    .filter(({ items }) => items.length > 0)
    .map(
      ({ label, items }) => html`
        <div
          class="menu-group"
          role=${label === undefined ? 'none' : 'group'}
          aria-label=${ifDefined(label)}
        >
          ${label === undefined ? nothing : html`<p class="menu-heading" aria-hidden="true">${label}</p>`}
          ${items.map(renderItem)}
        </div>
      `,
    )}`;

/** Index of the item that the typed letters select, after the current one, or -1. A repeated letter moves on. */
const typeAhead = (labels: readonly string[], current: number, typed: string): number => {
  const [first = ''] = typed;
  const isRepeated = [...typed].every((letter) => letter === first);
  const start = (isRepeated ? first : typed).toLocaleLowerCase();
  const from = isRepeated ? current + 1 : Math.max(0, current);
  const at = labels
    .map((_, offset) => (from + offset) % labels.length)
    .find((index) => labels[index]?.toLocaleLowerCase().startsWith(start));
  return start === '' ? -1 : (at ?? -1);
};

/** Letters typed within this many milliseconds form a word. */
const TYPING_PAUSE = 700;

/** Makes a button open a list. Returns a function that closes the list. */
const controlMenu = (
  button: HTMLElement,
  list: HTMLElement,
  /** Called before the list opens. It renders the items. */
  onOpen: () => void,
): (() => void) => {
  let wasOpen = false;
  let closeToButton = (): void => undefined;
  let typing = { word: '', at: 0 };
  /** True if the menu has handled the last key, so that the browser must not. */
  let isHandled = false;

  const items = (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[role^="menuitem"]')];

  const focused = (): number =>
    items().findIndex(
      (item) => item === (list.getRootNode() as ShadowRoot | Document).activeElement,
    );

  /** Accepts any number: after the last item comes the first one. */
  const focusItem = (index: number): void => {
    const all = items();
    const item = all[((index % all.length) + all.length) % all.length];
    item?.focus({ preventScroll: true });
    // WebKit does not scroll to a focused element in a popover.
    item?.scrollIntoView({ block: 'nearest' });
  };

  const open = (index?: number): void => {
    onOpen();
    closeToButton = openBeside(list, button);
    typing = { word: '', at: 0 };
    const chosen = items().findIndex((item) =>
      item.matches('[role="menuitemradio"][aria-checked="true"]'),
    );
    focusItem(index ?? Math.max(0, chosen));
  };

  const isTyping = (at: number): boolean => typing.word !== '' && at - typing.at < TYPING_PAUSE;

  const type = (letter: string, at: number): void => {
    typing = { word: isTyping(at) ? typing.word + letter : letter, at };
    const labels = items().map(
      (item) => item.querySelector('.menu-label')?.textContent.trim() ?? '',
    );
    const found = typeAhead(labels, focused(), typing.word);
    if (found !== -1) focusItem(found);
  };

  const actionOf = (event: KeyboardEvent): (() => void) | null => {
    if (event.ctrlKey || event.metaKey || event.altKey) return null;
    switch (event.key) {
      case 'ArrowDown':
        return () => focusItem(focused() + 1);
      case 'ArrowUp':
        return () => focusItem(focused() === -1 ? -1 : focused() - 1);
      case 'Home':
        return () => focusItem(0);
      case 'End':
        return () => focusItem(-1);
      case 'Escape':
        return () => closeToButton();
      default:
        // Space chooses an item, except within a word that is being typed.
        return event.key.length === 1 && (event.key !== ' ' || isTyping(event.timeStamp))
          ? () => type(event.key, event.timeStamp)
          : null;
    }
  };

  list.addEventListener('keydown', (event) => {
    list.classList.add('by-keyboard');
    // The browser then moves the focus from the button to the element after it.
    if (event.key === 'Tab') closeToButton();
    const action = actionOf(event);
    isHandled = action !== null;
    if (action === null) return;
    event.preventDefault();
    action();
  });
  // Firefox presses a button when Space is released.
  list.addEventListener('keyup', (event) => {
    if (event.key === ' ' && isHandled) event.preventDefault();
  });

  // In the capture phase, so that the menu is closed before the item runs.
  list.addEventListener(
    'click',
    (event) => {
      const item = (event.target as Element).closest<HTMLElement>('[role^="menuitem"]');
      if (item) closeToButton();
    },
    { capture: true },
  );

  // Only one item is highlighted: the focus follows the mouse.
  list.addEventListener('pointermove', ({ target, pointerType, movementX, movementY }) => {
    // A menu that scrolls under a resting mouse also fires this event.
    if (pointerType !== 'mouse' || (movementX === 0 && movementY === 0)) return;
    list.classList.remove('by-keyboard');
    (target as Element).closest<HTMLElement>('[role^="menuitem"]')?.focus({ preventScroll: true });
  });

  list.addEventListener('beforetoggle', ({ newState }) => {
    button.ariaExpanded = String(newState === 'open');
  });

  // A press on the button closes an open menu before the click arrives.
  button.addEventListener('pointerdown', () => (wasOpen = isOpen(list)));
  button.addEventListener('click', ({ detail }) => {
    if (isOpen(list)) closePopover(list);
    else if (!wasOpen || detail === 0) open();
    wasOpen = false;
  });
  button.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    open(event.key === 'ArrowUp' ? -1 : undefined);
  });

  return () => {
    closePopover(list);
    // A popover that was removed from the page has closed without an event.
    button.ariaExpanded = 'false';
  };
};

/** The list that a button opens. Its items are rendered whenever it opens. */
export const createMenu = (button: HTMLElement, groups: () => readonly MenuGroup[]) => {
  const element = make('div', 'menu', 'menu');
  element.setAttribute('role', 'menu');
  element.tabIndex = -1;
  element.popover = 'auto';
  const draw = (): void => void render(menuItems(groups()), element);
  const close = controlMenu(button, element, draw);
  return {
    /** Must be in the same document or shadow tree as the button. */
    element,
    close,
    /** Sets the accessible name of the button and the list. An open list shows its items again. */
    setLabel(label: string): void {
      for (const named of [button, element]) named.setAttribute('aria-label', label);
      if (isOpen(element)) draw();
    },
  };
};

export const menuStyles = css`
  .menu {
    min-inline-size: min(13rem, calc(100vi - 16px));
    max-inline-size: min(24rem, calc(100vi - 16px));
    padding: 6px;
    overflow: auto;
    overscroll-behavior: contain;
    font-weight: 400;
    line-height: 1.4;
  }

  .menu:focus-visible {
    outline: none;
  }

  .menu-group + .menu-group {
    margin-block-start: 6px;
    padding-block-start: 6px;
    border-block-start: 1px solid var(--_border);
  }

  .menu-heading {
    padding: 0.35rem 0.75rem 0.2rem;
    color: var(--_text-muted);
    font-size: 0.8125em;
    font-weight: 600;
  }

  .menu-item {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    inline-size: 100%;
    min-block-size: max(38px, var(--_touch));
    padding: 0.35rem 0.75rem;
    text-align: start;
    overflow-wrap: anywhere;
  }

  .menu-item .icon {
    color: var(--_text-muted);
  }

  .menu-mark {
    flex: none;
    display: grid;
    inline-size: 1.25em;
  }

  .menu-item .menu-mark .icon {
    color: inherit;
  }

  .menu-label {
    flex: 1;
    min-inline-size: 0;
  }

  .menu-detail {
    flex: none;
    color: var(--_text-muted);
    font-size: 0.875em;
  }

  .menu:not(.by-keyboard) .menu-item:hover,
  .menu-item:focus-visible {
    background: var(--_surface-sunken);
  }

  @media (forced-colors: active) {
    .menu:not(.by-keyboard) .menu-item:hover,
    .menu-item:focus-visible {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
    }

    :is(.menu:not(.by-keyboard) .menu-item:hover, .menu-item:focus-visible) * {
      color: inherit;
    }
  }
`;
