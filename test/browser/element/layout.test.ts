/** No view is wider than its card: with long names, at every width, in both directions. */
import { expect } from '@open-wc/testing';
import { isOnlySpoken } from '../../support/element.js';
import { byText, removeViews, shortenedName, showView, VIEWS } from '../../support/shown-view.js';

const NAMES = {
  'short name': 'talk.wav',
  '45 characters': 'Hearing of the harbour committee, day two.wav',
  '45 characters without spaces': `${'hearing-of-the-harbour-committee_'.padEnd(41, 'x')}.wav`,
  '130 characters': `${'Hearing of the committee on the new harbour, '.repeat(3).slice(0, 126)}.wav`,
  '130 characters without spaces': `${'x'.repeat(126)}.wav`,
  'right-to-left name': `${'ישיבת הוועדה בנושא הנמל החדש '.repeat(4)}.wav`,
} as const;

/** Of the element, not of the window. A window of 1280 px at 400 % zoom has 320 px; a page's margins leave less. */
const WIDTHS = [260, 280, 320, 390, 520, 768, 1280, 1920];

/** The widths of sidebars. */
const COMPACT_WIDTHS = [260, 320, 400];

const SIZES = [
  ...WIDTHS.map((width) => ({ width, compact: false })),
  ...COMPACT_WIDTHS.map((width) => ({ width, compact: true })),
];

const visible = (card: HTMLElement): readonly HTMLElement[] =>
  [...card.querySelectorAll<HTMLElement>('*')].filter(
    (one) =>
      one.closest('[part~="progress-bar"], svg') === null &&
      one.checkVisibility() &&
      !isOnlySpoken(one),
  );

const describeBox = (one: Element): string => {
  const { left, right } = one.getBoundingClientRect();
  return `${one.localName} “${one.textContent.trim()}” from ${left} to ${right}`;
};

/** The only range, because a browser updates every range that still exists whenever a node is added or removed. */
const range = document.createRange();

const textRects = (one: Element): readonly DOMRect[] =>
  [...one.childNodes].flatMap((node) => {
    if (!(node instanceof Text)) return [];
    range.selectNodeContents(node);
    return [...range.getClientRects()];
  });

/** The visible elements that stick out of the card, or whose text does. */
const outside = (card: HTMLElement): readonly string[] => {
  const box = card.getBoundingClientRect();
  return visible(card)
    .filter(
      (one) =>
        [one.getBoundingClientRect(), ...textRects(one)].some(
          ({ left, right }) => left < box.left - 0.5 || right > box.right + 0.5,
        ) ||
        // The text of a shortened name is generated content.
        (one.matches('[title]') && one.scrollWidth > one.clientWidth),
    )
    .map(describeBox);
};

/** Shows a view at every size before one is measured, so that the browser lays them out at once. */
const showSizes = (name: string) => SIZES.map((size) => ({ ...size, card: showView(name, size) }));

describe('layout', () => {
  afterEach(removeViews);

  for (const [kind, title] of Object.entries(NAMES)) {
    for (const { width, compact } of SIZES) {
      it(`${kind} at ${width} px${compact ? ', compact' : ''}: no view is wider than its card`, () => {
        const shown = Object.keys(VIEWS).flatMap((name) =>
          (['ltr', 'rtl'] as const).map((dir) => ({
            label: `${name}, ${dir}`,
            card: showView(name, { title, width, dir, compact }),
          })),
        );
        for (const { label, card } of shown) {
          expect(card.getBoundingClientRect().width, label).to.equal(width);
          expect(outside(card), label).to.deep.equal([]);
        }
      });
    }
  }

  it('a long name keeps its end, and is complete for screen readers and as a tooltip', () => {
    const title = NAMES['130 characters'];
    for (const name of ['offer', 'selected', 'uploading', 'failed']) {
      const card = showView(name, { title, width: 320 });
      const pieces = shortenedName(card);
      expect(pieces?.title, name).to.equal(title);
      expect(pieces?.parentElement?.textContent, name).to.equal(title);
      expect(pieces?.textContent).to.equal('');
      expect(pieces?.ariaHidden).to.equal('true');
      expect(pieces?.dataset['end']).to.equal('the new .wav');
      // One line.
      expect(pieces?.offsetHeight).to.be.lessThan(30);
      const box = pieces?.getBoundingClientRect();
      expect(box?.right ?? Infinity, name).to.be.at.most(card.getBoundingClientRect().right);
    }
  });

  it('a short name is not shortened', () => {
    const pieces = shortenedName(
      showView('uploading', { title: 'interview-no-01.wav', width: 320 }),
    );
    const start = pieces && getComputedStyle(pieces, '::before');
    expect(pieces?.dataset).to.deep.include({ start: 'interview-', end: 'no-01.wav' });
    expect(pieces?.scrollWidth).to.equal(pieces?.clientWidth);
    expect(parseFloat(start?.width ?? '0')).to.be.greaterThan(15);
  });

  it('every button is at least 44 px high, and none overlaps another', () => {
    for (const name of Object.keys(VIEWS)) {
      for (const { width, card } of showSizes(name)) {
        const boxes = [...card.querySelectorAll('button')].map((one) =>
          one.getBoundingClientRect(),
        );
        for (const [index, box] of boxes.entries()) {
          expect(box.height, name).to.be.at.least(44);
          for (const other of boxes.slice(index + 1)) {
            const isApart =
              box.right <= other.left ||
              other.right <= box.left ||
              box.bottom <= other.top ||
              other.bottom <= box.top;
            expect(isApart, `${name} at ${width} px`).to.equal(true);
          }
        }
      }
      removeViews();
    }
  });

  it('sentences are at least 200 px wide', () => {
    for (const name of Object.keys(VIEWS)) {
      for (const { width, card } of showSizes(name)) {
        for (const one of card.querySelectorAll(
          '[part~="error-message"]:not([hidden]), [part~="hint"]:not([part~="drop-zone"] *)',
        ))
          expect(one.getBoundingClientRect().width, `${name} at ${width} px`).to.be.at.least(200);
      }
      removeViews();
    }
  });

  it('the dot between two facts is not shown where the line breaks', () => {
    const shown = { inside: 0, atBreak: 0 };
    for (const { card } of showSizes('parts fail')) {
      const [before, dot, after] = [
        ...(card.querySelector('[part~="details"]')?.children ?? []),
      ].map((one) => one.getBoundingClientRect());
      const isBroken = (before?.bottom ?? 0) <= (after?.top ?? 0);
      shown[isBroken ? 'atBreak' : 'inside'] += 1;
      if (isBroken) expect(dot?.width).to.equal(0);
      else expect(dot?.width).to.be.greaterThan(4);
    }
    expect(shown.inside).to.be.greaterThan(0);
    expect(shown.atBreak).to.be.greaterThan(0);
  });

  it('compact: the drop zone is one row, and the upload has no steps', () => {
    for (const width of COMPACT_WIDTHS) {
      const idle = showView('idle', { width, compact: true });
      expect(idle.querySelector('[part~="drop-zone"] svg')?.checkVisibility()).to.equal(false);
      const button = idle.querySelector('button')?.getBoundingClientRect();
      const hint = idle.querySelector('[part~="hint"]')?.getBoundingClientRect();
      if (width >= 320) expect(hint?.top).to.be.lessThan(button?.bottom ?? 0);
      expect(idle.offsetHeight, `${width} px`).to.be.at.most(width >= 320 ? 104 : 140);
      const uploading = showView('uploading', { width, compact: true });
      expect(uploading.querySelector('[part~="steps"]')?.checkVisibility()).to.equal(false);
      expect(uploading.offsetHeight).to.be.at.most(210);
      removeViews();
    }
  });

  it('nothing is sticky or fixed', () => {
    for (const name of Object.keys(VIEWS)) {
      const card = showView(name, { width: 320 });
      const positions = new Set(visible(card).map((one) => getComputedStyle(one).position));
      expect([...positions].filter((one) => one === 'sticky' || one === 'fixed')).to.deep.equal([]);
    }
  });
});

describe('right to left', () => {
  afterEach(removeViews);

  /** The right edge of an element's text. */
  const textEdge = (element: Element | null): number =>
    Math.max(...(element === null ? [] : textRects(element)).map(({ right }) => right));

  it('phase, name and hint begin at the same edge', () => {
    for (const width of WIDTHS) {
      const card = showView('late', { width, dir: 'rtl' });
      const phase = byText(card, 'Uploading');
      const column = phase.parentElement?.getBoundingClientRect().right ?? 0;
      expect(textEdge(phase)).to.be.closeTo(column, 1);
      expect(shortenedName(card)?.getBoundingClientRect().right).to.be.closeTo(column, 1);
      expect(textEdge(card.querySelector('[part~="hint"] bdi'))).to.be.closeTo(column, 1);
    }
  });

  it('a message begins at the edge of its heading, and its full stop is at its end', () => {
    const card = showView('failed', { width: 390, dir: 'rtl' });
    const message = card.querySelector('[part~="error-message"] bdi');
    expect(textEdge(message)).to.be.closeTo(textEdge(card.querySelector('h2 bdi')), 1);
    const text = [...(message?.childNodes ?? [])].find(
      (one) => one instanceof Text && /\./.test(one.data),
    );
    const rectOf = (index: number): DOMRect => {
      const range = document.createRange();
      range.setStart(text as Text, index);
      range.setEnd(text as Text, index + 1);
      return range.getBoundingClientRect();
    };
    const end = (text as Text).data.lastIndexOf('.');
    expect(rectOf(end).left).to.be.at.least(rectOf(end - 1).right - 1);
  });

  it('amounts and percentages keep their own direction', () => {
    const card = showView('parts fail', { width: 390, dir: 'rtl' });
    const facts = [...card.querySelectorAll('bdi')].filter((one) => /\d/.test(one.textContent));
    expect(facts.map(({ textContent }) => textContent)).to.deep.equal([
      '83%',
      '5 of 6 parts uploaded',
      'part 6, attempt 3',
    ]);
  });

  it('the bar fills from the right', () => {
    const card = showView('uploading', { width: 390, dir: 'rtl' });
    const bar = card.querySelector('[part~="progress-bar"]')?.getBoundingClientRect();
    const fill = card.querySelector('[part~="progress-fill"]')?.getBoundingClientRect();
    expect((bar?.left ?? 0) + (bar?.width ?? 0) / 2).to.be.closeTo(fill?.left ?? 0, 2);
  });
});
