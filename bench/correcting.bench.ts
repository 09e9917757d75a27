/**
 * How much work it is to correct a transcript of 30 minutes with 100 seeded errors by keyboard. Counts the keys, and the
 * time of the keystroke-level model (Card, Moran and Newell 1980).
 */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Segment, Transcript } from '../src/transcript/transcript.js';
import { rounded, type Bench, type Row } from './bench.js';
import { withChromium } from './browsers.js';
import type { ReaderPage } from './reader-page.js';
import { withTempFolder } from './temp-folder.js';
import { makeTranscript, seeded } from './transcript-data.js';

type Global = { readerPage: ReaderPage };

const SEED = 7;
const ERRORS = 100;
const SEGMENTS = 360;
const SEGMENT_MS = 5_000;
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

/** Key presses with which the caret must reach a word. */
const MOST_TRIES = 100;

const CARET_KEYS = /Arrow(?:Left|Right)$|Delete$/;

const frameDrawn = (): Promise<void> =>
  new Promise((drawn) => {
    requestAnimationFrame(() => requestAnimationFrame(() => drawn()));
  });

/** Presses keys and counts them. A modifier counts as a key. It stays down while the next keys need it. */
const createKeyboard = (page: Page) => {
  let keys = 0;
  let down = '';
  return {
    async press(key: string, times = 1): Promise<void> {
      // In order, without waiting for each answer.
      await Promise.all(Array.from({ length: times }, () => page.keyboard.press(key)));
      const modifiers = key.split('+').slice(0, -1);
      const held = modifiers.join('+');
      keys += times + (held === down ? 0 : modifiers.length);
      down = held;
      // A person sees what happened before the next key. The browser itself moves the caret, at once.
      if (!CARET_KEYS.test(key)) await page.evaluate(frameDrawn);
    },
    async type(text: string): Promise<void> {
      await page.keyboard.type(text);
      keys += text.length;
      down = '';
    },
    keys: () => keys,
  };
};

type Keyboard = ReturnType<typeof createKeyboard>;

const segmentsIn = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as Global).readerPage.segments());

/** The text in the editor, its time, and the number of words before the caret; null while it is closed. */
const readField = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector('audio-transcribe')?.shadowRoot;
    const area = root?.querySelector<HTMLTextAreaElement>('textarea');
    if (!area) return null;
    const before = area.value.slice(0, area.selectionStart);
    const [, minutes = '', seconds = ''] = /(\d+):(\d+)$/.exec(area.ariaLabel ?? '') ?? [];
    const startMs = (Number(minutes) * 60 + Number(seconds)) * 1000;
    return {
      text: area.value,
      startMs,
      before: before.match(/\S+/g)?.length ?? 0,
      isSelected: area.selectionStart < area.selectionEnd,
      isBetween: /^\s/.test(area.value.slice(area.selectionStart)),
    };
  });

/**
 * Corrects a word of the field: the selected one or one beside it at once, another after moving the caret to it. To the
 * right, the keys stop at the end of the word before, to the left at the start of the word.
 */
const mendWord = async (page: Page, keyboard: Keyboard, at: number, slip: WordSlip) => {
  const placed = async () => {
    const field = await readField(page);
    if (field === null) throw new Error('The editor has closed too early.');
    return field;
  };
  let place = await placed();
  if (place.isSelected && slip.kind !== 'missing' && place.before === at) {
    if (slip.kind === 'extra') await keyboard.press('Delete');
    else await keyboard.type(slip.right);
    return;
  }
  if (
    place.isSelected &&
    slip.kind === 'missing' &&
    (place.before === at || place.before === at - 1)
  ) {
    await keyboard.press(place.before === at ? 'ArrowLeft' : 'ArrowRight');
    await keyboard.type(place.before === at ? `${slip.right} ` : ` ${slip.right}`);
    return;
  }
  const isBehind = place.before > at || (place.before === at && !place.isBetween);
  const isThere = (): boolean => place.before === at && place.isBetween !== isBehind;
  for (let tries = 0; !isThere(); tries += 1) {
    if (tries > MOST_TRIES) throw new Error(`The caret does not reach word ${at}.`);
    const words = Math.max(1, Math.abs(place.before - at) - 1);
    await keyboard.press(isBehind ? 'Control+ArrowLeft' : 'Control+ArrowRight', words);
    place = await placed();
  }
  if (slip.kind !== 'missing') await keyboard.press('Control+Delete');
  if (isBehind) {
    if (slip.kind !== 'extra')
      await keyboard.type(slip.kind === 'missing' ? `${slip.right} ` : slip.right);
  } else if (slip.kind !== 'extra') await keyboard.type(` ${slip.right}`);
};

interface Work {
  readonly page: Page;
  readonly keyboard: Keyboard;
  /** By segment. */
  readonly slips: ReadonlyMap<number, Slip>;
  readonly truth: Transcript;
}

/** The segments in the editor. */
const rangeInField = async (page: Page): Promise<{ first: number; end: number }> => {
  const field = await readField(page);
  if (field === null) throw new Error('The editor has closed too early.');
  const segments = await segmentsIn(page);
  const first = Math.round(field.startMs / SEGMENT_MS);
  let end = first;
  for (let text = ''; text !== field.text; end += 1) {
    if (end === segments.length) throw new Error('The editor shows another text.');
    text = `${text} ${segments[end]?.text ?? ''}`.trim();
  }
  return { first, end };
};

const chooseSpeaker = async (page: Page, keyboard: Keyboard, name: string): Promise<void> => {
  await keyboard.press('F2');
  const names = await page.locator('audio-transcribe .suggested-name').allTextContents();
  await keyboard.press(String(names.indexOf(name) + 1));
};

/** A paragraph at a time: through all of them with Enter, and each error in its place. */
const byParagraph = async ({ page, keyboard, slips, truth }: Work): Promise<void> => {
  const left = new Map(slips);
  await keyboard.press('e');
  for (let next = 0; next < truth.segments.length;) {
    const opened = await rangeInField(page);
    const slip = left.get(opened.first);
    if (slip?.kind === 'speaker') {
      await chooseSpeaker(page, keyboard, slip.right);
      left.delete(opened.first);
      // The line may belong to a paragraph beside it now.
      continue;
    }
    let words = 0;
    for (let at = opened.first; at < opened.end; at += 1) {
      const own = left.get(at);
      if (own !== undefined && own.kind !== 'speaker') {
        await mendWord(page, keyboard, words + own.word, own);
        left.delete(at);
      }
      words += truth.segments[at]?.text.split(' ').length ?? 0;
    }
    await keyboard.press('Enter');
    next = opened.end;
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
      // From the menu's button back to the line.
      await keyboard.press('Shift+Tab');
    } else {
      await keyboard.press('End');
      await keyboard.press('ArrowUp');
      await keyboard.press('Enter');
      await mendWord(page, keyboard, slip.word, slip);
      await keyboard.press('Control+Enter');
    }
  }
};

/** When a word of a segment is heard, in milliseconds: at its middle. Words last as long as their letters, or half as long. */
const heardAt = ({ text, start_ms, end_ms }: Segment, word: number): number => {
  const random = seeded(start_ms + SEED);
  const lengths = text.split(' ').map(({ length }) => length * (0.5 + random()));
  const sum = (some: readonly number[]): number => some.reduce((one, other) => one + other, 0);
  const middle = sum(lengths.slice(0, word)) + (lengths[word] ?? 0) / 2;
  return start_ms + (middle / sum(lengths)) * (end_ms - start_ms);
};

/**
 * While the recording plays: E where an error is heard, or some time later, opens its paragraph at the word that plays.
 * The audio goes on after each correction.
 */
const whileListening =
  (lateMs: number) =>
  async ({ page, keyboard, slips, truth }: Work): Promise<void> => {
    const root = page.locator('audio-transcribe');
    await keyboard.press('k');
    for (const [at, slip] of [...slips].sort(([one], [other]) => one - other)) {
      const segment = truth.segments[at];
      if (!segment) continue;
      const word = slip.kind === 'speaker' ? 0 : slip.word;
      const ms = heardAt(segment, word) + lateMs;
      await page.evaluate((it) => (globalThis as unknown as Global).readerPage.hear(it), ms);
      await page.evaluate(frameDrawn);
      await keyboard.press('e');
      let field = await rangeInField(page);
      if (field.first > at) {
        await keyboard.press('Shift+Enter');
        await keyboard.press('Control+End');
        field = await rangeInField(page);
      }
      if (slip.kind === 'speaker') {
        await chooseSpeaker(page, keyboard, slip.right);
        await keyboard.press('Escape');
      } else {
        const before = (await segmentsIn(page)).slice(field.first, at);
        const words = before.flatMap(({ text }) => text.split(' ')).length;
        await mendWord(page, keyboard, words + slip.word, slip);
        await keyboard.press('Control+Enter');
      }
      await root.locator('textarea').waitFor({ state: 'detached' });
    }
  };

const WAYS = {
  'a line at a time, through its menu': { view: 'lines', correct: byLine },
  'a paragraph at a time, with Enter': { view: 'paragraphs', correct: byParagraph },
  'while listening, E at the word': { view: 'paragraphs', correct: whileListening(0) },
  'while listening, E 1.35 s late': {
    view: 'paragraphs',
    correct: whileListening(THINK_SECONDS * 1000),
  },
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
    title: `${ERRORS} errors in ${(SEGMENTS * SEGMENT_MS) / 60_000} minutes (seed ${SEED}), by keyboard alone`,
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
