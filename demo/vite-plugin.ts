/** The demo's server as a plugin of Vite: the real backend handler and the sandbox behind the pages. */
import { randomUUID } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { normalizePath, type Connect, type Plugin } from 'vite';
import { bundleProgram } from '../scripts/bundle-tests.mjs';
import { cache, root } from '../scripts/paths.mjs';
import { STRICT_PAGE, strictPage } from './embeddings/seal-strict-page.js';
import { forbiddenPort } from './ports.js';
import { onStop } from './run-until-stopped.js';
import type { Served } from './served.js';
import { afterChanges } from './vite/after-changes.js';

/** What stands behind the pages. */
export interface Behind {
  /** Starts it in place of what runs. */
  readonly start: () => Promise<Served>;
  /** What was started last. Rejects if it could not be started. */
  readonly served: () => Promise<Served>;
  /** Whether it must be started again when this file has changed. An absolute path, with slashes. */
  readonly isMadeFrom: (file: string) => boolean;
}

/** What the bundle of `served.ts` exports. */
interface Code {
  readonly serveFromEnvironment: () => Promise<Served>;
}

interface Running {
  served: Promise<Served> | null;
  /** Absolute paths, with slashes. Null after a failure: any change may mend it. */
  sources: ReadonlySet<string> | null;
}

/** What this process serves. After a restart of Vite, this module is another one that must find it. */
const running = ((globalThis as { demoRunning?: Running }).demoRunning ??= {
  served: null,
  sources: null,
});

/** The code is bundled apart from `vite.config.ts`, so that Vite itself need not restart when it changes. */
const loadCode = async () => {
  // Errors name the places of the sources.
  process.setSourceMapsEnabled(true);
  const file = join(cache, 'demo', `served-${randomUUID()}.mjs`);
  try {
    const { metafile } = await bundleProgram('demo/served.ts', file);
    const code = (await import(pathToFileURL(file).href)) as Code;
    const sources = Object.keys(metafile.inputs).map((path) => normalizePath(join(root, path)));
    return { code, sources: new Set(sources) };
  } finally {
    await rm(file, { force: true });
  }
};

/** What the environment selects. Vite starts a new server before it closes the old one. */
const fromEnvironment: Behind = {
  start: async () => {
    try {
      const { code, sources } = await loadCode();
      const previous = running.served;
      if (previous === null) onStop(() => void process.emit('SIGTERM', 'SIGTERM'));
      const replace = async (): Promise<Served> => {
        await close(previous);
        return code.serveFromEnvironment();
      };
      const served = await (running.served = replace());
      running.sources = sources;
      return served;
    } catch (error) {
      running.sources = null;
      throw error;
    }
  },
  served: () => running.served ?? Promise.reject(new Error('Nothing was started.')),
  isMadeFrom: (file) => running.sources?.has(file) !== false,
};

/** What could not be started is closed already. */
const close = (served: Promise<Served> | null): Promise<void> | undefined =>
  served?.then(
    (it) => it.close(),
    () => undefined,
  );

/** What the terminal says about an error, with its place. That of code that cannot be compiled is in the message. */
const shown = (error: unknown): unknown =>
  error instanceof Error && 'errors' in error ? error.message : error;

/** Vite itself skips a port that is taken. */
const explainForbiddenPort = ({ httpServer }: { readonly httpServer: EventEmitter | null }): void =>
  void httpServer?.on('error', ({ code, port }: NodeJS.ErrnoException & { port: number }) => {
    if (code === 'EACCES') console.error(forbiddenPort('PORT', port));
  });

export const demoServer = (behind: Behind = fromEnvironment): Plugin => {
  /** Resolves when all changes are served. */
  let restarted = Promise.resolve();
  const restart = afterChanges(() =>
    behind.start().then(
      () => console.log('The backend was started again.'),
      (error: unknown) => console.error('The backend could not be started again.', shown(error)),
    ),
  );

  const open = async (server: {
    readonly middlewares: Connect.Server;
    printUrls: () => void;
  }): Promise<Served> => {
    const served = await behind.start();
    server.middlewares.use((req, res, next) => {
      restarted
        .then(behind.served)
        .then(({ answer }) => answer(req, res, next))
        .catch(next);
    });
    const printUrls = server.printUrls.bind(server);
    server.printUrls = () => {
      printUrls();
      console.log(`\n${served.notices.map((line) => `  ${line}\n`).join('')}`);
    };
    return served;
  };
  const stop = async (): Promise<void> => {
    await restarted;
    await close(behind.served());
  };

  return {
    name: 'demo-server',
    configureServer: async (server) => {
      explainForbiddenPort(server);
      await open(server);
    },
    hotUpdate({ file }) {
      if (this.environment.name === 'client' && behind.isMadeFrom(file)) restarted = restart();
    },
    // After a restart, the new server has replaced what this one has started.
    closeServer: ({ reason }) => (reason === 'restart' ? undefined : stop()),

    configurePreviewServer: async (server) => {
      explainForbiddenPort(server);
      const { root: base, build } = server.config;
      const folder = resolve(base, build.outDir);
      if (!existsSync(folder))
        throw new Error(
          `There are no pages in ${build.outDir}. Build them with “npx vite build --mode served”.`,
        );
      // The static pages have no server.
      if (!existsSync(join(folder, STRICT_PAGE))) return;
      const { storageHost } = await open(server);
      server.middlewares.use(`/${STRICT_PAGE}`, (_, res, next) => {
        strictPage(folder, storageHost).then(
          (html) => res.setHeader('Content-Type', 'text/html; charset=utf-8').end(html),
          () => next(),
        );
      });
    },
    closePreviewServer: stop,
  };
};
