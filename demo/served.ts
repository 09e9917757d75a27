/** What stands behind the pages of the demo: the backend handler, and the sandbox or the real service. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { findInstalled } from '../scripts/setup/recognition.mjs';
import { createAnswers } from './answers.js';
import { startBackend, type DemoBackend } from './backend.js';
import { readTarget } from './environment.js';
import { recognizerNotice } from './notices.js';
import { takenNotice } from './ports.js';
import { readSandboxOptions } from './sandbox-environment.js';

export interface Served {
  /** A middleware for all requests. It passes on those for the files of the pages. */
  answer(req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void): void;
  /** What the terminal says at the start. */
  readonly notices: readonly string[];
  /** Where pages may send parts of recordings, for a content security policy. */
  readonly storageHost: string;
  close(): Promise<void>;
}

const noticesOf = async ({ target, recognizer }: DemoBackend['settings']) => {
  const { voiceModel, speakerFolder } = await findInstalled();
  const lacksModels = !voiceModel || !speakerFolder;
  return [
    target === 'service'
      ? 'Talking to the service at SERVICE_URL.'
      : 'Talking to the sandbox on this machine.',
    ...(recognizer === null ? [] : [recognizerNotice(recognizer)]),
    ...(target === 'sandbox' && recognizer !== 'none' && lacksModels
      ? ['Models are missing that find speech and tell speakers apart. Run: npm run setup']
      : []),
    'Stop with Ctrl+C.',
  ];
};

/** Closes the backend if this fails. */
export const serve = async (backend: DemoBackend): Promise<Served> => {
  try {
    return {
      answer: createAnswers(backend),
      notices: await noticesOf(backend.settings),
      // The host of the real service's storage is not known.
      storageHost: backend.sandbox?.storageUrl ?? 'https:',
      close: backend.close,
    };
  } catch (error) {
    await backend.close();
    throw error;
  }
};

/** Starts what the environment selects. Rejects with the name of a variable that is wrong. */
export const serveFromEnvironment = async (): Promise<Served> =>
  serve(
    await startBackend(readTarget(process.env), {
      onTakenPort: (port) => console.log(takenNotice(port)),
      ...(await readSandboxOptions(process.env)),
    }),
  );
