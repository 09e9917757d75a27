/** Gives browser tests the real thing: the partner's handler and the sandbox, on the test server's own origin. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tsImport } from 'tsx/esm/api';

const load = (path) => tsImport(path, import.meta.url);

const start = async () => {
  const { startBackend, BACKEND_PATH } = await load('../../demo/backend.ts');
  const { signIn } = await load('../../demo/session.ts');
  const { toNodeHandler } = await load('../../src/server/node.ts');
  const directory = await mkdtemp(join(tmpdir(), 'audio-transcribe-test-'));
  const backend = await startBackend(
    { kind: 'sandbox' },
    // Small chunks, so that small recordings are sent in several.
    { directory, chunkSize: () => 64 * 1024 },
  );
  return {
    signIn,
    settings: backend.settings,
    prefix: `${BACKEND_PATH}/`,
    handle: toNodeHandler(backend.handler),
    async stop() {
      await backend.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
};

/** A middleware for the test server, which it must see first, and the plugin that ends what it started. */
export const testBackend = () => {
  let started;
  return {
    async middleware(context, next) {
      const { signIn, settings, prefix, handle } = await (started ??= start());
      signIn(context.req, context.res);
      if (context.path === '/demo/settings.json') {
        context.body = settings;
        return undefined;
      }
      if (!context.path.startsWith(prefix)) return next();
      // The handler answers by itself; the test server would report its own default, 404.
      context.status = 200;
      context.respond = false;
      handle(context.req, context.res);
      return undefined;
    },
    plugin: {
      name: 'partner-backend',
      serverStop: async () => (await started)?.stop(),
    },
  };
};
