/**
 * The real backend handler and sandbox for browser tests, on the test server's origin: one that the tests share, and
 * private ones for tests that request them (`private-backend.ts`).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tsImport } from 'tsx/esm/api';
import { createRecorder } from './request-recorder.mjs';

const load = (path) => tsImport(path, import.meta.url);

const start = async () => {
  const { startBackend, BACKEND_PATH } = await load('../../demo/backend.ts');
  const { noRecognizer } = await load('../../demo/sandbox/index.ts');
  const { toNodeHandler } = await load('../../src/server/node.ts');
  const { createPrivateBackends, BACKENDS_PATH } = await load('./private-backends.ts');
  const directory = await mkdtemp(join(tmpdir(), 'audio-transcribe-test-'));
  const backend = await startBackend(
    { kind: 'sandbox' },
    // Small chunks, so that small recordings have several parts. No speech recognition, even if it is installed.
    { directory, chunkSize: () => 64 * 1024, recognizer: noRecognizer() },
  );
  const privateBackends = createPrivateBackends(backend.session.authorize);
  return {
    signIn: backend.session.signIn,
    privateBackends,
    isPrivate: (path) => path === BACKENDS_PATH || path.startsWith(`${BACKENDS_PATH}/`),
    settings: backend.settings,
    prefix: `${BACKEND_PATH}/`,
    handle: toNodeHandler(backend.handler),
    async stop() {
      await privateBackends.close();
      await backend.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
};

/** A middleware, which must be the first of the test server, and a plugin that closes its servers. */
export const testBackend = () => {
  let started;
  const recorder = createRecorder();
  return {
    async middleware(context, next) {
      const { signIn, settings, prefix, handle, privateBackends, isPrivate } = await (started ??=
        start());
      signIn(context.req, context.res);
      if (context.path === '/demo/settings.json') {
        context.body = settings;
        return undefined;
      }
      const answerWith = isPrivate(context.path)
        ? privateBackends.handle
        : recorder.isFor(context.path)
          ? recorder.handle
          : context.path.startsWith(prefix)
            ? handle
            : null;
      if (answerWith === null) return next();
      // The handler writes the response itself. Without this, Koa would send its default, 404.
      context.status = 200;
      context.respond = false;
      const { onerror } = context;
      // A page that aborts a request ends its connection within the body. Koa would print that as an error.
      context.onerror = (error) => {
        if (error?.code !== 'HPE_INVALID_EOF_STATE') onerror.call(context, error);
      };
      await answerWith(context.req, context.res);
      return undefined;
    },
    plugin: {
      name: 'partner-backend',
      serverStop: async () => {
        recorder.close();
        await (await started)?.stop();
      },
    },
  };
};
