/** `npm run sandbox`: the service alone, for a backend in any language, and for the conformance suite. */
import { findInstalled } from '../scripts/setup/recognition.mjs';
import { recognizerNotice } from './notices.js';
import { readSandboxOptions } from './sandbox-environment.js';
import { findRecognizer, startSandbox } from './sandbox/index.js';

const start = async (environment: NodeJS.ProcessEnv) => {
  const recognizer = findRecognizer(environment, await findInstalled());
  const sandbox = await startSandbox({ ...(await readSandboxOptions(environment)), recognizer });
  return { sandbox, recognizer };
};

const { sandbox, recognizer } = await start(process.env).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
}

const { serviceUrl, storageUrl, credentials } = sandbox;
console.log(`
  The service of the specification, on this machine; its storage is at ${storageUrl}
  ${recognizerNotice(recognizer.name)}
  For your backend, or for “npm run conformance”; the credentials are good for this sandbox alone:

export SERVICE_URL=${serviceUrl}
export CLIENT_ID=${credentials.clientId}
export CLIENT_SECRET=${credentials.clientSecret}
export API_KEY=${credentials.apiKey}

  Stop with Ctrl+C.
`);
