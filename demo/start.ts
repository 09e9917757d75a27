/** `npm start`: the whole demo at one address. */
import { findInstalled } from '../scripts/setup/recognition.mjs';
import { readTarget } from './environment.js';
import { recognizerNotice } from './notices.js';
import { readPorts, takenNotice } from './ports.js';
import { runUntilStopped } from './run-until-stopped.js';
import { readSandboxOptions } from './sandbox-environment.js';
import { startDemo, type Demo } from './server.js';

const start = async (environment: NodeJS.ProcessEnv, stopped: AbortSignal): Promise<Demo> =>
  startDemo({
    target: readTarget(environment),
    port: readPorts(environment).page,
    sandbox: await readSandboxOptions(environment),
    stopped,
    onTakenPort: (port) => console.log(takenNotice(port)),
  });

const announce = async ({ url, backend }: Demo): Promise<void> => {
  const { target, recognizer } = backend.settings;
  console.log(`\n  audio-transcribe demo: ${url}\n`);
  console.log(
    target === 'service'
      ? '  Talking to the service at SERVICE_URL.'
      : '  Talking to the sandbox on this machine.',
  );
  if (recognizer !== null) console.log(`  ${recognizerNotice(recognizer)}`);
  const installed = await findInstalled();
  const lacksModels = !installed.voiceModel || !installed.speakerFolder;
  if (target === 'sandbox' && recognizer !== 'none' && lacksModels) {
    console.log(
      '  Models are missing that find speech and tell speakers apart. Run: npm run setup',
    );
  }
  console.log('  Stop with Ctrl+C.\n');
};

await runUntilStopped((stopped) => start(process.env, stopped), announce);
