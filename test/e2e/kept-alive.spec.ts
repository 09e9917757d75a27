/** Chromium repeats a POST by itself if its kept-alive connection is reset before the answer. */
import { createServer } from 'node:http';
import { createPartnerHandler } from '../../src/server.js';
import { toNodeHandler } from '../../src/server/node.js';
import { close, listen, startFakeService } from '../support/fake-service.js';
import { expect, test } from './test.js';

const SUBMIT = 'POST /open/partner/ai/transcriptions/';

for (const [what, headers, tasks] of [
  ['with a key creates one task', { 'Idempotency-Key': 'a'.repeat(32) }, 1],
  // Without a key, this shows that the browser really repeats the request.
  ['without a key creates two', {}, 2],
] as const) {
  test(`a submission that the browser repeats ${what}`, async ({ page }) => {
    const service = await startFakeService();
    service.on(SUBMIT, (_received, count) => ({
      json: { transcription_id: `task-${count}`, status: 'PENDING', data: {} },
    }));
    const serve = toNodeHandler(
      createPartnerHandler({
        serviceUrl: service.url,
        ...{ clientId: 'client-1', clientSecret: 'secret-1', apiKey: 'api-key-1' },
        authorize: () => ({ userId: 'user-ada' }),
      }),
    );
    let posts = 0;
    const server = createServer((request, response) => {
      if (request.method !== 'POST') {
        response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Page</title>');
        return;
      }
      posts += 1;
      if (posts === 1) {
        // The handler submits, but its answer never leaves the server.
        response.writeHead = () => response;
        response.write = () => true;
        response.end = () => {
          request.socket.resetAndDestroy();
          return response;
        };
      }
      serve(request, response);
    });
    const address = await listen(server);
    try {
      await page.goto(address);
      const id = await page.evaluate(async (own) => {
        // Keeps a connection alive, which the submission then uses.
        await (await fetch('/warm')).text();
        const answer = await fetch('/api/transcribe/transcriptions', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...own },
          body: JSON.stringify({ file_url: 'https://files.example.com/a.mp3' }),
        });
        return ((await answer.json()) as { transcription_id?: string }).transcription_id;
      }, headers);
      expect(id).toBeTruthy();
      expect(posts).toBe(2);
      expect(service.at(SUBMIT)).toHaveLength(tasks);
    } finally {
      await close(server);
      await service.close();
    }
  });
}
