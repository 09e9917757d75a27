/** Words by PocketSphinx: one process over all intervals of a recording. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PocketSphinxInstallation } from '../../../../scripts/setup/recognition.mjs';
import { RAW_SAMPLE_RATE } from '../raw-audio.js';
import { RecognitionFailed } from '../recognizer.js';
import { runProgram } from '../run-program.js';
import type { Interval } from '../speech-intervals.js';
import type { WordFinder } from '../word-finder.js';
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

/**
 * English alone: `auto` is reported as `en`, a kind of English as what was asked for. In another
 * language the intervals are given with a text that says why their words are not known.
 */
export const pocketSphinx = ({
  program,
  languageFolder,
}: PocketSphinxInstallation): WordFinder => ({
  name: 'pocketsphinx',
  findWords: async ({ rawFile, speech, silence }, { language, model }, signal) => {
    if (!isEnglish(language)) {
      const utterances = speech.map((interval) => ({ ...interval, text: OTHER_LANGUAGE_TEXT }));
      return { language, utterances };
    }
    const spoken = language === 'auto' ? 'en' : language;
    const intervals = [...speech, ...silence].sort((a, b) => a.startMs - b.startMs);
    if (intervals.length === 0) return { language: spoken, utterances: [] };
    const folder = await mkdtemp(path.join(tmpdir(), 'pocketsphinx-'));
    try {
      const { dir, name, ext } = path.parse(rawFile);
      await writeFile(path.join(folder, 'control'), controlFile(name, intervals));
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
      await runProgram(program, Object.entries(args).flat(), { folder, signal });
      const utterances = parseSegmentation(
        await readFile(path.join(folder, 'words'), 'utf8'),
        intervals,
      );
      if (utterances === null)
        throw new RecognitionFailed(`${program} left out part of the audio.`);
      return { language: spoken, utterances };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});
