/** For a machine without a recogniser: tells truly where speech is, and that nobody knows its words. */
import { createRecognizer, type RecognizerParts } from './create-recognizer.js';
import type { Recognizer } from './recognizer.js';
import type { WordFinder } from './word-finder.js';

export const SPEECH_TEXT =
  'Speech was found here, but no recogniser is installed, so its words are not known.';
export const SILENCE_TEXT = 'No speech was found here.';

/** Of the params, `language` is passed on and `decodeSilence` adds the silent intervals. */
const noWords: WordFinder = {
  name: 'none',
  ignoresSamples: true,
  findWords: ({ speech, silence }, { language }) =>
    Promise.resolve({
      language: language === 'auto' ? 'und' : language,
      utterances: [
        ...speech.map((interval) => ({ ...interval, text: SPEECH_TEXT })),
        ...silence.map((interval) => ({ ...interval, text: SILENCE_TEXT })),
      ].sort((a, b) => a.startMs - b.startMs),
    }),
};

/**
 * Real duration and real speech intervals, no words. Without the models, which are the default,
 * speech is told by its loudness, and no speaker is named.
 */
export const noRecognizer = (parts: Partial<Omit<RecognizerParts, 'words'>> = {}): Recognizer =>
  createRecognizer({ voiceModel: null, speakerFolder: null, ...parts, words: noWords });
