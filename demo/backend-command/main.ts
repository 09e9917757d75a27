/** `npx audio-transcribe backend`: the partner handler for applications in any language. */
import { runUntilStopped } from '../run-until-stopped.js';
import { readBackendSettings } from './settings.js';
import { startBackendProcess } from './start.js';

export const BACKEND_USAGE = `Usage: npx audio-transcribe backend

  Runs the partner backend beside your application. All settings are environment variables:

  SERVICE_URL, CLIENT_ID, CLIENT_SECRET, API_KEY   from the operator of the service
  AUTHORIZE_URL        address of your application that tells who is signed in
  BASE_PATH            default /api/transcribe
  HOST, PORT           default 127.0.0.1 and 8789
  STORAGE              folder, or redis://…, for keys of submissions and watched tasks
  WATCH_URL, WATCH_SECRET   where finished tasks are posted, and the secret that signs them
  SEALING_KEYS, ALLOWED_ORIGINS, PUBLIC_ORIGIN, ALLOWED_FILE_HOSTS   lists with commas
  PROXY_UPLOADS        true: also relay the upload plan and the completion

  docs/any-backend.md describes them.
`;

export const runBackend = (): Promise<void> =>
  runUntilStopped(
    () => startBackendProcess(readBackendSettings(process.env), (line) => console.log(line)),
    ({ url }) =>
      console.log(JSON.stringify({ time: new Date().toISOString(), kind: 'started', url })),
  );
