// lib/transcribe.ts
import { createStorage, type Driver } from 'unstorage';
import fsDriver from 'unstorage/drivers/fs';
import {
  createPartnerHandler,
  createTaskWatcher,
  type PartnerHandler,
  type TaskWatcher,
} from '../../src/server.js';
import { createSession } from '../session.js';

interface Backend {
  readonly watcher: TaskWatcher;
  readonly handler: PartnerHandler;
}

const create = (): Backend => {
  const service = {
    serviceUrl: process.env['SERVICE_URL'],
    clientId: process.env['CLIENT_ID'],
    apiKey: process.env['API_KEY'],
  };
  const base = `${process.env['DATA_FOLDER'] ?? '.data'}/next-tasks`;
  const watcher = createTaskWatcher({
    ...service,
    storage: createStorage({ driver: fsDriver({ base }) as Driver }),
    onFinished: async ({ transcriptionId, status }) => {
      await saveTranscript(transcriptionId, status); // your own table
    },
  });
  const clientSecret = process.env['CLIENT_SECRET'];
  const { authorize } = createSession(clientSecret ?? '');
  return {
    watcher,
    handler: createPartnerHandler({ ...service, clientSecret, authorize, watcher }),
  };
};

// Next.js loads this file several times: keep one backend in the process.
const kept = globalThis as { transcribeBackend?: Backend };
/** Made on first use: `next build` loads this file, and has no secrets. */
export const backend = (): Backend => (kept.transcribeBackend ??= create());

export const saved = new Map<string, string>();
const saveTranscript = (id: string, status: string): Promise<unknown> =>
  Promise.resolve(saved.set(id, status));
