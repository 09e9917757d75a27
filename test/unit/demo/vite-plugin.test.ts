/** When the backend behind the pages is started again. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { demoServer } from '../../../demo/vite-plugin.js';
import type { Served } from '../../../demo/served.js';

/** What the plugin takes of Vite. */
interface Hooks {
  configureServer(server: object): Promise<void>;
  hotUpdate(this: object, change: { readonly file: string }): void;
  closeServer(options: { readonly reason: string }): Promise<void>;
}

const backend = (fails: (start: number) => boolean) => {
  const steps: string[] = [];
  let starts = 0;
  let last: Promise<Served>;
  const start = (): Promise<Served> => {
    const number = ++starts;
    steps.push(`start ${number}`);
    last = fails(number)
      ? Promise.reject(new Error('It could not be started.'))
      : Promise.resolve({
          answer: () => undefined,
          notices: [],
          storageHost: '',
          close: () => Promise.resolve(void steps.push(`close ${number}`)),
        });
    return last;
  };
  const isMadeFrom = (file: string): boolean => file.startsWith('/demo/');
  const plugin = demoServer({ start, served: () => last, isMadeFrom }) as unknown as Hooks;
  const open = (): Promise<void> =>
    plugin.configureServer({
      middlewares: { use: () => undefined },
      httpServer: null,
      printUrls: () => undefined,
    });
  const change = (file: string, name = 'client'): void =>
    plugin.hotUpdate.call({ environment: { name } }, { file });
  return { steps, open, change, close: () => plugin.closeServer({ reason: 'close' }) };
};

test('demo plugin: files that change together start the backend again once', async () => {
  const { steps, open, change, close } = backend(() => false);
  await open();
  for (const file of ['/demo/a.ts', '/demo/b.ts', '/docs/c.md', '/demo/d.ts'])
    for (const environment of ['client', 'ssr']) change(file, environment);
  await close();
  assert.deepEqual(steps, ['start 1', 'start 2', 'close 2']);
});

test('demo plugin: other files do not start it again', async () => {
  const { steps, open, change, close } = backend(() => false);
  await open();
  change('/docs/c.md');
  change('/demo/a.ts', 'ssr');
  await close();
  assert.deepEqual(steps, ['start 1', 'close 1']);
});

test('demo plugin: a backend that cannot be started again stops nothing', async (t) => {
  const said = t.mock.method(console, 'error', () => undefined);
  const { steps, open, change, close } = backend((start) => start === 2);
  await open();
  change('/demo/a.ts');
  await close();
  assert.deepEqual(steps, ['start 1', 'start 2']);
  assert.match(String(said.mock.calls[0]?.arguments.join(' ')), /It could not be started\./);
});
