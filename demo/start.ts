/** `npm start`: the whole demo at one address. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mkdtemp, rm } from 'node:fs/promises';
import { findInstalled } from '../scripts/setup/recognition.mjs';
import { readTarget } from './environment.js';
import { recognizerNotice } from './notices.js';
import { startDemo } from './server.js';

const directory = await mkdtemp(join(tmpdir(), 'audio-transcribe-sandbox-'));
const leave = async (): Promise<void> => {
  await demo.close();
  await rm(directory, { recursive: true, force: true });
};

const demo = await startDemo({
  target: readTarget(process.env),
  port: Number(process.env['PORT'] ?? 5173),
  sandbox: { directory },
}).catch(async (error: unknown) => {
  await rm(directory, { recursive: true, force: true });
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void leave().then(() => process.exit(0)));
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
if (target === 'sandbox' && !(installed.voiceModel && installed.speakerFolder)) {
  console.log('  Models are missing that find speech and tell speakers apart. Run: npm run setup');
}
console.log('  Stop with Ctrl+C.\n');
