/** React 19: rendered on a server without a DOM, and hydrated in a browser. */
import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { expect, test } from './test.js';
import { build, type BuildOptions } from 'esbuild';
import type { AudioTranscribe } from '../../src/index.js';
import { element } from './demo.js';
import { closePages, openPartnerPage } from './partner-page.js';

test.afterEach(closePages);

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The same application on both sides: the tag and the component. */
const APP = `
  import { createElement } from 'react';
  import './src/index.ts';
  import { AudioTranscribe } from './src/react.ts';
  export const app = createElement('main', null,
    createElement('audio-transcribe', { 'backend-url': '/api/transcribe', diarization: true }),
    createElement(AudioTranscribe, { backendUrl: '/api/transcribe', name: 'recording', required: true }));`;

const bundle = (main: string, options: BuildOptions) =>
  build({
    stdin: { contents: APP + main, resolveDir: root, loader: 'ts' },
    bundle: true,
    // `sideEffects` in package.json lists built files, not sources.
    ignoreAnnotations: true,
    format: 'esm',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"development"' },
    ...options,
  });

const renderOnServer = async (): Promise<string> => {
  const folder = join(root, '.cache/react-server');
  await mkdir(folder, { recursive: true });
  const outfile = join(folder, 'server.mjs');
  await bundle(
    `import { renderToString } from 'react-dom/server';
     process.stdout.write(renderToString(app));`,
    { platform: 'node', packages: 'external', outfile },
  );
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [outfile]);
  expect(stderr).toBe('');
  await rm(folder, { recursive: true });
  return stdout;
};

test('React: hydrates server-rendered HTML without warnings', async ({ page }) => {
  const markup = await renderOnServer();
  expect(markup.match(/<audio-transcribe/g)).toHaveLength(2);
  expect(markup).not.toContain('state');
  const { outputFiles } = await bundle(
    `import { hydrateRoot } from 'react-dom/client';
     // The elements are upgraded and drawn before React comes.
     const elements = [...document.querySelectorAll('audio-transcribe')];
     await Promise.all(elements.map((it) => it.updateComplete));
     hydrateRoot(document.querySelector('#root'), app, {
       onRecoverableError: (error) => console.error(String(error)),
     });`,
    { write: false },
  );
  const { url } = await openPartnerPage(
    () => `<!doctype html><div id="root">${markup}</div>
      <script type="module" src="/app.js"></script>`,
    { files: { '/app.js': outputFiles?.[0]?.text ?? '' } },
  );
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !/dev mode/.test(message.text()))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(url);
  // The component sets its properties after hydration.
  await expect(element(page).nth(1)).toHaveAttribute('required');
  expect(
    await element(page).evaluateAll((elements) =>
      elements.map((it) => {
        const { state, backendUrl, diarization, required } = it as AudioTranscribe;
        return { state, backendUrl, diarization, required };
      }),
    ),
  ).toEqual([
    { state: 'idle', backendUrl: '/api/transcribe', diarization: true, required: false },
    { state: 'idle', backendUrl: '/api/transcribe', diarization: false, required: true },
  ]);
  expect(complaints).toEqual([]);
});
