/** Parses the output of `pocketsphinx_batch -hypseg`: one line per utterance, with the first frame of each word. */
import type { Interval } from '../speech-intervals.js';
import { textOf, type Utterance, type Word } from '../word-finder.js';

/** Milliseconds per frame of the recogniser. */
export const FRAME_MS = 10;

const LINE = /^(\S+) S \S+ T \S+ A \S+ L \S+((?: \d+ -?\d+ -?\d+ \S+)*) (\d+)$/;
const WORD = / (\d+) -?\d+ -?\d+ (\S+)/g;

/** Silence, breath and noise are written as `<sil>`, `[NOISE]`, `++COUGH++`. */
const isWord = (text: string): boolean => !/^[<[+]/.test(text);
/** `was(2)` is the second of a word's pronunciations. */
const withoutVariant = (text: string): string => text.replace(/\(\d+\)$/, '');
/** The dictionary is in lower case, but “I” needs a capital. */
const spelled = (text: string): string => text.replace(/^i(?=$|')/, 'I');

const wordsOf = (line: string, interval: Interval): readonly Word[] => {
  const [, , entries = '', lastFrame = '0'] = LINE.exec(line) ?? [];
  const items = [...entries.matchAll(WORD)].map(([, frame, text = '']) => ({
    frame: Number(frame),
    text,
  }));
  // A word ends where the next one starts. Audio beyond the interval was padding.
  const at = (frame: number): number =>
    Math.min(interval.endMs, interval.startMs + frame * FRAME_MS);
  return items
    .map(({ frame, text }, index) => ({
      startMs: at(frame),
      endMs: at(items[index + 1]?.frame ?? Number(lastFrame) + 1),
      text,
    }))
    .filter(({ text, startMs, endMs }) => isWord(text) && endMs > startMs)
    .map((word) => ({ ...word, text: spelled(withoutVariant(word.text)) }));
};

/**
 * The utterances that contain words. The name of an utterance is the index of its interval. Null if an interval is
 * missing in the output.
 */
export const parseSegmentation = (
  output: string,
  intervals: readonly Interval[],
): readonly Utterance[] | null => {
  const lines = new Map(
    output.split('\n').flatMap((line) => {
      const name = LINE.exec(line)?.[1];
      return name === undefined ? [] : [[name, line] as const];
    }),
  );
  if (intervals.some((_, index) => !lines.has(String(index)))) return null;
  return intervals.flatMap((interval, index) => {
    const words = wordsOf(lines.get(String(index)) ?? '', interval);
    const [first, last] = [words[0], words.at(-1)];
    return first && last
      ? [{ startMs: first.startMs, endMs: last.endMs, text: textOf(words), words }]
      : [];
  });
};
