/** The layout of the reader in real windows: where the text begins, and what stays in view. */
import { expect } from '@open-wc/testing';
import type * as readerSupport from './reader-support.js';
import { openFrame } from './menu-support.js';
import { PARAGRAPH, type ReaderHost } from './reader-support.js';

const LONG_NAME =
  'Interview with the Oberbürgermeisterin of Garmisch-Partenkirchen about the new tram line 2026-11-22.mp3';

type Support = typeof readerSupport;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The window of the last test. Loading the reader takes longer than a test, so tests of one size share a window. */
let last: (Size & { readonly frame: Awaited<ReturnType<typeof openFrame<Support>>> }) | null = null;

/** An empty window of this size. Not a resized one: WebKit keeps the media queries of style sheets that it knows. */
const openWindow = async (size: Size) => {
  if (last?.width !== size.width || last.height !== size.height) {
    last?.frame.close();
    last = { ...size, frame: await openFrame<Support>('reader-support', size) };
  }
  last.frame.document.body.replaceChildren();
  last.frame.window.scrollTo(0, 0);
  return last.frame;
};

/** Shows a playable reader in a window of this size, and runs the check. */
const inWindow = async (
  {
    width,
    height = 800,
    dir = 'ltr',
  }: { readonly width: number; readonly height?: number; readonly dir?: 'ltr' | 'rtl' },
  check: (
    host: ReaderHost,
    view: Window & typeof globalThis,
    support: Support,
  ) => Promise<void> | void,
): Promise<void> => {
  const frame = await openWindow({ width, height });
  frame.document.documentElement.dir = dir;
  const view = frame.window as Window & typeof globalThis;
  const host = await frame.support.showPlayable();
  await check(host, view, frame.support);
  // WebKitGTK hangs if a window is closed while its audio loads.
  const { audio } = host;
  if (audio.src !== '' && audio.error === null && audio.readyState < 1)
    await Promise.race([
      frame.support.happened(audio, 'loadedmetadata'),
      frame.support.happened(audio, 'error'),
    ]);
};

const top = (host: ReaderHost, element: Element): number =>
  element.getBoundingClientRect().top - host.getBoundingClientRect().top;

const visibleControls = (host: ReaderHost): HTMLElement[] =>
  [
    ...host.header.querySelectorAll('button'),
    ...host.all('[part~="player"] :is(button, select)'),
    ...(host.searchBar?.querySelectorAll<HTMLElement>('button, input') ?? []),
  ].filter((one) => one.checkVisibility());

/** The button that mutes, and the slider for the volume. */
const LOUDNESS = ':has(> [aria-label="Mute"])';

const overlaps = (one: Element, other: Element): boolean => {
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
  return (
    a.left < b.right - 0.5 &&
    b.left < a.right - 0.5 &&
    a.top < b.bottom - 0.5 &&
    b.top < a.bottom - 0.5
  );
};

const expectNoOverlap = (host: ReaderHost): void => {
  const controls = visibleControls(host);
  controls.forEach((one, at) => {
    for (const other of controls.slice(at + 1))
      expect(overlaps(one, other), `${one.ariaLabel} and ${other.ariaLabel}`).to.equal(false);
  });
};

describe('the layout of the reader', () => {
  after(() => last?.frame.close());

  for (const [width, most] of [
    [390, 180],
    [768, 220],
    [1280, 220],
  ] as const) {
    it(`${width} px wide: the first word is at most ${most} px below the top`, () =>
      inWindow({ width }, (host) => {
        expect(top(host, host.text(0))).to.be.at.most(most);
      }));
  }

  it('390 px wide: the text is at least 300 px wide', () =>
    inWindow({ width: 390 }, (host) => {
      expect(host.one(PARAGRAPH).getBoundingClientRect().width).to.be.at.least(300);
    }));

  for (const dir of ['ltr', 'rtl'] as const) {
    it(`390 px wide, ${dir}: the text has the whole width, and the menu's button is over it once it is used`, () =>
      inWindow({ width: 390, dir }, (host, view) => {
        const paragraph = host.one(PARAGRAPH);
        expect(view.getComputedStyle(paragraph).paddingInline).to.equal('0px');
        const button = host.control(/^Options for/);
        const list = host.one('[role="article"]');
        const isShown = (): boolean => {
          const { opacity, pointerEvents } = view.getComputedStyle(button);
          return opacity !== '0' && pointerEvents !== 'none';
        };
        const pass = (pointerType: string): readonly boolean[] =>
          ['pointerenter', 'pointerleave'].map((type) => {
            list.dispatchEvent(new PointerEvent(type, { pointerType }));
            return isShown();
          });
        expect(isShown()).to.equal(false);
        expect(pass('mouse'), 'hovered, left').to.deep.equal([true, false]);
        expect(pass('touch'), 'scrolled by a finger').to.deep.equal([false, false]);
        host.text(1).click();
        expect(isShown()).to.equal(true);
        expect(pass('touch'), 'scrolled after a tap').to.deep.equal([true, true]);
        expect(pass('mouse'), 'hovered, left again').to.deep.equal([true, false]);
        host.text(1).click();
        const [own, around] = [button.getBoundingClientRect(), paragraph.getBoundingClientRect()];
        expect(own.left).to.be.at.least(around.left);
        expect(own.right).to.be.at.most(around.right);
        expect(dir === 'ltr' ? around.right - own.right : own.left - around.left).to.be.below(1);
      }));

    it(`390 px wide, ${dir}: the keyboard reaches the menu's button, which is shown`, () =>
      inWindow({ width: 390, dir }, (host, view, { GO_BUTTON }) => {
        host.one(`[role="article"] ${GO_BUTTON}[tabindex="0"]`).focus();
        const button = host.control(/^Options for/);
        expect(button.tabIndex).to.equal(0);
        button.focus();
        expect(host.shadowRoot?.activeElement).to.equal(button);
        expect(view.getComputedStyle(button).opacity).to.equal('1');
        button.blur();
        expect(view.getComputedStyle(button).opacity).to.equal('0');
      }));
  }

  for (const width of [320, 390, 768])
    it(`${width} px wide: all facts are shown, and none is cut`, () =>
      inWindow({ width }, (host) => {
        const line = host.byPart('details').getBoundingClientRect();
        const facts = host.all('[part~="details"] bdi').map((fact) => fact.getBoundingClientRect());
        expect(facts.length).to.equal(3);
        for (const { left, right, bottom } of facts) {
          expect(left).to.be.at.least(line.left - 0.5);
          expect(right).to.be.at.most(line.right + 0.5);
          expect(bottom).to.be.at.most(line.bottom + 1);
        }
      }));

  for (const width of [260, 320, 390, 768])
    it(`${width} px wide: a search fits in its bar, with and without matches`, () =>
      inWindow({ width }, async (host, view) => {
        host.control('Search the transcript').click();
        await host.updateComplete;
        const field = host.byPart<HTMLInputElement>('search-field');
        for (const query of ['e', 'a word that nobody says', '']) {
          field.value = query;
          field.dispatchEvent(new view.Event('input'));
          await host.updateComplete;
          const { searchBar } = host;
          if (!searchBar) throw new Error('The search is closed.');
          const bar = searchBar.getBoundingClientRect();
          for (const one of [...searchBar.children].filter((it) => it.checkVisibility())) {
            const { left, right } = one.getBoundingClientRect();
            expect(left, query).to.be.at.least(bar.left);
            expect(right, query).to.be.at.most(bar.right);
          }
          expect(field.getBoundingClientRect().width, query).to.be.at.least(48);
        }
      }));

  for (const width of [320, 360, 390, 768, 1280]) {
    for (const dir of ['ltr', 'rtl'] as const) {
      it(`${width} px wide, ${dir}: nothing is wider than the window, and no controls overlap`, () =>
        inWindow({ width, dir }, async (host, view, { talk, wave }) => {
          host.show({ transcript: talk, audio: wave(6), title: LONG_NAME });
          host.change({ editing: { canUndo: true, canRedo: true } });
          await host.updateComplete;
          host.control('Search the transcript').click();
          await host.updateComplete;
          const field = host.byPart<HTMLInputElement>('search-field');
          const side = dir === 'rtl' ? 'right' : 'left';
          const before = field.getBoundingClientRect();
          field.value = 'e';
          field.dispatchEvent(new view.Event('input'));
          await host.updateComplete;
          expect(field.getBoundingClientRect()[side], 'the field stays').to.be.closeTo(
            before[side],
            0.01,
          );
          expect(field.getBoundingClientRect().top, 'the field stays').to.equal(before.top);
          expect(view.document.documentElement.scrollWidth).to.equal(width);
          expect(host.byPart('reader').scrollWidth).to.be.at.most(
            host.byPart('reader').clientWidth,
          );
          expectNoOverlap(host);
          for (const one of visibleControls(host)) {
            const { left, right } = one.getBoundingClientRect();
            expect(left, one.ariaLabel ?? '').to.be.at.least(0);
            expect(right, one.ariaLabel ?? '').to.be.at.most(width);
          }
        }));
    }
  }

  for (const compact of [false, true]) {
    for (const width of compact ? [260, 320, 400] : [260, 280, 320, 390, 520, 768, 1280, 1920]) {
      for (const dir of ['ltr', 'rtl'] as const) {
        it(`in a container of ${width} px${compact ? ', compact' : ''}, ${dir}: everything fits, and text has 200 px`, () =>
          inWindow({ width: 1920, dir }, async (host, _view, { talk, wave }) => {
            host.style.cssText = `display: block; container-type: inline-size; inline-size: ${width}px`;
            host.toggleAttribute('compact', compact);
            host.show({ transcript: talk, audio: wave(6), title: LONG_NAME });
            host.change({ editing: { canUndo: true, canRedo: true } });
            await host.updateComplete;
            host.control('Search the transcript').click();
            await host.updateComplete;
            const reader = host.byPart('reader');
            expect(reader.scrollWidth).to.be.at.most(reader.clientWidth);
            expectNoOverlap(host);
            const box = host.getBoundingClientRect();
            const bar = host.all(
              `[part~="play-button"], [part~="player"] > :is(span, ${LOUDNESS}), [part~="waveform"], select`,
            );
            for (const [at, one] of bar.entries())
              for (const other of bar.slice(at + 1))
                expect(overlaps(one, other), `${one.className}, ${other.className}`).to.equal(
                  false,
                );
            for (const one of [
              ...visibleControls(host),
              ...[host.header, ...host.all('[part~="player"] > *')],
            ]) {
              if (!one.checkVisibility()) continue;
              const { left, right } = one.getBoundingClientRect();
              expect(left, one.className).to.be.at.least(box.left);
              expect(right, one.className).to.be.at.most(box.right);
            }
            const paragraph = host.one(PARAGRAPH);
            const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(paragraph);
            const room = parseFloat(paddingInlineStart) + parseFloat(paddingInlineEnd);
            expect(paragraph.clientWidth - room).to.be.at.least(200);
            // The room of the title: its box is as wide as its text where there is more.
            const { offsetWidth, parentElement } = host.byPart('title');
            expect(Math.max(offsetWidth, parentElement?.offsetWidth ?? 0)).to.be.at.least(112);
            const waveform = host.byPart('waveform').getBoundingClientRect();
            expect(waveform.width).to.be.at.least(60);
            expect(waveform.height).to.equal(compact ? 32 : 48);
            if (compact)
              expect(host.byPart('player').getBoundingClientRect().height).to.be.at.most(62);
          }));
      }
    }
  }

  it('on a phone, the player is at the bottom of the visible part', () =>
    inWindow({ width: 390, height: 640 }, async (host, view, { wave }) => {
      host.style.setProperty('--at-transcript-height', 'none');
      const segments = Array.from({ length: 80 }, (_, at) => ({
        speaker: `S${at % 2}`,
        start_ms: at * 100,
        end_ms: at * 100 + 90,
        text: 'Good morning.',
      }));
      const transcript = { text: '', language: 'en', duration: 8, segments };
      host.show({ transcript, audio: wave(6), title: '' });
      await host.updateComplete;
      const bar = host.byPart('player');
      expect(bar.getBoundingClientRect().bottom).to.be.within(600, 640);
      view.scrollTo(0, 700);
      expect(bar.getBoundingClientRect().bottom).to.be.within(600, 640);
    }));

  it('leaves room for a fixed header of the page', () =>
    inWindow({ width: 1280, height: 500 }, (host, view) => {
      host.style.setProperty('--at-sticky-offset', '60px');
      host.style.setProperty('--at-transcript-height', 'none');
      host.style.display = 'block';
      host.byPart('reader').style.minBlockSize = '2000px';
      view.scrollTo(0, 600);
      expect(host.byPart('player').getBoundingClientRect().top).to.be.closeTo(60, 1);
    }));

  it('at 400 % zoom nothing sticks', () =>
    inWindow({ width: 320, height: 256 }, (host, view) => {
      // A toast takes no space and disappears after four seconds.
      for (const one of host.all('*:not([part~="reader"] > :last-child)'))
        expect(view.getComputedStyle(one).position, one.className).to.not.equal('sticky');
    }));

  it('on a phone, the buttons of the export dialog have room for their words', () =>
    inWindow({ width: 320 }, async (host, view, { openExport }) => {
      const dialog = await openExport(host);
      const buttons = [...dialog.querySelectorAll('button')];
      expect(buttons).to.have.length(3);
      for (const button of buttons) {
        expect(button.scrollWidth).to.be.at.most(button.offsetWidth);
        expect(button.offsetHeight).to.be.below(80);
      }
      const [download] = buttons;
      const colorOf = (element: Element): string => view.getComputedStyle(element).color;
      expect(download && colorOf(download)).not.to.equal(colorOf(dialog));
    }));

  it('on a page whose 1rem is 10 px, menus and dialogs have the text size of the element', () =>
    inWindow({ width: 390 }, async (host, view, { openExport }) => {
      const root = view.document.documentElement;
      root.style.fontSize = '10px';
      host.style.fontSize = '18px';
      await openExport(host);
      const over = host.all('[role="menu"], [role="dialog"], dialog');
      expect(over.length).to.be.greaterThan(3);
      for (const one of over)
        expect(view.getComputedStyle(one).fontSize, one.className).to.equal('18px');
      // The two halves of the arrow touch each other.
      const arrow = view.getComputedStyle(host.one('[part~="player"] select')).backgroundPosition;
      const [left = 0, right = 0] = [...arrow.matchAll(/([\d.]+)px/g)].map(([, px]) => Number(px));
      expect(left - right).to.be.closeTo(5, 0.01);
      root.style.fontSize = '';
    }));

  it('keeps the extension of a long name visible, and its whole name readable', () =>
    inWindow({ width: 320 }, async (host, _view, { talk }) => {
      host.show({ transcript: talk, audio: null, title: LONG_NAME });
      await host.updateComplete;
      const title = host.byPart('title');
      expect(title.textContent.trim()).to.equal(LONG_NAME);
      expect(title.querySelector<HTMLElement>('[data-end]')?.dataset['end']).to.match(/\.mp3$/);
      expect(title.scrollWidth).to.be.at.most(title.clientWidth);
    }));
});
