/** `npm run sandbox`: the service alone, for a backend in any language, and for the conformance suite. */
import { findInstalled } from '../scripts/setup/recognition.mjs';
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
  ({ serviceUrl, storageUrl, credentials, recognizer }) => {
    console.log(`
  The service of the specification, on this machine; its storage is at ${storageUrl}
  ${recognizerNotice(recognizer.name)}
  For your backend, or for “npm run conformance”; the credentials are good for this sandbox alone.
  FILE_HOSTS is for the handler's option allowedFileHosts, because this storage is on no public host:

export SERVICE_URL=${serviceUrl}
export CLIENT_ID=${credentials.clientId}
export CLIENT_SECRET=${credentials.clientSecret}
export API_KEY=${credentials.apiKey}
export FILE_HOSTS=${new URL(storageUrl).host}

  Stop with Ctrl+C.
`);
  },
);
