/** Input methods for Japanese and Korean in the paragraph editor, through the browser's own interface. */
import { expect, test, type CDPSession, type Locator, type Page } from './test.js';
import { noRecognizer } from '../../demo/sandbox/index.js';
import { readerStates } from '../support/states/reader-states.js';
import { demoForTests, element, openDemo } from './demo.js';

const demo = demoForTests({ recognizer: noRecognizer() });

/** `keyCode` of a key that the input method uses. */
const USED_BY_INPUT_METHOD = 229;

const field = (page: Page): Locator => element(page).getByRole('textbox', { name: /^Text at/ });

/** Opens the first paragraph in the editor, with the caret at its start. */
const openEditor = async (page: Page): Promise<CDPSession> => {
  await openDemo(page, demo().url);
  await readerStates['diarized']?.(page);
  await element(page).locator('[part~="segment-time"]').first().focus();
  await page.keyboard.press('e');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Control+Home');
  return page.context().newCDPSession(page);
};

const compose = (input: CDPSession, text: string): Promise<unknown> =>
  input.send('Input.imeSetComposition', {
    ...{ text, selectionStart: text.length, selectionEnd: text.length },
  });

/** A key press that the input method uses, as Chromium reports it. */
const pressForInputMethod = async (input: CDPSession, key: string): Promise<void> => {
  const used = { key, windowsVirtualKeyCode: USED_BY_INPUT_METHOD };
  await input.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...used });
  await input.send('Input.dispatchKeyEvent', { type: 'keyUp', ...used });
};

const edits = (page: Page): Promise<number> =>
  element(page).evaluate((it) => (it as unknown as { edits: readonly unknown[] }).edits.length);

/** True once the audio plays. */
const plays = (page: Page): Promise<boolean> =>
  element(page).evaluate((it) => it.shadowRoot?.querySelector('audio')?.paused === false);

const languages = [
  { name: 'Japanese', steps: ['k', 'か', 'かn', 'かんじ', '漢字'], word: '漢字' },
  { name: 'Korean', steps: ['ㅎ', '하', '한'], word: '한' },
];

for (const { name, steps, word } of languages) {
  test(`${name}: the Enter that ends a composition writes the word and saves nothing`, async ({
    page,
  }) => {
    const input = await openEditor(page);
    const before = await field(page).inputValue();
    for (const step of steps) await compose(input, step);
    expect(await field(page).inputValue()).toBe(word + before);
    await pressForInputMethod(input, 'Enter');
    await input.send('Input.insertText', { text: word });
    await expect(field(page)).toBeFocused();
    expect(await field(page).inputValue()).toBe(word + before);
    expect(await edits(page)).toBe(0);
    await page.keyboard.press('Enter');
    await expect.poll(() => edits(page)).toBe(1);
    await expect(element(page).locator('[part~="segment"]').first()).toContainText(word);
  });

  test(`${name}: an Enter during composition saves nothing, whatever its key code`, async ({
    page,
  }) => {
    const input = await openEditor(page);
    for (const step of steps) await compose(input, step);
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await expect(field(page)).toBeFocused();
    expect(await edits(page)).toBe(0);
  });

  test(`${name}: F8 plays during composition, and the word is kept`, async ({ page }) => {
    const input = await openEditor(page);
    const before = await field(page).inputValue();
    for (const step of steps) await compose(input, step);
    await page.keyboard.press('F8');
    await expect.poll(() => plays(page)).toBe(true);
    await expect(field(page)).toBeFocused();
    await input.send('Input.insertText', { text: word });
    expect(await field(page).inputValue()).toBe(word + before);
  });

  test(`${name}: an F8 that the input method uses does not play`, async ({ page }) => {
    const input = await openEditor(page);
    for (const step of steps) await compose(input, step);
    await pressForInputMethod(input, 'F8');
    await input.send('Input.insertText', { text: word });
    expect(await plays(page)).toBe(false);
    // The same key without a composition plays.
    await page.keyboard.press('F8');
    await expect.poll(() => plays(page)).toBe(true);
  });
}
