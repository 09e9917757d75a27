/** Words by PocketSphinx: one process over the intervals of a short recording, two side by side over those of a long one. */
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

/** Milliseconds of speech that one process is given: shorter recordings are recognised by one alone. */
const PORTION_MS = 300_000;
/** Processes at once. */
const LANES = 2;

/** Neighbours together, in portions that are about as long as the others. */
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

/** All results in order, so many at once; after a failure nothing more is begun. */
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
 * English alone: `auto` is reported as `en`, a kind of English as what was asked for. In another
 * language the intervals are given with a text that says why their words are not known.
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
      // Frames that are left out would not be counted in the times of the words.
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
