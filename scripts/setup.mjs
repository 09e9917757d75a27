/**
 * `npm run setup`: installs speech recognition for the sandbox. If something is not available on this machine, prints
 * it without failing, because the demo works without it. A download whose hash does not match is an error.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fetchModel, NotPinned } from './setup/fetch-model.mjs';
import { installationPlan, summary } from './setup/plan.mjs';
import { findInstalled, models, modelsFolder } from './setup/recognition.mjs';

const run = promisify(execFile);

const succeeds = (program, args) =>
  run(program, args).then(
    () => true,
    () => false,
  );

async function installPocketSphinx() {
  const hasApt = process.platform === 'linux' && (await succeeds('apt-get', ['--version']));
  const isRoot = process.getuid?.() === 0;
  const maySudo = hasApt && !isRoot && (await succeeds('sudo', ['-n', 'true']));
  const plan = installationPlan({ hasApt, isRoot, maySudo });
  if (plan.kind === 'tell') return console.log(plan.text);
  console.log('Installing PocketSphinx and its English model …');
  try {
    for (const [program, ...args] of plan.commands) await run(program, args);
  } catch (error) {
    console.error(`It could not be installed: ${error.stderr?.trim() || error.message}`);
    console.error(installationPlan({ hasApt, isRoot: false, maySudo: false }).text);
  }
}

const before = await findInstalled();
if (!before.pocketSphinx || !before.humanSpeechFolder) await installPocketSphinx();

const missing = models.filter(
  ({ name }) => (name === 'silero-vad' ? before.voiceModel : before.speakerFolder) === null,
);
for (const model of missing) {
  console.log(`Fetching the model of ${model.use} (${model.megabytes} MB, ${model.licence}) …`);
  try {
    await fetchModel(model, modelsFolder);
  } catch (error) {
    console.error(error.stderr?.trim() || error.message);
    if (error instanceof NotPinned) process.exitCode = 1;
  }
}

console.log(summary(await findInstalled()));
