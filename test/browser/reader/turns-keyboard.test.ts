import { expect } from '@open-wc/testing';
import { rowOfTime, type View } from '../../../src/reader/turns/rows.js';
import {
  actionIndex,
  frames,
  headingOf,
  showList,
  skipList,
  speech,
  topIn,
} from './list-support.js';
import { GO_BUTTON, until } from './reader-support.js';

const setUp = async (view: View = 'paragraphs', count = 300) => {
  const shown = await showList(speech(count), { grow: true, view });
  const { list, root } = shown;
  await until(() => list.scroller.ariaBusy === null);
  const indexOf = (button: Element | null): number => {
    const row = button?.matches('[part~="segment-time"]')
      ? rowOfTime(button)
      : button?.nextElementSibling;
    return Number((row as HTMLElement | null | undefined)?.dataset['index'] ?? NaN);
  };
  const focused = (): number => indexOf(root.activeElement);
  const press = (key: string, init: KeyboardEventInit = {}): boolean =>
    root.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', {
        ...{ key, bubbles: true, composed: true, cancelable: true },
        ...init,
      }),
    ) ?? false;
  const stops = (): number[] =>
    [...list.scroller.querySelectorAll<HTMLElement>(GO_BUTTON)]
      .filter(({ tabIndex }) => tabIndex === 0)
      .map(indexOf);
  const enter = (index = 0): void => list.focus(index);
  return { ...shown, focused, press, stops, enter };
};

for (const view of ['paragraphs', 'lines'] as const)
  describe(`keyboard in the list, ${view}`, () => {
    it('has a single tab stop among all times', async () => {
      const { list, stops } = await setUp(view);
      expect(stops()).to.deep.equal([0]);
      expect(list.scroller.tabIndex).to.equal(-1);
    });

    it('describes the focused button by its text, and only while it has the focus', async () => {
      const { list, root, press, enter } = await setUp(view);
      const descriptions = (): (string | null)[] =>
        [...list.scroller.querySelectorAll('[aria-describedby]')].map((button) => {
          const id = button.getAttribute('aria-describedby') ?? '';
          return button === root.activeElement
            ? (root.getElementById(id)?.textContent ?? '')
            : null;
        });
      enter(2);
      expect(descriptions()).to.deep.equal([list.textOf(2)?.textContent]);
      press('ArrowDown');
      expect(descriptions()).to.deep.equal([list.textOf(3)?.textContent]);
      skipList(list);
      expect(descriptions()).to.deep.equal([]);
      expect(list.scroller.querySelectorAll('[id]')).to.have.length(0);
    });

    it('moves by segment, by turn, and to both ends', async () => {
      const { focused, press, enter, stops } = await setUp(view);
      enter();
      const walk: [string, number, KeyboardEventInit?][] = [
        ['ArrowUp', 0],
        ['ArrowDown', 1],
        ['ArrowDown', 2],
        ['ArrowUp', 1],
        ['End', 299],
        ['ArrowDown', 299],
        ['Home', 0],
        ['End', 299, { ctrlKey: true }],
        ['Home', 0, { ctrlKey: true }],
        ['ArrowDown', 3, { altKey: true }],
        ['ArrowDown', 4],
        ['ArrowUp', 3, { altKey: true }],
        ['ArrowUp', 0, { altKey: true }],
      ];
      for (const [key, target, init] of walk) {
        expect(press(key, init), key).to.equal(false);
        expect(focused(), key).to.equal(target);
        expect(stops()).to.deep.equal([target]);
      }
    });

    it('leaves other keys and key combinations to the browser', async () => {
      const { press, enter, focused } = await setUp(view);
      enter(4);
      expect(press('a')).to.equal(true);
      expect(press('ArrowDown', { shiftKey: true })).to.equal(true);
      expect(press('ArrowDown', { ctrlKey: true })).to.equal(true);
      expect(press('Home', { metaKey: true })).to.equal(true);
      expect(focused()).to.equal(4);
    });

    it('shows the whole focused row below the sticky speaker name', async () => {
      const { list, press, enter, focused } = await setUp(view);
      const { scroller } = list;
      enter();
      const pageTop = document.scrollingElement?.scrollTop;
      for (const key of ['End', 'PageUp', 'PageUp', 'Home', 'PageDown', 'PageDown', 'ArrowUp']) {
        press(key);
        await until(() => !list.scrollTo.underWay);
        const row = list.elementOf(focused());
        if (!row) throw new Error('nothing has the focus');
        const top = topIn(scroller, row);
        const sticking = headingOf(row)?.getBoundingClientRect();
        expect(top, key).to.be.at.least((sticking?.height ?? 0) - 1);
        expect(top + row.offsetHeight, key).to.be.at.most(scroller.clientHeight + 1);
      }
      expect(document.scrollingElement?.scrollTop).to.equal(pageTop);
    });

    it('shows the focused segment inside the window if the list is higher', async () => {
      const { list, press, enter, focused } = await setUp(view);
      list.scroller.style.maxBlockSize = '300vh';
      list.scroller.scrollIntoView();
      await frames(2);
      enter(100);
      for (const key of ['ArrowDown', 'End', 'ArrowUp']) {
        press(key);
        await until(() => !list.scrollTo.underWay);
        const { top, bottom } = list.elementOf(focused())?.getBoundingClientRect() ?? new DOMRect();
        expect(top, key).to.be.at.least(-1);
        expect(bottom, key).to.be.at.most(innerHeight + 1);
      }
      scrollTo(0, 0);
    });

    it('moves by about a screen on Page Up and Page Down', async () => {
      const { list, press, enter, focused } = await setUp(view);
      enter();
      press('PageDown');
      await until(() => !list.scrollTo.underWay);
      const there = focused();
      expect(there).to.be.within(3, 40);
      press('PageUp');
      expect(focused()).to.be.within(0, 2);
    });

    it('focuses the playing segment on entry, or else the last focused one', async () => {
      const { list, store, enter, stops, press } = await setUp(view);
      enter(7);
      const leave = (): void => skipList(list);
      leave();
      press('Tab');
      expect(stops()).to.deep.equal([7]);
      store.dispatch({ type: 'playing', playing: [20] });
      press('Tab');
      expect(stops()).to.deep.equal([20]);
      enter(20);
      press('ArrowDown');
      store.dispatch({ type: 'playing', playing: [30] });
      press('Tab');
      expect(stops()).to.deep.equal([21]);
      leave();
      press('Tab');
      expect(stops()).to.deep.equal([30]);
      store.dispatch({ type: 'playing', playing: [] });
      press('Tab');
      expect(stops()).to.deep.equal([30]);
    });

    it('ignores keys in a field inside a row', async () => {
      const { list } = await setUp(view);
      const field = document.createElement('textarea');
      list.textOf(2)?.after(field);
      field.focus();
      const key = new KeyboardEvent('keydown', { key: 'Home', bubbles: true, cancelable: true });
      field.dispatchEvent(key);
      expect(key.defaultPrevented).to.equal(false);
      field.remove();
    });
  });

describe('shared row button, lines', () => {
  const button = (): HTMLElement => {
    const element = document.createElement('button');
    element.textContent = '⋯';
    element.setAttribute('aria-label', 'More');
    return element;
  };
  const over = (element: Element | undefined, pointerType = 'mouse'): void =>
    void element?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType }));

  it('is in the focused row after the time, or else in the hovered row', async () => {
    const { list, press, enter } = await setUp('lines');
    const more = button();
    const width = list.textOf(0)?.offsetWidth ?? 0;
    list.setRowAction(more);
    expect(actionIndex(list)).to.equal(0);
    expect(width - (list.textOf(0)?.offsetWidth ?? 0)).to.be.within(0, 40);
    over(list.elementOf(5));
    expect(more.parentElement).to.equal(list.elementOf(5));
    expect(actionIndex(list)).to.equal(5);
    over(list.elementOf(6), 'touch');
    expect(actionIndex(list)).to.equal(5);
    list.textOf(6)?.click();
    expect(actionIndex(list)).to.equal(6);
    enter(2);
    expect(more.parentElement).to.equal(list.elementOf(2));
    over(list.elementOf(9));
    press('Shift');
    const [time, ...after] = list.elementOf(2)?.querySelectorAll('button') ?? [];
    expect(time?.part.value).to.equal('segment-time');
    expect(after).to.deep.equal([more]);
  });

  it("changes no row's layout, and is large enough to press", async () => {
    const { list } = await setUp('lines');
    const more = button();
    list.setRowAction(more);
    const heights = (): number[] =>
      [0, 1, 2].map((at) => list.elementOf(at)?.getBoundingClientRect().height ?? NaN);
    const before = heights();
    over(list.elementOf(1));
    heights().forEach((height, at) => expect(height).to.be.closeTo(before[at] ?? NaN, 0.1));
    expect(Math.min(more.offsetWidth, more.offsetHeight)).to.be.at.least(24);
  });

  it('stays in its row while it is in use', async () => {
    const { list, enter } = await setUp('lines');
    const more = button();
    list.setRowAction(more);
    over(list.elementOf(3));
    more.setAttribute('aria-expanded', 'true');
    over(list.elementOf(4));
    enter(8);
    expect(actionIndex(list)).to.equal(3);
    more.setAttribute('aria-expanded', 'false');
    over(list.elementOf(4));
    expect(actionIndex(list)).to.equal(4);
    list.setRowAction(null);
    expect(more.isConnected).to.equal(false);
    expect(actionIndex(list)).to.equal(undefined);
  });
});
