/** Where menus open: always in the view, at any width, zoom and direction. */
import { expect } from '@open-wc/testing';
import { isInside, openFrame } from './menu-support.js';
import { press, until } from './reader-support.js';
import type * as menuSupport from './menu-support.js';
import type * as readerSupport from './reader-support.js';

describe('the place of a menu', () => {
  const sizes = [
    { width: 320, height: 640, dir: 'ltr' },
    { width: 320, height: 640, dir: 'rtl' },
    { width: 1280, height: 800, dir: 'rtl' },
    // 1280 by 1024 pixels at 400 % zoom.
    { width: 320, height: 256, dir: 'ltr' },
    { width: 320, height: 256, dir: 'rtl' },
  ] as const;

  for (const size of sizes) {
    it(`is in the view at ${size.width} by ${size.height} pixels, ${size.dir}, and at its edges`, async () => {
      const frame = await openFrame<typeof menuSupport>('menu-support', size);
      const { support, document: page, window: view } = frame;
      try {
        const host = await support.showMenu();
        const places = [
          { left: '0', top: '0' },
          { right: '0', top: '0' },
          { left: '0', bottom: '0' },
          { right: '0', bottom: '0' },
        ];
        for (const place of places) {
          host.style.cssText = 'position: fixed; display: flex';
          for (const [side, value] of Object.entries(place)) host.style.setProperty(side, value);
          host.button.click();
          expect(isInside(host.list, view), JSON.stringify(place)).to.equal(true);
          press(host.shadowRoot?.activeElement ?? host, 'End');
          expect(isInside(host.item('skip'), view), 'the last item').to.equal(true);
          const list = host.list.getBoundingClientRect();
          const last = host.item('skip').getBoundingClientRect();
          expect(last.bottom).to.be.at.most(list.bottom);
          expect(page.documentElement.scrollWidth).to.be.at.most(size.width);
          host.button.click();
        }
      } finally {
        frame.close();
      }
    });
  }

  for (const style of [
    'zoom: 0.75',
    'zoom: 1.5',
    'transform: scale(0.75)',
    'zoom: 1.5; transform: scale(0.8)',
  ])
    it(`is beside its button, and in the view, on a page with ${style}`, async () => {
      const size = { width: 1000, height: 700 };
      const frame = await openFrame<typeof menuSupport>('menu-support', size);
      const { support, document: page, window: view } = frame;
      try {
        const host = await support.showMenu();
        page.body.style.cssText = `${style}; transform-origin: 0 0; padding: 40px`;
        host.button.click();
        const list = host.list.getBoundingClientRect();
        const button = host.button.getBoundingClientRect();
        expect(list.top - button.bottom).to.be.closeTo(6, 0.5);
        expect(
          Math.min(Math.abs(list.left - button.left), Math.abs(list.right - button.right)),
        ).to.be.closeTo(0, 0.5);
        expect(isInside(host.list, view)).to.equal(true);
      } finally {
        frame.close();
      }
    });

  it('is beside its button, also after scrolling', async () => {
    const frame = await openFrame<typeof menuSupport>('menu-support', {
      width: 700,
      height: 700,
    });
    const { support, document: page, window: view } = frame;
    try {
      const host = await support.showMenu();
      page.body.style.cssText = 'padding-block: 200px 2000px';
      host.button.click();
      const gap = (): number =>
        host.list.getBoundingClientRect().top - host.button.getBoundingClientRect().bottom;
      expect(gap()).to.be.closeTo(6, 0.5);
      const before = host.list.getBoundingClientRect().top;
      view.scrollTo(0, 100);
      // A hidden page would fire it late.
      view.dispatchEvent(new Event('scroll'));
      await until(() => host.list.getBoundingClientRect().top !== before);
      expect(gap()).to.be.closeTo(6, 0.5);
    } finally {
      frame.close();
    }
  });

  it('is in the view for a long menu, which scrolls', async () => {
    const frame = await openFrame<typeof menuSupport>('menu-support', {
      width: 320,
      height: 256,
    });
    const { support, window: view } = frame;
    try {
      const host = await support.showMenu();
      host.extra = Array.from({ length: 20 }, (_, at) => `Item ${at} with quite a long name`);
      host.requestUpdate();
      await host.updateComplete;
      host.button.click();
      expect(isInside(host.list, view)).to.equal(true);
      expect(host.list.scrollHeight).to.be.greaterThan(host.list.clientHeight);
      expect(host.list.scrollWidth).to.equal(host.list.clientWidth);
    } finally {
      frame.close();
    }
  });
});

describe('the menus of the reader', () => {
  for (const dir of ['ltr', 'rtl'] as const) {
    it(`are in the view at 320 by 256 pixels, ${dir}`, async () => {
      const frame = await openFrame<typeof readerSupport>('reader-support', {
        width: 320,
        height: 256,
        dir,
      });
      const { support, window: view } = frame;
      try {
        const host = await support.showEditable();
        for (const name of ['Export', 'Options for']) {
          const button = host.control(new RegExp(`^${name}`));
          button.scrollIntoView({ block: 'center' });
          button.click();
          await support.until(() => host.popup(name).matches(':popover-open'));
          expect(host.popup(name).matches(':popover-open')).to.equal(true);
          expect(isInside(host.popup(name), view), name).to.equal(true);
          press(host.shadowRoot?.activeElement ?? host, 'Escape');
        }
      } finally {
        frame.close();
      }
    });
  }
});
