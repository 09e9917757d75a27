import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { after, type TestContext } from 'node:test';
import { toNodeListener } from 'h3';
import { PROBLEM_TYPE } from '../../../src/protocol/problem.js';
import { parseTranscriptionTask, parseUserToken } from '../../../src/protocol/responses.js';
import { parseUploadedFile } from '../../../src/protocol/upload-responses.js';
import { isTerminal } from '../../../src/protocol/types.js';
import { createSession } from '../../../demo/session.js';
import { toNodeHandler } from '../../../src/server/node.js';
import { close, listen } from '../../support/fake-service.js';
import { clientOf, post, reply, sample, sandboxFor } from '../../support/sandbox-client.js';

const sandbox = await sandboxFor({ after });
const environment = {
  SERVICE_URL: sandbox.serviceUrl,
  CLIENT_ID: sandbox.credentials.clientId,
  CLIENT_SECRET: sandbox.credentials.clientSecret,
  API_KEY: sandbox.credentials.apiKey,
  ALLOWED_FILE_HOSTS: new URL(sandbox.storageUrl).host,
};
// The recipes read it on import, like a partner's server.
Object.assign(process.env, environment);
after(() => {
  for (const name of Object.keys(environment)) delete process.env[name];
});

const serve = async (t: TestContext, listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  t.after(() => close(server));
  return listen(server);
};

type Start = (t: TestContext) => Promise<string>;

/** An in-process stand-in for Workers KV. */
const namespace = () => {
  const entries = new Map<string, string>();
  return {
    get: (key: string) => Promise.resolve(entries.get(key) ?? null),
    put: async (key: string, value: string, { expirationTtl }: { expirationTtl: number }) => {
      assert.ok(Number.isInteger(expirationTtl) && expirationTtl >= 60, 'KV refuses this lifetime');
      entries.set(key, value);
    },
    delete: (key: string) => Promise.resolve(void entries.delete(key)),
  };
};

/** Starts each recipe as a real server on loopback. */
const RECIPES: Readonly<Record<string, Start>> = {
  'node-http': async (t) => {
    const { server } = await import('../../../demo/adapters/node-http.js');
    t.after(() => close(server));
    return listen(server);
  },
  express: async (t) => {
    const { app } = await import('../../../demo/adapters/express.js');
    const server = app.listen(0, '127.0.0.1');
    t.after(() => close(server));
    await new Promise((resolve) => server.once('listening', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  },
  koa: async (t) => {
    const { app } = await import('../../../demo/adapters/koa.js');
    const answer = app.callback();
    return serve(t, (req, res) => void answer(req, res));
  },
  h3: async (t) => {
    const { app } = await import('../../../demo/adapters/h3.js');
    return serve(t, toNodeListener(app));
  },
  fastify: async (t) => {
    const { app } = await import('../../../demo/adapters/fastify.js');
    t.after(async () => {
      const closed = app.close();
      // The client would keep its connections open for another minute.
      app.server.closeAllConnections();
      await closed;
    });
    return app.listen({ port: 0, host: '127.0.0.1' });
  },
  // Without Next itself: its router calls the exported function with the name of the method.
  'next-route': async (t) => {
    const route = await import('../../../demo/adapters/next-route.js');
    return serve(
      t,
      toNodeHandler((request) => {
        const { method } = request;
        return method === 'GET' || method === 'POST' || method === 'OPTIONS'
          ? route[method](request)
          : Promise.resolve(new Response(null, { status: 405 }));
      }),
    );
  },
  hono: async (t) => {
    const { app } = await import('../../../demo/adapters/hono.js');
    return serve(
      t,
      toNodeHandler(async (request) => app.fetch(request)),
    );
  },
  worker: async (t) => {
    const LIMITER = { limit: () => Promise.resolve({ success: true }) };
    const environmentOfWorker = { ...environment, KEPT: namespace(), LIMITER };
    const { default: worker } = await import('../../../demo/adapters/worker.js');
    return serve(
      t,
      toNodeHandler((request) => worker.fetch(request, environmentOfWorker)),
    );
  },
};

for (const [recipe, start] of Object.entries(RECIPES)) {
  test(`${recipe}: transcribes a recording, and passes refusals on completely`, async (t) => {
    const url = `${await start(t)}/api/transcribe`;
    const person = { Cookie: createSession(environment.CLIENT_SECRET).newCookie() };
    const { access_token } = parseUserToken((await post(`${url}/user-token`, person, {})).json);
    const file = await sample('voicemail.wav');
    const { done } = await clientOf(sandbox).upload(access_token, file, 'wav');
    const { DownloadUrl } = parseUploadedFile(done.json);

    const keyed = { ...person, 'Idempotency-Key': crypto.randomUUID() };
    const submit = () => post(`${url}/transcriptions`, keyed, { file_url: DownloadUrl });
    const submitted = await submit();
    assert.equal(submitted.status, 200);
    const { transcription_id: id } = parseTranscriptionTask(submitted.json);
    const repeated = parseTranscriptionTask((await submit()).json);
    assert.equal(repeated.transcription_id, id, 'a repeated key is paid twice');
    const query = (headers: Record<string, string>) =>
      reply(fetch(`${url}/transcriptions/${id}`, { headers }));
    let answer = await query(person);
    for (let left = 500; left > 0 && !isTerminal(String(answer.json['status'])); left--) {
      answer = await query(person);
    }
    const task = parseTranscriptionTask(answer.json);
    assert.equal(task.transcription_id, id);
    assert.equal(task.status, 'SUCCESS');

    const unknownField = await post(`${url}/transcriptions`, person, { file: DownloadUrl });
    const refusals = [await query({}), unknownField];
    refusals.push(await reply(fetch(`${url}/user-token`, { headers: person })));
    refusals.push(
      await post(`${url}/transcriptions`, person, { file_url: 'x'.repeat(2 * 1024 * 1024) }),
    );
    assert.deepEqual(
      refusals.map(({ status, headers }) => [status, headers.get('content-type')]),
      [401, 400, 405, 413].map((status) => [status, PROBLEM_TYPE]),
    );
  });
}

test('adapters: no request broke a rule of the service', () => {
  assert.deepEqual(
    sandbox.log.filter(({ violation }) => violation !== undefined),
    [],
  );
});
