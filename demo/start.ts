/** `npm start`: the whole demo at one address. */
import { findInstalled } from '../scripts/setup/recognition.mjs';
import { readTarget } from './environment.js';
import { recognizerNotice } from './notices.js';
import { readSandboxOptions } from './sandbox-environment.js';
import { startDemo, type Demo } from './server.js';

const start = async (environment: NodeJS.ProcessEnv): Promise<Demo> =>
  startDemo({
    target: readTarget(environment),
    port: Number(environment['PORT'] ?? 5173),
    sandbox: await readSandboxOptions(environment),
  });

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
    : '  Talking to the sandbox on this machine.',
);
if (recognizer !== null) console.log(`  ${recognizerNotice(recognizer)}`);
const installed = await findInstalled();
const lacksModels = !installed.voiceModel || !installed.speakerFolder;
if (target === 'sandbox' && recognizer !== 'none' && lacksModels) {
  console.log('  Models are missing that find speech and tell speakers apart. Run: npm run setup');
}
console.log('  Stop with Ctrl+C.\n');
