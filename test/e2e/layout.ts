/** What is wrong with the boxes of an element. Pictures would depend on the fonts of the machine. */
import type { Page } from './test.js';
import { element } from './demo.js';

/** Describes the visible elements that reach beyond the sides of the card. Left out: what an element cuts or scrolls. */
export const elementsOutside = (page: Page): Promise<readonly string[]> =>
  element(page).evaluate((it) => {
    const card = it.getBoundingClientRect();
    const isCut = (one: Element): boolean => {
      for (let around = one.parentElement; around; around = around.parentElement)
        if (getComputedStyle(around).overflowX !== 'visible') return true;
      return false;
    };
    return [...(it.shadowRoot?.querySelectorAll('*') ?? [])]
      .filter((one) => one.checkVisibility() && one.closest('dialog, [popover]') === null)
      .filter((one) => {
        const { left, right, width } = one.getBoundingClientRect();
        return width > 0 && (left < card.left - 0.5 || right > card.right + 0.5) && !isCut(one);
      })
      .map((one) => `${one.localName}.${[...one.classList].join('.')} “${one.ariaLabel ?? ''}”`);
  });

/** Pairs of controls of one layer that cover each other. Left out: what is only spoken, and what is scrolled away. */
export const coveredControls = (page: Page): Promise<readonly string[]> =>
  element(page).evaluate((it) => {
    const all = [...(it.shadowRoot?.querySelectorAll<HTMLElement>('*') ?? [])].filter(
      (one) => one.checkVisibility() && one.clientWidth > 1,
    );
    const nameOf = (one: Element): string =>
      `${one.localName} “${(one.ariaLabel ?? one.textContent).trim().slice(0, 40)}”`;
    /** The layer, above the others, in which an element is drawn. */
    const layerOf = (one: Element): Element | null => {
      for (let around: Element | null = one; around; around = around.parentElement) {
        const isLayer = around.matches('dialog, [popover]');
        if (isLayer || /fixed|sticky|absolute/.test(getComputedStyle(around).position))
          return around;
      }
      return null;
    };
    /** The sides of what is not scrolled away or cut. */
    const shownBoxOf = (one: Element): readonly [number, number, number, number] => {
      let { left, top, right, bottom } = one.getBoundingClientRect();
      for (let around = one.parentElement; around; around = around.parentElement) {
        if (getComputedStyle(around).overflow === 'visible') continue;
        const box = around.getBoundingClientRect();
        [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
        [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
      }
      return [left, top, right, bottom];
    };
    const controls = all
      .filter((one) => one.matches('button, input, select, summary, a'))
      .map((one) => ({ one, layer: layerOf(one), box: shownBoxOf(one) }));
    return controls.flatMap((first, index) =>
      controls
        .slice(index + 1)
        .filter(({ one, layer, box }) => {
          if (layer !== first.layer || first.one.contains(one)) return false;
          const [left, top, right, bottom] = box;
          const width = Math.min(right, first.box[2]) - Math.max(left, first.box[0]);
          const height = Math.min(bottom, first.box[3]) - Math.max(top, first.box[1]);
          return width > 1 && height > 1;
        })
        .map(({ one }) => `${nameOf(first.one)} and ${nameOf(one)} cover each other`),
    );
  });

/** The largest element that was painted, as its name and text, and how much the layout has moved while the page loaded. */
export const paintsOf = (page: Page): Promise<{ largest: string; shift: number }> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        let shift = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            shift += (entry as unknown as { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        // Observers are called in this order, and every page has a largest element.
        new PerformanceObserver((list) => {
          const { element } = list.getEntries().at(-1) as unknown as { element: Element | null };
          resolve({ largest: `${element?.localName} ${element?.textContent.trim()}`, shift });
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
