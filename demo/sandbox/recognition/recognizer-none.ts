/** The recogniser of a machine without speech recognition: finds speech, but no words. */
import { createRecognizer, type RecognizerParts } from './create-recognizer.js';
import type { Recognizer } from './recognizer.js';
import type { WordFinder } from './word-finder.js';

export const SPEECH_TEXT =
  'Speech was found here, but no recogniser is installed, so its words are not known.';
export const SILENCE_TEXT = 'No speech was found here.';

/** Uses only two params: `language` is passed on, and `decodeSilence` adds the silent intervals. */
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
 * Returns the real duration and the real speech intervals, without words. Without the models, which is the default,
 * it detects speech by loudness and names no speakers.
 */
export const noRecognizer = (parts: Partial<Omit<RecognizerParts, 'words'>> = {}): Recognizer =>
  createRecognizer({ voiceModel: null, speakerFolder: null, ...parts, words: noWords });
