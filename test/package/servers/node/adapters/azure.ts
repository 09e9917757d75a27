import { app, type HttpRequest, type HttpResponseInit } from '@azure/functions';
import { handler } from './handler.js';

export const transcribe = async (request: HttpRequest): Promise<HttpResponseInit> => {
  const { url, method, headers } = request;
  const body = method === 'GET' || method === 'HEAD' ? null : await request.text();
  const response = await handler(new Request(url, { method, headers: [...headers], body }));
  return { status: response.status, headers: [...response.headers], body: response.body };
};

app.http('transcribe', {
  // Azure adds /api before it.
  route: 'transcribe/{*path}',
  methods: ['GET', 'POST', 'HEAD', 'OPTIONS'],
  authLevel: 'anonymous',
  handler: transcribe,
});
