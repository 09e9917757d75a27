/** Selects the recogniser: a server named in the environment, else Moonshine, else none. */
import type { Installed } from '../../../scripts/setup/recognition.mjs';
import { createRecognizer, type RecognizerParts, noRecognizer } from './create-recognizer.js';
import { moonshine } from './moonshine/word-finder.js';
import type { Recognizer } from './recognizer.js';
import { readServer, openAi } from './openai/word-finder.js';
import { jobsInProcesses } from './work/process-jobs.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Throws if the environment names an invalid server. The work runs in separate processes. */
export const findRecognizer = (environment: Environment, installed: Installed): Recognizer => {
  const { voiceModel, speakerFolder, wordsFolder } = installed;
  const jobs = jobsInProcesses();
  const parts: Omit<RecognizerParts, 'words'> = { voiceModel, speakerFolder, jobs };
  const server = readServer(environment);
  if (server !== null) return createRecognizer({ ...parts, words: openAi(server) });
  if (wordsFolder !== null)
    return createRecognizer({ ...parts, words: moonshine(wordsFolder, jobs.words) });
  return noRecognizer(parts);
};
