/** `npm start`: the whole demo at one address. */
import { fileURLToPath } from 'node:url';
import { findInstalled } from '../scripts/setup/recognition.mjs';
import { readTarget } from './environment.js';
import { recognizerNotice } from './notices.js';
import { faultsFromEnvironment } from './sandbox/faults/from-environment.js';
import { readS3Settings } from './sandbox/index.js';
import { startDemo, type Demo } from './server.js';

/** A folder that stays: who was interrupted in the middle of an upload goes on when the demo is started again. */
const DIRECTORY = fileURLToPath(new URL('../.cache/sandbox/', import.meta.url));

const directory = process.env['SANDBOX_DIRECTORY'] || DIRECTORY;

const start = async (environment: NodeJS.ProcessEnv): Promise<Demo> => {
  const target = readTarget(environment);
  const isSandbox = target.kind === 'sandbox';
  const s3 = isSandbox ? readS3Settings(environment) : undefined;
  const faults = isSandbox ? await faultsFromEnvironment(environment) : [];
  return startDemo({
    target,
    port: Number(environment['PORT'] ?? 5173),
    sandbox: { directory, faults, ...(s3 === undefined ? {} : { s3 }) },
  });
};

const demo = await start(process.env).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void demo.close().then(() => process.exit(0)));
}

const { target, recognizer } = demo.backend.settings;
console.log(`\n  audio-transcribe demo: ${demo.url}\n`);
console.log(
  target === 'service'
    ? '  Talking to the service at SERVICE_URL.'
    : `  Talking to the sandbox on this machine, which keeps its state in ${directory}`,
);
if (recognizer !== null) console.log(`  ${recognizerNotice(recognizer)}`);
const installed = await findInstalled();
const lacksModels = !installed.voiceModel || !installed.speakerFolder;
if (target === 'sandbox' && recognizer !== 'none' && lacksModels) {
  console.log('  Models are missing that find speech and tell speakers apart. Run: npm run setup');
}
console.log('  Stop with Ctrl+C.\n');
