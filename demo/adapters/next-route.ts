// app/api/transcribe/[...path]/route.ts
import { createPartnerHandler, type PartnerHandler } from '../../src/server.js';
import { createSession } from '../session.js';

let handler: PartnerHandler | undefined;

const serve = (request: Request): Promise<Response> => {
  // Made at the first request: `next build` loads this file, and has no secrets.
  handler ??= createPartnerHandler({
    serviceUrl: process.env['SERVICE_URL'],
    clientId: process.env['CLIENT_ID'],
    clientSecret: process.env['CLIENT_SECRET'],
    apiKey: process.env['API_KEY'],
    // Your own session stands here: `{ userId }` of who is signed in, or null.
    authorize: createSession(process.env['CLIENT_SECRET'] ?? '').authorize,
    allowedFileHosts: process.env['ALLOWED_FILE_HOSTS']?.split(','),
    onEvent: (event) => {
      if (event.kind === 'configuration') console.error(event.message, event.cause);
    },
  });
  return handler(request);
};

export { serve as GET, serve as POST, serve as OPTIONS };
