import { expect } from '@open-wc/testing';
import { actionIndex, frames, showList, speech } from './list-support.js';

const setUp = async (view: 'paragraphs' | 'lines' = 'paragraphs') => {
  const waiting = new Map<number, { readonly callback: () => void; readonly ms: number }>();
  let last = 0;
  const shown = await showList(speech(30, 5), {
    view,
    timers: {
      schedule: (callback, ms) => {
        const id = (last += 1);
        waiting.set(id, { callback, ms });
        return () => void waiting.delete(id);
      },
    },
  });
  const { list } = shown;
  const more = document.createElement('button');
  more.textContent = '⋯';
  let presses = 0;
  more.addEventListener('click', () => (presses += 1));
  list.setRowAction(more);
  const fire = (
    target: Element | undefined,
    type: string,
    init: PointerEventInit = {},
  ): PointerEvent => {
    const event = new PointerEvent(type, {
      ...{ bubbles: true, cancelable: true, composed: true },
      ...{ isPrimary: true, pointerId: 7, pointerType: 'touch' },
      ...init,
    });
    target?.dispatchEvent(event);
    return event;
  };
  return {
    ...shown,
    more,
    fire,
    /** What waits for the clock, in milliseconds. */
    waits: () => [...waiting.values()].map(({ ms }) => ms),
    elapse: () => {
      const due = [...waiting.values()];
      waiting.clear();
      for (const { callback } of due) callback();
    },
    presses: () => presses,
    /** A tap, with the events of a browser in their order. */
    tap: (target: Element) => {
      fire(target, 'pointerdown');
      fire(target, 'pointerup');
      fire(list.scroller, 'pointerleave', { bubbles: false });
      target.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, detail: 1 }));
    },
  };
};

for (const view of ['paragraphs', 'lines'] as const)
  describe(`shared button by touch, ${view}`, () => {
    it('can be tapped beside any segment after its text was tapped', async () => {
      const { list, more, tap, presses, asked } = await setUp(view);
      for (const index of [3, 17, 9]) {
        const text = list.textOf(index);
        if (!text) throw new Error('there is no text');
        tap(text);
        expect(actionIndex(list)).to.equal(index);
        expect(asked.segments.at(-1)).to.equal(index);
        const before = presses();
        const parent = more.parentElement;
        tap(more);
        expect(more.parentElement).to.equal(parent);
        expect(actionIndex(list)).to.equal(index);
        expect(presses()).to.equal(before + 1);
      }
    });

    it('is pressed by a long press on a segment, once the finger is lifted', async () => {
      const { list, fire, waits, elapse, presses, asked } = await setUp(view);
      const text = list.textOf(11);
      fire(text, 'pointerdown');
      expect(waits()).to.deep.equal([500]);
      elapse();
      expect(actionIndex(list)).to.equal(11);
      expect(presses()).to.equal(0);
      expect(fire(text, 'contextmenu').defaultPrevented).to.equal(true);
      fire(text, 'pointerup');
      const lifted = new Event('touchend', { bubbles: true, cancelable: true });
      text?.dispatchEvent(lifted);
      expect(lifted.defaultPrevented, 'mouse events after it').to.equal(true);
      elapse();
      expect(presses()).to.equal(1);
      text?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
      expect(asked.segments).to.deep.equal([]);
    });

    it('is not pressed if the finger moves, is lifted early, or the list scrolls', async () => {
      const { list, fire, waits, elapse, presses } = await setUp(view);
      const text = list.textOf(11);
      fire(text, 'pointerdown', { clientX: 50, clientY: 50 });
      fire(text, 'pointermove', { clientX: 53, clientY: 52 });
      expect(waits()).to.deep.equal([500]);
      fire(text, 'pointermove', { clientX: 50, clientY: 70 });
      expect(waits()).to.deep.equal([]);
      fire(text, 'pointerdown');
      fire(text, 'pointerup');
      expect(waits()).to.deep.equal([]);
      fire(text, 'pointerdown');
      list.scroller.dispatchEvent(new Event('scroll'));
      expect(waits()).to.deep.equal([]);
      fire(text, 'pointerdown', { pointerType: 'mouse' });
      expect(waits()).to.deep.equal([]);
      elapse();
      expect(presses()).to.equal(0);
    });

    it('is pressed by the context menu key, and leaves other context menus to the browser', async () => {
      const { list, fire, presses, root } = await setUp(view);
      list.focus(8);
      const focused = root.activeElement ?? undefined;
      expect(fire(focused, 'contextmenu', { pointerType: '' }).defaultPrevented).to.equal(true);
      expect(presses()).to.equal(1);
      expect(actionIndex(list)).to.equal(8);
      const byMouse = fire(list.textOf(2), 'contextmenu', { pointerType: 'mouse', button: 2 });
      expect(byMouse.defaultPrevented).to.equal(false);
      list.setRowAction(null);
      expect(fire(focused, 'contextmenu', { pointerType: '' }).defaultPrevented).to.equal(false);
    });
  });

describe('shared button in paragraphs', () => {
  it('is beside the first line of its segment, and covers no text', async () => {
    const { list, more, fire } = await setUp();
    for (const index of [2, 6, 3]) {
      fire(list.elementOf(index), 'pointerover', { pointerType: 'mouse', buttons: 0 });
      await frames(1);
      const button = more.getBoundingClientRect();
      const [line] = list.elementOf(index)?.getClientRects() ?? [];
      if (!line) throw new Error('there is no line');
      expect((button.top + button.bottom) / 2).to.be.closeTo((line.top + line.bottom) / 2, 1.5);
      for (const text of list.scroller.querySelectorAll('[part~="segment"]'))
        for (const { right } of text.getClientRects()) expect(right).to.be.at.most(button.left + 1);
    }
  });

  it('stays when the pointer crosses other segments on its way to it, until the pointer rests', async () => {
    const { list, more, fire, elapse } = await setUp();
    const over = (index: number, clientX: number, clientY: number): void =>
      void fire(list.elementOf(index), 'pointerover', {
        ...{ pointerType: 'mouse', buttons: 0, clientX, clientY },
      });
    const height = (): number => {
      const { top, bottom } = more.getBoundingClientRect();
      return (top + bottom) / 2;
    };
    const { left } = more.getBoundingClientRect();
    over(0, left - 300, 0);
    over(1, left - 200, height());
    expect(actionIndex(list)).to.equal(0);
    elapse();
    expect(actionIndex(list)).to.equal(1);
    // Away from the button.
    over(2, left - 250, height());
    expect(actionIndex(list)).to.equal(2);
  });
});
