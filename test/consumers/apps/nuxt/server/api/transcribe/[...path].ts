import { createPartnerHandler, type PartnerHandler } from 'audio-transcribe/server.js';

let handler: PartnerHandler | undefined;

export default defineEventHandler((event) => {
  handler ??= createPartnerHandler({
    serviceUrl: process.env.SERVICE_URL,
    clientId: process.env.CLIENT_ID,
    clientSecret: process.env.CLIENT_SECRET,
    apiKey: process.env.API_KEY,
    // Replace this with your own session. Here, every visitor is the same user.
    authorize: () => ({ userId: 'user-0001' }),
    allowedFileHosts: process.env.ALLOWED_FILE_HOSTS?.split(','),
  });
  return handler(toWebRequest(event));
});
