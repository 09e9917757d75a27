import type { Bench } from './bench.js';
import { benchHour, benchRecognition } from './sandbox-recognition.js';
import { benchSpeakers } from './sandbox-speakers.js';
import { benchVisitors } from './sandbox-visitors.js';

const QUESTIONS: Readonly<Record<string, Bench>> = {
  words: benchRecognition,
  hour: benchHour,
  speakers: benchSpeakers,
  visitors: benchVisitors,
};

/** The accuracy and the speed of the sandbox's recognition. */
const sandboxBench: Bench = async function* (questions) {
  const asked = questions.length === 0 ? Object.keys(QUESTIONS) : questions;
  for (const name of asked) {
    const question = QUESTIONS[name];
    if (question === undefined)
      throw new Error(
        `There is no question ${name}: ask some of ${Object.keys(QUESTIONS).join(', ')}.`,
      );
    yield* question([]);
  }
};

export default sandboxBench;
