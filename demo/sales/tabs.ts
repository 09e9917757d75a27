/** Tabs as in the ARIA Authoring Practices: arrow keys, Home and End move; the focused tab is shown. */

/** The element of the page for a selector. */
export const find = <T extends Element = HTMLElement>(selector: string): T => {
  const element = document.querySelector<T>(selector);
  if (!element) throw new Error(`the page has no ${selector}`);
  return element;
};

/** Calls `onSelect` with the id of the panel that the user selects. */
export const connectTabs = (list: Element, onSelect: (panel: string) => void): void => {
  const tabs = [...list.querySelectorAll<HTMLElement>('[role="tab"]')];
  const select = (tab: HTMLElement | undefined): void => {
    if (tab === undefined) return;
    onSelect(tab.getAttribute('aria-controls') ?? '');
    tab.focus();
  };
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener('click', () => select(tab));
    tab.addEventListener('keydown', (event) => {
      const forward = getComputedStyle(list).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
      const backward = forward === 'ArrowRight' ? 'ArrowLeft' : 'ArrowRight';
      const target: Readonly<Record<string, number>> = {
        [forward]: (index + 1) % tabs.length,
        [backward]: (index - 1 + tabs.length) % tabs.length,
        Home: 0,
        End: tabs.length - 1,
      };
      const next = target[event.key];
      if (next === undefined) return;
      event.preventDefault();
      select(tabs[next]);
    });
  }
};

/** Scrolls only the list, so that a narrow window shows the whole tab. */
const scrollTo = (tab: Element, list: Element): void => {
  const { left, right } = tab.getBoundingClientRect();
  const shown = list.getBoundingClientRect();
  list.scrollLeft += Math.max(0, right - shown.right) - Math.max(0, shown.left - left);
};

/** Marks the tab of a panel as selected, and shows only that panel. */
export const showTab = (list: Element, panel: string): void => {
  for (const tab of list.querySelectorAll<HTMLElement>('[role="tab"]')) {
    const id = tab.getAttribute('aria-controls') ?? '';
    const isSelected = id === panel;
    tab.setAttribute('aria-selected', String(isSelected));
    tab.tabIndex = isSelected ? 0 : -1;
    document.getElementById(id)?.toggleAttribute('hidden', !isSelected);
    if (isSelected) scrollTo(tab, list);
  }
};
