/** The demo's server as a plugin of Vite: the real backend handler and the sandbox behind the pages. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { normalizePath, type Connect, type Plugin } from 'vite';
import { bundleProgram } from '../scripts/bundle-tests.mjs';
import { cache, root } from '../scripts/paths.mjs';
import { STRICT_PAGE, strictPage } from './embeddings/seal-strict-page.js';
import { onStop } from './run-until-stopped.js';
import type { Served } from './served.js';

/** How the pages are served, and from which files. */
export interface Serving {
  readonly served: Served;
  /** Absolute paths, with slashes. When one of these files changes, the server is started again. */
  readonly sources: ReadonlySet<string>;
}

/** What this process serves. After a restart of Vite, this module is another one that must find it. */
const running = globalThis as { demoServing?: Promise<Serving> };

/** What the bundle of `served.ts` exports. */
interface Code {
  readonly serveFromEnvironment: () => Promise<Served>;
}

/**
 * Starts what the environment selects, in place of what runs: Vite starts a new server before it closes the old one.
 * The code is bundled apart from `vite.config.ts`, so that Vite itself need not restart when it changes.
 */
const serveFromEnvironment = async (): Promise<Serving> => {
  const file = join(cache, 'demo', `served-${randomUUID()}.mjs`);
  const { metafile } = await bundleProgram('demo/served.ts', file);
  const code = (await import(pathToFileURL(file).href)) as Code;
  await rm(file);
  const previous = running.demoServing;
  if (previous === undefined) onStop(() => void process.emit('SIGTERM', 'SIGTERM'));
  const start = async (): Promise<Serving> => {
    // One that could not be started is closed already.
    await previous?.then(
      ({ served }) => served.close(),
      () => undefined,
    );
    const served = await code.serveFromEnvironment();
    const sources = Object.keys(metafile.inputs).map((path) => normalizePath(join(root, path)));
    return { served, sources: new Set(sources) };
  };
  return (running.demoServing = start());
};

/** `start`: replaces what the environment selects. */
export const demoServer = (start: () => Promise<Serving> = serveFromEnvironment): Plugin => {
  let serving: Promise<Serving> | null = null;

  const open = async (server: {
    readonly middlewares: Connect.Server;
    printUrls: () => void;
  }): Promise<Served> => {
    serving = start();
    const { served } = await serving;
    server.middlewares.use((req, res, next) => {
      serving?.then(({ served: { answer } }) => answer(req, res, next)).catch(next);
    });
    const printUrls = server.printUrls.bind(server);
    server.printUrls = () => {
      printUrls();
      console.log(`\n${served.notices.map((line) => `  ${line}\n`).join('')}`);
    };
    return served;
  };
  const close = async (): Promise<void> => (await serving)?.served.close();

  return {
    name: 'demo-server',
    configureServer: async (server) => void (await open(server)),
    async hotUpdate({ file }) {
      const before = await serving;
      if (this.environment.name !== 'client' || !before?.sources.has(file)) return;
      serving = start().catch((error: unknown) => {
        this.environment.logger.error(String(error));
        return before;
      });
    },
    // After a restart, the new server has replaced what this one has started.
    closeServer: ({ reason }) => (reason === 'restart' ? undefined : close()),

    configurePreviewServer: async (server) => {
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
    closePreviewServer: close,
  };
};
