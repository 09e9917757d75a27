/** `npm start`: the whole demo at one address. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mkdtemp, rm } from 'node:fs/promises';
import { readTarget } from './environment.js';
import { faultsFromEnvironment } from './sandbox/faults/from-environment.js';
import { startDemo, type Demo } from './server.js';

const directory = await mkdtemp(join(tmpdir(), 'audio-transcribe-sandbox-'));
const leave = async (): Promise<void> => {
  await demo.close();
  await rm(directory, { recursive: true, force: true });
};

const start = async (): Promise<Demo> =>
  startDemo({
    target: readTarget(process.env),
    port: Number(process.env['PORT'] ?? 5173),
    sandbox: { directory, faults: await faultsFromEnvironment(process.env) },
  });

const demo = await start().catch(async (error: unknown) => {
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
if (recognizer === 'none') {
  console.log('  No recogniser is installed: transcripts show where speech is, not what is said.');
}
console.log('  Stop with Ctrl+C.\n');
