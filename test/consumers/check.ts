/** Builds a consumer, serves it under each policy, and visits its page. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from '@playwright/test';
import type { Sandbox } from '../../demo/sandbox/index.js';
import type * as ServerModule from '../../src/server.js';
import type * as NodeModule from '../../src/server/node.js';
import type { Consumer } from './consumers.js';
import { startFront, type Front, type FrontOptions } from './front.js';
import { policyHeader, type PolicyName } from './policies.js';
import { installConsumer, type Project, type Server } from './project.js';
import { visit } from './visit.js';

/** What all consumers of a run share. */
export interface World {
  readonly sandbox: Sandbox;
  readonly tarball: string;
  /** The packed CDN folder at another origin. */
  readonly cdn: string;
  readonly browser: Browser;
}

export type Outcome =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'not-applicable'; readonly reason: string };

export interface Result {
  readonly name: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly outcomes: Readonly<Partial<Record<PolicyName, Outcome>>>;
  readonly seconds: number;
}

/** The handler's settings as environment variables of the app's own server. */
export const environmentOf = ({ serviceUrl, storageUrl, credentials }: Sandbox) => ({
  SERVICE_URL: serviceUrl,
  CLIENT_ID: credentials.clientId,
  CLIENT_SECRET: credentials.clientSecret,
  API_KEY: credentials.apiKey,
  ALLOWED_FILE_HOSTS: new URL(storageUrl).host,
});

const handlerOf = async (folder: string, sandbox: Sandbox): Promise<FrontOptions['handler']> => {
  const load = async <Module>(path: string): Promise<Module> => {
    const file = join(folder, 'node_modules/audio-transcribe/dist', path);
    return (await import(pathToFileURL(file).href)) as Module;
  };
  const { createPartnerHandler } = await load<typeof ServerModule>('server.js');
  const { toNodeHandler } = await load<typeof NodeModule>('server/node.js');
  return toNodeHandler(
    createPartnerHandler({
      serviceUrl: sandbox.serviceUrl,
      ...sandbox.credentials,
      authorize: () => ({ userId: 'user-0001' }),
      allowedFileHosts: [new URL(sandbox.storageUrl).host],
    }),
  );
};

/** Rolldown warns if a plugin is slow, which depends on the machine. */
const isTiming = (line: string): boolean => line.includes('PLUGIN_TIMINGS');

const build = async ({ run, folder }: Project, out: string | null): Promise<void> => {
  const printed = await run('build');
  const warnings = printed
    .split('\n')
    .filter((line) => /\bwarn|\(!\)|\berrors?\b(?!-)/i.test(line) && !isTiming(line));
  assert.deepEqual(warnings, [], 'the build prints no warning');
  if (out === null) return;
  for (const entry of await readdir(out, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const text = await readFile(join(entry.parentPath, entry.name), 'utf8');
    assert.ok(!text.includes(folder), `${entry.name} names no folder of the build machine`);
  }
};

export const checkConsumer = async (
  consumer: Consumer,
  policies: readonly PolicyName[],
  { sandbox, tarball, cdn, browser }: World,
): Promise<Result> => {
  const started = performance.now();
  const { serve, notApplicable = {} } = consumer;
  const project = await installConsumer(consumer, tarball, {
    'https://service.example': sandbox.serviceUrl,
    'https://cdn.example': cdn,
  });
  const versions: Record<string, string> = {};
  for (const name of consumer.shows) versions[name] = await project.versionOf(name);

  const outcomes: Partial<Record<PolicyName, Outcome>> = {};
  let server: Server | null = null;
  const failAll = (error: unknown): void => {
    for (const policy of policies) outcomes[policy] = { kind: 'failed', reason: String(error) };
  };
  try {
    const out = 'folder' in serve ? join(project.folder, serve.folder) : null;
    if (consumer.build) await build(project, out);
    if ('script' in serve) server = await project.start(serve.script, environmentOf(sandbox));
    const app = server ?? { folder: out ?? project.folder };
    const handler = consumer.ownBackend ? null : await handlerOf(project.folder, sandbox);

    const outcomeUnder = async (policy: PolicyName): Promise<Outcome> => {
      const reason = notApplicable[policy];
      if (reason !== undefined) return { kind: 'not-applicable', reason };
      let front: Front | null = null;
      try {
        front = await startFront({
          app,
          handler,
          policy: (scripts, styles) =>
            policyHeader(policy, {
              hosts: [sandbox.serviceUrl, sandbox.storageUrl],
              scripts: consumer.worker === 'Blob' ? [...scripts, cdn] : scripts,
              styles,
              worker: consumer.worker,
              trustedTypes: consumer.trustedTypes ?? [],
            }),
        });
        await visit(browser, front.origin, consumer, policy);
        return { kind: 'passed' };
      } catch (error) {
        return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
      } finally {
        await front?.close();
      }
    };
    for (const policy of policies) outcomes[policy] = await outcomeUnder(policy);
  } catch (error) {
    failAll(error);
  } finally {
    await server?.stop();
  }
  const seconds = (performance.now() - started) / 1000;
  return { name: consumer.name, versions, outcomes, seconds };
};
