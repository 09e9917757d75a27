/**
 * `npx tsx scripts/part-pictures.ts`: the pictures of docs/parts, with each CSS part outlined and named. Takes them from
 * the real demo in a real browser. Run `node scripts/generate.mjs` first.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { noRecognizer, type Fault } from '../demo/sandbox/index.js';
import { startDemo } from '../demo/start-demo.js';
import { createStates, element } from '../test/support/states/index.js';
import { PARTS, PICTURED } from '../test/support/states/parts.js';
import { findChrome } from './find-browser.mjs';

const folder = fileURLToPath(new URL('../docs/parts/', import.meta.url));

/** Outlines the first visible element of each part, and writes its name where there is room. */
const label = async (page: Page, parts: readonly string[]): Promise<void> => {
  await element(page).evaluate((it, names) => {
    const colours = ['#b00020', '#00639a', '#186b1f', '#7a3fa0', '#8a5200', '#00696d'];
    const edge = it.getBoundingClientRect().left;
    const taken: DOMRect[] = [];
    const overlaps = (one: DOMRect): boolean =>
      taken.some(
        (other) =>
          one.left < other.right &&
          other.left < one.right &&
          one.top < other.bottom &&
          other.top < one.bottom,
      );
    // In the top layer, above menus and dialogs.
    const layer = document.createElement('div');
    layer.popover = 'manual';
    layer.style.cssText =
      'position: fixed; inset: 0; inline-size: auto; block-size: auto; margin: 0; padding: 0; border: 0; background: none; overflow: visible; pointer-events: none';
    document.body.append(layer);
    layer.showPopover();
    names.forEach((name, at) => {
      const found = [...(it.shadowRoot?.querySelectorAll(`[part~="${name}"]`) ?? [])];
      const visible = found.filter((one) => one.checkVisibility() && one.clientHeight !== 1);
      // An element with this part alone, such as a button that is not a primary one.
      const target = visible.find((one) => one.part.length === 1) ?? visible[0];
      if (!target) return;
      const { top, bottom, left, right } = target.getBoundingClientRect();
      // The filled part of a progress bar begins outside of the bar, which cuts it.
      const bar = name === 'progress-fill' ? target.parentElement : null;
      const start = Math.max(left, bar?.getBoundingClientRect().left ?? left);
      const box = new DOMRect(start, top, right - start, bottom - top);
      const colour = colours[at % colours.length] ?? '';
      const outline = document.createElement('div');
      outline.style.cssText = `position: absolute; box-sizing: border-box; border: 1.5px solid ${colour}; border-radius: 3px; left: ${box.left}px; top: ${box.top}px; width: ${box.width}px; height: ${box.height}px`;
      const text = document.createElement('div');
      text.textContent = name;
      text.style.cssText = `position: absolute; padding: 0 3px; font: 11px/14px monospace; white-space: nowrap; color: #fff; background: ${colour}`;
      layer.append(outline, text);
      const { width, height } = text.getBoundingClientRect();
      const places = [
        ...[0, 1, 2, 3].map((step) => [box.left + step * 40, box.top - height]),
        [box.right - width, box.top - height],
        [box.left, box.bottom],
        [box.right - width, box.bottom],
        ...[0, 1, 2, 3, 4, 5].map((step) => [box.right + 2, box.top + step * height]),
        ...[0, 1, 2, 3, 4, 5].map((step) => [box.left, box.top + step * height]),
      ].map(([left = 0, top = 0]) => new DOMRect(Math.max(edge, left), top, width, height));
      const place = places.find((one) => !overlaps(one)) ?? places[0];
      if (!place) return;
      taken.push(place);
      text.style.left = `${place.left}px`;
      text.style.top = `${place.top}px`;
    });
  }, parts);
};

const directory = await mkdtemp(join(tmpdir(), 'audio-transcribe-parts-'));
const demo = await startDemo({
  sandbox: { directory, chunkSize: () => 64 * 1024, recognizer: noRecognizer() },
});
const misbehave = (...faults: readonly Fault[]): void => demo.backend.sandbox?.faults.set(faults);
const states = createStates(misbehave);
const browser = await chromium.launch(await findChrome());
await mkdir(folder, { recursive: true });
try {
  for (const name of PICTURED) {
    misbehave();
    const page = await browser.newPage({
      viewport: { width: 900, height: 1400 },
      colorScheme: 'light',
    });
    // tsx wraps functions with a helper that the page does not have.
    await page.addInitScript('globalThis.__name = (it) => it');
    await page.goto(`${demo.url}?tab=own`);
    await page.locator('.sample').first().waitFor();
    await states[name]?.(page);
    await element(page).evaluate((it) => it.scrollIntoView({ block: 'center' }));
    await label(page, Object.keys(PARTS[name] ?? {}));
    const box = await element(page).boundingBox();
    if (box === null) throw new Error(`The state ${name} shows no element.`);
    const margin = 16;
    await page.screenshot({
      path: `${folder}${name}.png`,
      clip: {
        x: box.x - margin,
        y: box.y - margin,
        width: box.width + 2 * margin,
        height: box.height + 2 * margin,
      },
    });
    await page.close();
  }
  console.log('The pictures are in docs/parts.');
} finally {
  await browser.close();
  await demo.close();
  await rm(directory, { recursive: true, force: true });
}
