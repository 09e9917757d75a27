/** What the tests and benchmarks of recognition require. */
import { findInstalled, type Installed } from '../../scripts/setup/recognition.mjs';

export type Complete = { readonly [Part in keyof Installed]: NonNullable<Installed[Part]> };

const NAMES: Readonly<Record<keyof Installed, string>> = {
  wordsFolder: 'the model that recognises words',
  humanSpeechFolder: 'human speech (the Debian package pocketsphinx-testdata)',
  voiceModel: 'the model that finds speech',
  speakerFolder: 'the model that tells speakers apart',
};

const isComplete = (installed: Installed): installed is Complete =>
  Object.values(installed).every((part) => part !== null);

/** Throws with instructions if something is missing. */
export const allInstalled = async (): Promise<Complete> => {
  const installed = await findInstalled();
  if (isComplete(installed)) return installed;
  const missing = Object.entries(NAMES).filter(
    ([part]) => installed[part as keyof Installed] === null,
  );
  throw new Error(
    `Not installed: ${missing.map(([, name]) => name).join(', ')}. Run: npm run setup`,
  );
};
