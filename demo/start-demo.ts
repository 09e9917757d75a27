/** Starts the demo in this process, for tests and scripts. */
import { createServer, preview, type InlineConfig } from 'vite';
import { configurationOf } from '../vite.config.js';
import { startBackend, type DemoBackend, type DemoSandboxOptions } from './backend.js';
import type { DemoTarget } from './environment.js';
import { serve } from './served.js';
import { demoServer } from './vite-plugin.js';

export interface DemoOptions {
  /** Default: the sandbox. */
  readonly target?: DemoTarget;
  readonly sandbox: DemoSandboxOptions;
  /** The folder of the built pages. Default: the pages of a development server. */
  readonly pages?: string;
  /** Default: any free one. */
  readonly port?: number;
}

export interface Demo {
  /** The URL to open. */
  readonly url: string;
  readonly backend: DemoBackend;
  close(): Promise<void>;
}

export const startDemo = async (options: DemoOptions): Promise<Demo> => {
  const { target = { kind: 'sandbox' }, sandbox, pages, port = 0 } = options;
  const backend = await startBackend(target, { onTakenPort: () => undefined, ...sandbox });
  const served = Promise.resolve(await serve(backend));
  const behind = { start: () => served, served: () => served, isMadeFrom: () => false };
  const configuration = await configurationOf(demoServer(behind), false);
  const inline: InlineConfig = { ...configuration, configFile: false, logLevel: 'warn' };
  try {
    const server =
      pages === undefined
        ? await (await createServer({ ...inline, server: { ...inline.server, port } })).listen()
        : await preview({
            ...inline,
            preview: { ...inline.preview, port },
            build: { outDir: pages },
          });
    const [url = ''] = server.resolvedUrls?.local ?? [];
    return { url, backend, close: () => server.close() };
  } catch (error) {
    await backend.close();
    throw error;
  }
};
