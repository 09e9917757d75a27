import { createPartnerHandler } from '../../src/server.js';
import { createBullTaskWatcher } from '../../src/server/bullmq.js';
import { createSession } from '../session.js';

const { SERVICE_URL, CLIENT_ID, CLIENT_SECRET, API_KEY, REDIS_PORT } = process.env;
const service = { serviceUrl: SERVICE_URL, clientId: CLIENT_ID, apiKey: API_KEY };

export const watcher = createBullTaskWatcher({
  ...service,
  connection: { host: '127.0.0.1', port: Number(REDIS_PORT), maxRetriesPerRequest: null },
  onFinished: async ({ transcriptionId, status }) => {
    await saveTranscript(transcriptionId, status); // your own table
  },
});
// In your worker processes. The web server does not need to run jobs.
watcher.start();

export const handler = createPartnerHandler({
  ...service,
  clientSecret: CLIENT_SECRET,
  authorize: createSession(CLIENT_SECRET ?? '').authorize,
  watcher,
});

export const saved = new Map<string, string>();
const saveTranscript = (id: string, status: string): Promise<unknown> =>
  Promise.resolve(saved.set(id, status));
