/** A partner's page with its own HTML and headers, the bundled element, and a service. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { noRecognizer, type Sandbox } from '../../demo/sandbox/index.js';
import { createPartnerHandler } from '../../src/server.js';
import { toNodeHandler } from '../../src/server/node.js';
import { serveSite } from '../package/site.js';
import { sandboxFor } from '../support/sandbox-client.js';

const source = (path: string): string =>
  fileURLToPath(new URL(`../../src/${path}`, import.meta.url));

const elementBundle = async (): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [source('index.ts')],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
};

/** Cleanups to run after a test, latest first. */
type Ending = () => unknown;
const endings: Ending[] = [];

/** For `test.afterEach`. */
export const closePages = async (): Promise<void> => {
  for (const end of endings.splice(0).reverse()) await end();
};

export interface PartnerPage {
  readonly url: string;
  readonly sandbox: Sandbox;
}

const WORKER = 'audio-transcribe.worker.js';

/** In the files of a page, it becomes the address of the service. */
export const SERVICE = 'https://service.example';

/**
 * `attributes` are the element's URLs, inserted into its tag. The page loads `/app.js`; the worker is served beside
 * it unless `withWorker` is false.
 */
export const openPartnerPage = async (
  html: (attributes: string) => string,
  {
    headers = {},
    files = {},
    withWorker = true,
  }: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly files?: Readonly<Record<string, string>>;
    readonly withWorker?: boolean;
  } = {},
): Promise<PartnerPage> => {
  const sandbox = await sandboxFor(
    { after: (end: Ending) => void endings.push(end) },
    { recognizer: noRecognizer(), chunkSize: () => 64 * 1024 },
  );
  const handler = createPartnerHandler({
    serviceUrl: sandbox.serviceUrl,
    ...sandbox.credentials,
    authorize: () => ({ userId: 'user-0001' }),
    allowedFileHosts: [new URL(sandbox.storageUrl).host],
  });
  const attributes = `service-url="${sandbox.serviceUrl}" backend-url="/api/transcribe"`;
  const withService = (text: string): string => text.replaceAll(SERVICE, sandbox.serviceUrl);
  const ownFiles = Object.entries(files).map(([path, text]) => [path, withService(text)] as const);
  const site = await serveSite('/nowhere', {
    headers,
    files: {
      '/index.html': withService(html(attributes)),
      '/app.js': files['/app.js'] ?? (await elementBundle()),
      ...(withWorker && { [`/${WORKER}`]: await readFile(source(`hashing/${WORKER}`)) }),
      ...Object.fromEntries(ownFiles),
    },
    api: { path: '/api/transcribe', handle: toNodeHandler(handler) },
  });
  endings.push(() => site.close());
  return { url: `${site.origin}/`, sandbox };
};
