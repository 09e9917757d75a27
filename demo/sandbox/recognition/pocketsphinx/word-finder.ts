/** Finds words with PocketSphinx: one process for a short recording, two parallel processes for a long one. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PocketSphinxInstallation } from '../../../../scripts/setup/recognition.mjs';
import { RAW_SAMPLE_RATE } from '../raw-audio.js';
import { RecognitionFailed } from '../recognizer.js';
import { runProgram } from '../run-program.js';
import type { Interval } from '../speech-intervals.js';
import type { WordFinder } from '../word-finder.js';
import type { Jobs } from '../work/jobs.js';
import { MODEL_SETTINGS } from './settings.js';
import { FRAME_MS, parseSegmentation } from './segmentation.js';

export const OTHER_LANGUAGE_TEXT =
  'Speech was found here, but the recogniser on this machine knows English only.';

const isEnglish = (language: string): boolean => /^(?:auto|en(?:-.*)?)$/i.test(language);

/** One line per interval: the file without its extension, its first and last frame, and a name. */
const controlFile = (file: string, intervals: readonly Interval[]): string =>
  intervals
    .map(({ startMs, endMs }, index) =>
      [file, Math.floor(startMs / FRAME_MS), Math.ceil(endMs / FRAME_MS), index].join(' '),
    )
    .join('\n');

/** Milliseconds of speech for one process. Shorter recordings need only one process. */
const PORTION_MS = 300_000;
/** Maximum number of parallel processes. */
const LANES = 2;

/** Splits intervals into groups of neighbours with about the same total duration. */
export const portionsOf = (
  intervals: readonly Interval[],
  portionMs = PORTION_MS,
): readonly (readonly Interval[])[] => {
  const wholeMs = intervals.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const least = wholeMs / Math.ceil(wholeMs / portionMs);
  const portions: Interval[][] = [];
  let filled = Infinity;
  for (const interval of intervals) {
    if (filled >= least) {
      portions.push([]);
      filled = 0;
    }
    portions.at(-1)?.push(interval);
    filled += interval.endMs - interval.startMs;
  }
  return portions;
};

/** Runs this many jobs at a time and returns all results in order. After a failure, no further job starts. */
const inLanes = async <Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<readonly Result[]> => {
  const results: Result[] = [];
  const waiting = [...items.entries()];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, item] = next;
      try {
        results[index] = await work(item, index);
      } catch (error) {
        waiting.length = 0;
        throw error;
      }
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, lane));
  for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason;
  return results;
};

/**
 * Recognises only English. The language `auto` is reported as `en`, and a variant of English as requested. For another
 * language, each interval has a text that says why there are no words.
 */
export const pocketSphinx = (
  { program, languageFolder }: PocketSphinxInstallation,
  run: Jobs['run'] = runProgram,
): WordFinder => ({
  name: 'pocketsphinx',
  findWords: async (recording, { language, model }, signal) => {
    const { rawFile, speech, silence } = recording;
    if (!isEnglish(language)) {
      const utterances = speech.map((interval) => ({ ...interval, text: OTHER_LANGUAGE_TEXT }));
      return { language, utterances };
    }
    const spoken = language === 'auto' ? 'en' : language;
    const intervals = [...speech, ...silence].sort((a, b) => a.startMs - b.startMs);
    const { dir, name, ext } = path.parse(rawFile);
    const args = {
      '-hmm': path.join(languageFolder, 'en-us'),
      '-lm': path.join(languageFolder, 'en-us.lm.bin'),
      '-dict': path.join(languageFolder, 'cmudict-en-us.dict'),
      '-samprate': String(RAW_SAMPLE_RATE),
      '-adcin': 'yes',
      '-cepdir': dir,
      '-cepext': ext,
      '-ctl': 'control',
      '-hypseg': 'words',
      '-logfn': 'log',
      // Keep all frames, because removed ones would not count in the words' times.
      '-remove_silence': 'no',
      ...MODEL_SETTINGS[model],
    };
    const found = await inLanes(portionsOf(intervals), async (portion, index) => {
      const folder = path.join(recording.folder, `words-${index}`);
      await mkdir(folder);
      await writeFile(path.join(folder, 'control'), controlFile(name, portion));
      await run({ program, args: Object.entries(args).flat(), folder, speech: portion }, signal);
      return parseSegmentation(await readFile(path.join(folder, 'words'), 'utf8'), portion);
    });
    const utterances = found.flatMap((part) => part ?? []);
    if (found.includes(null)) throw new RecognitionFailed(`${program} left out part of the audio.`);
    return { language: spoken, utterances };
  },
});
