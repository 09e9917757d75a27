/** Runs the example of docs/engine.md unchanged, with the real handler and sandbox. */
import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { SessionState } from '../../../src/engine.js';
import { toNodeHandler } from '../../../src/server/node.js';
import { close, listen } from '../../support/fake-service.js';
import { BASE, handlerFor } from '../../support/handler.js';
import { sample, sandboxFor } from '../../support/sandbox-client.js';

interface Example {
  readonly transcribe: (
    file: File,
    where: { serviceUrl: string; backendUrl: string; headers: Record<string, string> },
  ) => Promise<SessionState>;
}

const ROOT = new URL('../../../', import.meta.url);
const document = await readFile(new URL('docs/engine.md', ROOT), 'utf8');

test('docs/engine.md: the example transcribes a recording from Node', async (t) => {
  const [, code = ''] = /```ts\n(.*?)```/s.exec(document) ?? [];
  const folder = new URL(`.cache/engine-example-${process.pid}/`, ROOT);
  t.after(() => rm(folder, { recursive: true, force: true }));
  await mkdir(folder, { recursive: true });
  const file = new URL('example.ts', folder);
  await writeFile(file, code);
  const bundle = new URL('example.mjs', folder);
  await build({
    ...{ entryPoints: [fileURLToPath(file)], outfile: fileURLToPath(bundle) },
    alias: { 'audio-transcribe/engine.js': fileURLToPath(new URL('src/engine.ts', ROOT)) },
    ...{ bundle: true, format: 'esm', platform: 'node' },
  });
  const { transcribe } = (await import(bundle.href)) as Example;

  const sandbox = await sandboxFor(t, { chunkSize: () => 50_000 });
  const server = createServer(toNodeHandler(handlerFor(sandbox)));
  t.after(() => close(server));
  const name = 'voicemail.wav';
  const state = await transcribe(new File([new Uint8Array(await sample(name))], name), {
    serviceUrl: sandbox.serviceUrl,
    backendUrl: (await listen(server)) + BASE,
    headers: { 'X-Test-User': 'user-ada' },
  });
  assert.equal(state.name, 'ready', state.name === 'failed' ? state.error.message : '');
  assert.equal(state.name === 'ready' && state.data.segments.length, 3);
  assert.equal(sandbox.taskIds().length, 1);
});
