/** Finds words with Moonshine, section by section. */
import type { Model } from '../../../../src/protocol/types.js';
import { inSections } from '../speech-intervals.js';
import type { WordFinder } from '../recognizer.js';
import { allOrNone } from '../work/all-or-none.js';
import type { Jobs } from '../work/jobs.js';
import type { MoonshineSize } from './recognize-words.js';

export const OTHER_LANGUAGE_TEXT =
  'Speech was found here, but the recogniser on this machine knows English only.';

const isEnglish = (language: string): boolean => /^(?:auto|en(?:-.*)?)$/i.test(language);

const SIZES: Readonly<Record<Model, MoonshineSize>> = {
  'svc-asr-pro': 'base',
  'svc-asr-fast': 'tiny',
};

/**
 * Recognises only English. The language `auto` is reported as `en`, and a variant of English as requested. For another
 * language, each interval has a text that says why there are no words.
 */
export const moonshine = (wordsFolder: string, recognizeWords: Jobs['words']): WordFinder => ({
  name: 'moonshine',
  findWords: async ({ rawFile, speech, silence, rank }, { language, model }, signal) => {
    if (!isEnglish(language)) {
      const utterances = speech.map((interval) => ({ ...interval, text: OTHER_LANGUAGE_TEXT }));
      return { language, utterances };
    }
    const intervals = [...speech, ...silence].sort((a, b) => a.startMs - b.startMs);
    const found = await allOrNone(
      signal,
      inSections(intervals).map(
        (section) => (either) =>
          recognizeWords(
            { rawFile, speech: section, wordsFolder, size: SIZES[model], rank },
            either,
          ),
      ),
    );
    return { language: language === 'auto' ? 'en' : language, utterances: found.flat() };
  },
});
