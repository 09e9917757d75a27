/**
 * How much work it is to correct a transcript of 30 minutes with 100 seeded errors by keyboard. Counts the keys, and the
 * time of the keystroke-level model (Card, Moran and Newell 1980).
 */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Transcript } from '../src/transcript/index.js';
import { rounded, type Bench, type Row } from './bench.js';
import { withChromium } from './chromium.js';
import type { ReaderPage } from './reader-page.js';
import { withTempFolder } from './temp-folder.js';
import { makeTranscript, seeded } from './transcript-data.js';

type Global = { readerPage: ReaderPage };

const SEED = 7;
const ERRORS = 100;
/** Five seconds each. */
const SEGMENTS = 360;
/** In seconds: a key, and thinking about an error. */
const KEY_SECONDS = 0.28;
const THINK_SECONDS = 1.35;

interface WordSlip {
  readonly kind: 'wrong' | 'missing' | 'extra';
  /** Index of the word in its segment. */
  readonly word: number;
  /** The right word. */
  readonly right: string;
}

type Slip = WordSlip | { readonly kind: 'speaker'; readonly right: string };

const KINDS = ['wrong', 'wrong', 'missing', 'extra', 'speaker'] as const;

/** The transcript as it was recognised, with errors at seeded places: at most one in a segment. */
const withErrors = ({ segments, ...rest }: Transcript) => {
  const random = seeded(SEED);
  const slips = new Map<number, Slip>();
  const heard = [...segments];
  const speakers = new Set(segments.map(({ speaker }) => speaker));
  while (slips.size < ERRORS) {
    const at = Math.floor(random() * segments.length);
    const kind = KINDS[slips.size % KINDS.length] ?? 'wrong';
    const segment = segments[at];
    if (slips.has(at) || !segment) continue;
    const words = segment.text.split(' ');
    const word = 1 + Math.floor(random() * (words.length - 2));
    const right = words[word] ?? '';
    if (kind === 'speaker') {
      const near = [at - 1, at, at + 1].map((index) => heard[index]?.speaker);
      const wrong = [...speakers].find((name) => !near.includes(name));
      if (wrong === undefined) continue;
      heard[at] = { ...segment, speaker: wrong };
      slips.set(at, { kind, right: segment.speaker ?? '' });
      continue;
    }
    if (kind === 'wrong') words[word] = 'mumbled';
    if (kind === 'missing') words.splice(word, 1);
    if (kind === 'extra') words.splice(word, 0, 'erm');
    heard[at] = { ...segment, text: words.join(' ') };
    slips.set(at, { kind, word, right });
  }
  return { slips, heard: { ...rest, segments: heard } };
};

/** Presses keys and counts them. A key with modifiers counts as several. */
const createKeyboard = (page: Page) => {
  let keys = 0;
  return {
    async press(key: string, times = 1): Promise<void> {
      for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
      keys += times * key.split('+').length;
    },
    async type(text: string): Promise<void> {
      await page.keyboard.type(text);
      keys += text.length;
    },
    keys: () => keys,
  };
};

type Keyboard = ReturnType<typeof createKeyboard>;

const segmentsIn = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as Global).readerPage.segments());

/** The text in the editor, and the number of words before the caret; null while it is closed. */
const readField = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector('audio-transcribe')?.shadowRoot;
    const area = root?.querySelector<HTMLTextAreaElement>('[part~="text-editor"] textarea');
    if (!area) return null;
    const before = area.value.slice(0, area.selectionStart);
    return { text: area.value, before: before.split(' ').length - 1 };
  });

/** Moves the caret to a word of the field, and corrects it. */
const mendWord = async (page: Page, keyboard: Keyboard, at: number, slip: WordSlip) => {
  const distance = at - ((await readField(page))?.before ?? 0);
  const direction = distance > 0 ? 'Control+ArrowRight' : 'Control+ArrowLeft';
  await keyboard.press(direction, Math.abs(distance));
  if (slip.kind !== 'missing') await keyboard.press('Control+Delete');
  if (slip.kind !== 'extra') await keyboard.type(`${slip.right} `);
};

interface Work {
  readonly page: Page;
  readonly keyboard: Keyboard;
  /** By segment. */
  readonly slips: ReadonlyMap<number, Slip>;
  readonly truth: Transcript;
}

/** A paragraph at a time: through all of them with Enter, and each error in its place. */
const byParagraph = async ({ page, keyboard, slips, truth }: Work): Promise<void> => {
  await keyboard.press('e');
  const names = [...new Set((await segmentsIn(page)).map(({ speaker }) => speaker))];
  for (let first = 0; first < truth.segments.length;) {
    const segments = await segmentsIn(page);
    const field = await readField(page);
    if (field === null) throw new Error('The editor has closed too early.');
    let end = first;
    for (let text = ''; text !== field.text && end < segments.length; end += 1)
      text = `${text} ${segments[end]?.text ?? ''}`.trim();
    let words = 0;
    for (let at = first; at < end; at += 1) {
      const slip = slips.get(at);
      if (slip !== undefined && slip.kind !== 'speaker')
        await mendWord(page, keyboard, words + slip.word, slip);
      words += truth.segments[at]?.text.split(' ').length ?? 0;
    }
    const slip = slips.get(first);
    if (slip?.kind === 'speaker') {
      await keyboard.press('F2');
      await keyboard.press(String(names.indexOf(slip.right) + 1));
    }
    await keyboard.press('Enter');
    first = end;
  }
};

/** A line at a time, through its menu. */
const byLine = async ({ page, keyboard, slips }: Work): Promise<void> => {
  let line = 0;
  for (const [segment, slip] of [...slips].sort(([one], [other]) => one - other)) {
    await keyboard.press('ArrowDown', segment - line);
    line = segment;
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    if (slip.kind === 'speaker') {
      await keyboard.press('End');
      await keyboard.press('Enter');
      const segments = await segmentsIn(page);
      const own = segments[segment]?.speaker;
      const others = [...new Set(segments.map(({ speaker }) => speaker))].filter(
        (name) => name !== own,
      );
      const chosen = others.indexOf(slip.right);
      await keyboard.press('Tab', chosen + 1);
      await keyboard.press('Space');
      await keyboard.press('Tab', others.length - chosen);
      // From “the whole transcript” to “this line”.
      await keyboard.press('ArrowUp');
      await keyboard.press('Enter');
    } else {
      await keyboard.press('End');
      await keyboard.press('ArrowUp');
      await keyboard.press('Enter');
      await mendWord(page, keyboard, slip.word, slip);
      await keyboard.press('Control+Enter');
    }
    await keyboard.press('Shift+Tab');
  }
};

const WAYS = {
  'a line at a time, through its menu': { view: 'lines', correct: byLine },
  'a paragraph at a time': { view: 'paragraphs', correct: byParagraph },
} as const;

/** Moves the focus to the first line. These keys are the same for all ways and not counted. */
const focusFirst = async (page: Page, view: 'lines' | 'paragraphs'): Promise<void> => {
  const root = page.locator('audio-transcribe');
  if (view === 'lines') {
    await root.getByRole('button', { name: 'More', exact: true }).click();
    await root.getByRole('menuitemradio').nth(1).click();
  }
  await root.locator('[part~="segment-time"]').first().focus();
};

const correctingBench: Bench = async function* () {
  const truth = makeTranscript(SEGMENTS, 'talk');
  const { heard, slips } = withErrors(truth);
  const rows = await withTempFolder('correcting-bench', (folder) =>
    withChromium({ pageFile: 'reader-page.ts', profile: join(folder, 'profile') }, async (open) => {
      const found: { name: string; keys: number }[] = [];
      for (const [name, { view, correct }] of Object.entries(WAYS)) {
        const page = await open('/');
        await page.setViewportSize({ width: 1280, height: 900 });
        await page.evaluate(
          (transcript) => (globalThis as unknown as Global).readerPage.show(transcript),
          heard,
        );
        await focusFirst(page, view);
        const keyboard = createKeyboard(page);
        await correct({ page, keyboard, slips, truth });
        const corrected = await segmentsIn(page);
        const wrong = truth.segments.filter(
          ({ text, speaker }, at) =>
            corrected[at]?.text !== text || corrected[at].speaker !== speaker,
        );
        if (wrong.length > 0)
          throw new Error(`${name}: ${wrong.length} lines are still wrong: ${wrong[0]?.text}`);
        found.push({ name, keys: keyboard.keys() });
        await page.close();
      }
      return found;
    }),
  );
  const [before] = rows;
  const secondsOf = (keys: number): number => keys * KEY_SECONDS + ERRORS * THINK_SECONDS;
  yield {
    title: `${ERRORS} errors in ${(SEGMENTS * 5) / 60} minutes (seed ${SEED}), by keyboard alone`,
    rows: rows.map(({ name, keys }): Row => ({
      way: name,
      keys,
      'keys for an error': rounded(keys / ERRORS, 1),
      'pointer actions': 0,
      'seconds (model)': rounded(secondsOf(keys), 0),
      'the first = 1': rounded(secondsOf(keys) / secondsOf(before?.keys ?? keys)),
    })),
  };
};

export default correctingBench;
