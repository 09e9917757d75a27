import { createPartnerHandler, type PartnerHandler } from '../../src/server.js';
import { createSession } from '../session.js';

let handler: PartnerHandler | undefined;

/** Makes the handler at the first request: the build of many frameworks loads this file, and has no secrets. */
export const serve = (request: Request): Promise<Response> => {
  const { SERVICE_URL, CLIENT_ID, CLIENT_SECRET, API_KEY, ALLOWED_FILE_HOSTS } = process.env;
  handler ??= createPartnerHandler({
    serviceUrl: SERVICE_URL,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    apiKey: API_KEY,
    // Your own session stands here: `{ userId }` of who is signed in, or null.
    authorize: createSession(CLIENT_SECRET ?? '').authorize,
    allowedFileHosts: ALLOWED_FILE_HOSTS?.split(','),
    onEvent: (event) => {
      if (event.kind === 'configuration') console.error(event.message, event.cause);
    },
  });
  return handler(request);
};
