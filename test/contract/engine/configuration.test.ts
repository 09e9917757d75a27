/** What a page learns when the options of the handler are wrong: at once, and as a configuration problem. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import test from 'node:test';
import { createHttpBackend, isTranscribeError } from '../../../src/engine.js';
import { createPartnerHandler } from '../../../src/server.js';
import { toNodeHandler } from '../../../src/server/node.js';
import { close, listen } from '../../support/fake-service.js';
import { createNodePorts } from '../../support/node-ports.js';

test('a file host that allowedFileHosts lacks is a configuration error that names the option', async (t) => {
  const handler = createPartnerHandler({
    ...{ serviceUrl: 'https://service.example', clientId: 'client-1' },
    ...{ clientSecret: 'secret-1', apiKey: 'api-key-1' },
    basePath: '/api/transcribe',
    authorize: () => ({ userId: 'user-ada' }),
    allowedFileHosts: ['files.example.com'],
    onEvent: () => undefined,
  });
  const server = createServer(toNodeHandler(handler));
  t.after(() => close(server));
  const base = `${await listen(server)}/api/transcribe`;
  const backend = createHttpBackend(base, createNodePorts({}));
  const request = { file_url: 'https://cdn.example.net/a.mp3' };
  await assert.rejects(
    backend.submit(request, {
      signal: new AbortController().signal,
      key: 'key-of-a-submission',
    }),
    (error) =>
      isTranscribeError(error) &&
      error.code === 'configuration' &&
      error.message.includes('allowedFileHosts'),
  );
});
