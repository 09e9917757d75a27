/** `npm run sandbox`: the service alone, for a backend in any language, and for the conformance suite. */
import { findInstalled } from '../scripts/setup/recognition.mjs';
import { announceSandbox } from './announce-sandbox.js';
import { recognizerNotice } from './notices.js';
import { takenNotice } from './ports.js';
import { runUntilStopped } from './run-until-stopped.js';
import { readSandboxOptions } from './sandbox-environment.js';
import { findRecognizer } from './sandbox/index.js';
import { startBeside } from './start-beside.js';

await runUntilStopped(
  async () => {
    const recognizer = findRecognizer(process.env, await findInstalled());
    const sandbox = await startBeside({
      ...(await readSandboxOptions(process.env)),
      recognizer,
      onTakenPort: (port) => console.error(takenNotice(port)),
    });
    return { ...sandbox, recognizer };
  },
  (sandbox) => console.log(announceSandbox(sandbox, recognizerNotice(sandbox.recognizer.name))),
);
