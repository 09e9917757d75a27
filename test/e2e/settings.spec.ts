/**
 * Every state of the element under settings of people: forced colours, text of 200 %, a zoom of 400 %, a coarse pointer.
 * What is there with the usual settings is there, whole, and can be seen.
 */
import { expect, test, type Page } from './test.js';
import { noRecognizer } from '../../demo/sandbox/index.js';
import { createStates } from '../support/states/index.js';
import { demoForTests, element, openDemo } from './demo.js';
import { coveredControls, elementsOutside } from './layout.js';

test.describe.configure({ mode: 'parallel' });

const demo = demoForTests({ recognizer: noRecognizer() });
const states = createStates((...faults) => demo().sandbox.faults.set(faults));

/** In the window, in px: left, top, width and height. */
type Box = readonly [number, number, number, number];

/** Something that a person sees: a control, a text or an icon. */
interface Thing {
  /** `icon` also for the text of a control. */
  readonly kind: 'control' | 'icon' | 'text';
  /** With `#` in place of numbers. */
  readonly name: string;
  /** What is not cut or scrolled away. Empty if it can only be scrolled to. */
  readonly box: Box;
  /** True if its own box is smaller than its text. */
  readonly isCut: boolean;
}

const thingsOf = (page: Page): Promise<readonly Thing[]> =>
  element(page).evaluate((it) => {
    const root = it.shadowRoot;
    if (!root) throw new Error('There is no shadow root.');
    const NOWHERE = [0, 0, 0, 0] as const;
    const modal = root.querySelector('dialog:modal');
    const within = modal ?? root;
    /** What boxes around leave of it. Null if one that cannot be scrolled cuts it off. */
    const shown = (from: Element | null, own: DOMRect): Box | null => {
      let { left, top, right, bottom } = own;
      for (let around = from; around; around = around.parentElement) {
        const { overflow } = getComputedStyle(around);
        if (overflow === 'visible') continue;
        const box = around.getBoundingClientRect();
        [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
        [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
        if (Math.min(right - left, bottom - top) >= 2) continue;
        return /hidden|clip/.test(overflow) ? null : NOWHERE;
      }
      return [left, top, right - left, bottom - top];
    };
    const isSeen = (one: Element): boolean =>
      one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      one.closest('option, [hidden]') === null;
    const CONTROLS = 'button, input, select, textarea, summary, a';
    // Numbers go on while the state stays.
    const plain = (text: string): string =>
      text.replaceAll(/\s+/g, ' ').replaceAll(/\d+/g, '#').trim();
    const found: Thing[] = [];
    const add = (kind: Thing['kind'], name: string, one: Element, own: DOMRect): void => {
      const place = shown(kind === 'text' ? one : one.parentElement, own);
      if (place === null || own.width < 2) return;
      const { left, top, width, height } = own;
      const onTop = root.elementFromPoint(left + width / 2, top + height / 2);
      const isCovered = onTop !== null && !onTop.contains(one) && !one.contains(onTop);
      const box = isCovered ? NOWHERE : place;
      const { overflowX, textOverflow } = getComputedStyle(one);
      const isCut =
        /hidden|clip/.test(overflowX) &&
        textOverflow !== 'ellipsis' &&
        one.scrollWidth > one.clientWidth + 1;
      const isInControl = kind !== 'control' && one.closest(CONTROLS) !== null;
      found.push({ kind: isInControl ? 'icon' : kind, name, box, isCut });
    };
    const nameOf = (one: Element): string => plain(one.ariaLabel ?? one.textContent);
    for (const one of within.querySelectorAll(CONTROLS))
      if (isSeen(one)) add('control', nameOf(one), one, one.getBoundingClientRect());
    for (const one of within.querySelectorAll('svg')) {
      const around = one.closest(CONTROLS) ?? one.parentElement;
      if (around && isSeen(one)) add('icon', nameOf(around), one, one.getBoundingClientRect());
    }
    const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement: parent, textContent } = texts.currentNode;
      if (!parent || plain(textContent ?? '') === '' || !isSeen(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      add('text', plain(textContent ?? ''), parent, range.getBoundingClientRect());
    }
    return found;
  });

/** The names of those in whose boxes nothing stands out: no colour has a contrast of 2:1 with the most frequent one. */
const unseen = async (page: Page, things: readonly Thing[]): Promise<readonly string[]> => {
  // A colour that is still changing would have little contrast.
  const shot = await page.screenshot({ scale: 'css', animations: 'disabled' });
  const picture = shot.toString('base64');
  return page.evaluate(
    async ([data, all]) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d', { willReadFrequently: true });
      if (!context) throw new Error('There is no canvas.');
      context.drawImage(bitmap, 0, 0);
      const light = (value: number): number =>
        value <= 10 ? value / 3295 : ((value / 255 + 0.055) / 1.055) ** 2.4;
      const luminance = (colour: number): number =>
        0.2126 * light(colour >> 16) +
        0.7152 * light((colour >> 8) & 255) +
        0.0722 * light(colour & 255);
      return all
        .filter(({ box: [left, top, width, height] }) => {
          const isInView =
            left >= 0 && top >= 0 && left + width <= innerWidth && top + height <= innerHeight;
          return width > 0 && height > 0 && isInView;
        })
        .filter(({ box: [left, top, width, height] }) => {
          const { data: pixels } = context.getImageData(
            left,
            top,
            Math.max(1, width),
            Math.max(1, height),
          );
          const counts = new Map<number, number>();
          for (let at = 0; at < pixels.length; at += 4) {
            const colour =
              ((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0);
            counts.set(colour, (counts.get(colour) ?? 0) + 1);
          }
          const [[ground] = [0]] = [...counts].sort(([, one], [, other]) => other - one);
          const below = luminance(ground);
          return ![...counts.keys()].some((colour) => {
            const own = luminance(colour);
            return (Math.max(own, below) + 0.05) / (Math.min(own, below) + 0.05) >= 2;
          });
        })
        .map(({ name }) => name);
    },
    [picture, things] as const,
  );
};

/** In px. So high that the whole element is in view. */
const USUAL = { width: 1280, height: 1400 };

/** Changes a setting. The returned function changes it back. */
type Setting = (page: Page) => Promise<() => Promise<unknown>>;

const forced =
  (colorScheme: 'dark' | 'light'): Setting =>
  async (page) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    return () => page.emulateMedia({ forcedColors: null, colorScheme: null });
  };

const SETTINGS: Readonly<Record<string, Setting>> = {
  'forced colours, light': forced('light'),
  'forced colours, dark': forced('dark'),
  'text of 200 %': async (page) => {
    const style = await page.addStyleTag({
      content: 'html { font-size: 200% } body { font-size: 1rem }',
    });
    return () => style.evaluate((it) => it.parentNode?.removeChild(it));
  },
  // A window of 1280 × 1024 px.
  'zoom of 400 %': async (page) => {
    await page.setViewportSize({ width: 320, height: 256 });
    return () => page.setViewportSize(USUAL);
  },
  'a coarse pointer': async (page) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    return () => session.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  },
};

/** Keeps what is drawn: a state that passes by itself would be another one under the next setting. */
const hold = (page: Page): Promise<void> =>
  element(page).evaluate((it: HTMLElement & { performUpdate?: () => void }) => {
    it.performUpdate = () => undefined;
  });

/** What is there once nothing moves any more. */
const settledThings = async (page: Page): Promise<readonly Thing[]> => {
  let things = await thingsOf(page);
  for (let before = ''; before !== JSON.stringify(things); things = await thingsOf(page)) {
    before = JSON.stringify(things);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  return things;
};

/** What is elsewhere where it has no room, or where nobody needs it. */
const ELSEWHERE: readonly RegExp[] = [
  // In the menu “More”.
  /^(?:Back # seconds|Forward # seconds|Mute|Unmute|Transcribe another recording)$/,
  // “Mute” is in the menu, and keys change the volume.
  /^Volume$/,
  // Beside the pointer.
  /^Options for /,
  // Of a search without matches.
  /^(?:Previous|Next) match$/,
  // The length is also a fact of the recording.
  /^#:#$/,
  // The steps before and after the current one.
  /^(?:Read|Convert|Upload|Transcribe)$/,
  // Keys.
  /^(?:Ctrl\+|Shift\+)?(?:Enter|Esc|S|F#)$/,
];

for (const [name, reachState] of Object.entries(states))
  test(`state ${name}: all that is there is seen under every setting`, async ({ page }) => {
    demo().sandbox.faults.set([]);
    await openDemo(page, demo().url);
    await page.setViewportSize(USUAL);
    await reachState(page);
    await element(page).evaluate((it) => it.scrollIntoView());
    const namesOf = (things: readonly Thing[]): ReadonlySet<string> =>
      new Set(things.filter(({ kind }) => kind !== 'icon').map((thing) => thing.name));
    await hold(page);
    const usual = namesOf(await settledThings(page));
    const wrong: Record<string, unknown> = {};
    for (const [setting, change] of Object.entries(SETTINGS)) {
      const restore = await change(page);
      const things = await settledThings(page);
      const there = namesOf(things);
      const found = {
        missing: [...usual].filter(
          (one) => !there.has(one) && !ELSEWHERE.some((rule) => rule.test(one)),
        ),
        cut: things.filter(({ isCut }) => isCut).map((thing) => thing.name),
        // What sticks covers something else in a small window.
        hidden: setting.startsWith('forced') ? await unseen(page, things) : [],
        outside: await elementsOutside(page),
        covered: await coveredControls(page),
      };
      if (Object.values(found).some(({ length }) => length > 0)) wrong[setting] = found;
      if (process.env['PICTURES'])
        await element(page).screenshot({
          path: `${process.env['PICTURES']}/${name}, ${setting}.png`,
        });
      await restore();
    }
    expect(wrong).toEqual({});
  });
