import { createPartnerHandler } from '../../src/server.js';
import { createSession } from '../session.js';

const { SERVICE_URL, CLIENT_ID, CLIENT_SECRET, API_KEY, ALLOWED_FILE_HOSTS } = process.env;

/** The same for every framework: made once, of the environment. */
export const handler = createPartnerHandler({
  serviceUrl: SERVICE_URL,
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  apiKey: API_KEY,
  // Your own session stands here: `{ userId }` of who is signed in, or null.
  authorize: createSession(CLIENT_SECRET ?? '').authorize,
  allowedFileHosts: ALLOWED_FILE_HOSTS?.split(','),
  onEvent: (event) => {
    if (event.kind === 'configuration') console.error(event.message);
  },
});
