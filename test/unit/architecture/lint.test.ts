import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ESLint, type Linter } from 'eslint';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Only the project's own rules, which need no type information. */
const eslint = new ESLint({
  cwd: root,
  ruleFilter: ({ ruleId }) =>
    ['house/who-may-import', 'no-restricted-globals', 'no-restricted-properties'].includes(
      ruleId,
    ) || ['no-console', 'no-restricted-imports', 'no-restricted-syntax'].includes(ruleId),
  overrideConfig: {
    languageOptions: { parserOptions: { projectService: false } },
  } satisfies Linter.Config,
});

const rulesBroken = async (filePath: string, code: string): Promise<string[]> => {
  const [result] = await eslint.lintText(code, { filePath: `${root}${filePath}` });
  assert.ok(result, `${filePath} is linted`);
  return result.messages.map(({ ruleId, message }) => ruleId ?? message);
};

const forbidden: Record<string, [file: string, code: string][]> = {
  'house/who-may-import': [
    ['src/protocol/x.ts', `import { x } from '../engine/x.js'; x();`],
    ['src/transcript/x.ts', `import { x } from '../engine/x.js'; x();`],
    ['src/strings/x.ts', `import { formatClock } from '../transcript/time.js'; formatClock(0);`],
    ['src/transcript/x.ts', `export const x = () => import('idb');`],
    ['src/transcript/x.js', `export { openDB } from 'idb';`],
    ['src/hashing/x.ts', `import { createMD5 } from 'hash-wasm'; createMD5();`],
    ['src/peaks/x.ts', `import { Input } from 'mediabunny'; new Input();`],
    ['src/peaks/x.ts', `import { decode } from './decoder.js'; decode();`],
    ['src/peaks/x.ts', `import { startWorker } from '../hashing/worker-ladder.js'; startWorker();`],
    ['src/reader/x.ts', `import { readPeaks } from '../peaks/read-peaks.js'; readPeaks();`],
    ['src/server/x.ts', `import ipaddr from 'ipaddr.js'; ipaddr();`],
    ['src/transcript/exports/x.ts', `export { x } from '../../ui/x.js';`],
    ['src/engine/x.ts', `import { x } from '../browser/x.js'; x();`],
    ['src/engine/x.ts', `import { css } from 'lit'; css();`],
    ['src/engine/x.ts', `export const x = () => import('../ui/x.js');`],
    ['src/engine/x.ts', `import { readFileSync } from 'node:fs'; readFileSync('x');`],
    ['src/engine/x.ts', `export type X = import('../browser/x.js').X;`],
    ['src/hashing/x.ts', `import { x } from '../protocol/x.js'; x();`],
    ['src/browser/x.ts', `import { x } from '../ui/x.js'; x();`],
    ['src/element/views/x.ts', `import { x } from '../../browser/x.js'; x();`],
    [
      'src/reader/x.ts',
      `import { createSession } from '../engine/session/run-job.js'; createSession();`,
    ],
    ['src/ui/x.ts', `export * from '../server.js';`],
    ['src/server/x.ts', `import { x } from '../engine/x.js'; x();`],
    ['src/server/x.ts', `import { createServer } from 'node:http'; createServer();`],
    ['src/element/audio-transcribe.ts', `import { x } from '../server/handler.js'; x();`],
    ['src/engine/x.ts', `import { x } from '../../test/support/x.js'; x();`],
    ['src/other/x.ts', `export const x = 1;`],
    ['src/engine/x.ts', `import { createSession } from '../engine.js'; createSession();`],
    ['src/transcript/index.ts', `export { toTurns } from './turns.js';`],
    ['src/transcript/exports/index.ts', `export const x = 1;`],
  ],
  'no-restricted-globals': [
    ['src/engine/x.ts', `export const x = () => window.name;`],
    ['src/engine/x.ts', `export const x = () => fetch('/');`],
    ['src/engine/x.ts', `setTimeout(() => undefined, 1);`],
    ['src/engine/x.ts', `export const x = globalThis;`],
    ['src/protocol/x.ts', `export const x = () => document.title;`],
    ['src/transcript/x.ts', `export const x = () => localStorage.length;`],
    ['src/ui/x.ts', `export const x = () => fetch('/');`],
    ['src/element/views/x.ts', `export const x = () => new XMLHttpRequest();`],
  ],
  'no-restricted-properties': [
    ['src/engine/x.ts', `export const x = () => Date.now();`],
    ['src/engine/x.ts', `export const x = () => Math.random();`],
    ['src/ui/x.ts', `export const x = () => window.fetch('/');`],
  ],
  'no-restricted-imports': [
    ['conformance/x.ts', `import { x } from '../demo/sandbox/index.js'; x();`],
    ['conformance/checks/x.ts', `import { x } from '../../src/engine.js'; x();`],
    [
      'conformance/x.ts',
      `import { parseUploadPlan } from '../src/protocol/upload-responses.js'; parseUploadPlan();`,
    ],
    ['conformance/x.ts', `import ky from 'ky'; ky();`],
    ['src/reader/x.ts', `import { html } from 'lit'; html();`],
  ],
  'no-console': [['src/server/x.ts', `console.log('x');`]],
  'no-restricted-syntax': [
    ['test/unit/x.test.ts', `it.only('x', () => undefined);`],
    ['test/e2e/x.test.ts', `test.describe.skip('x', () => undefined);`],
  ],
};

const allowed: [file: string, code: string][] = [
  ['src/engine/x.ts', `import { x } from '../protocol/x.js'; x();`],
  ['src/engine/upload/x.ts', `import { x } from '../x.js'; x();`],
  ['src/engine/x.ts', `export const x = (fetch: () => void) => fetch();`],
  ['src/browser/x.ts', `import { openDB } from 'idb'; openDB(); setTimeout(fetch, 1);`],
  ['src/browser/x.ts', `export const x = () => import('../hashing/source.generated.js');`],
  [
    'src/element/views/x.ts',
    `import type { State } from '../../engine/x.js'; export type X = State;`,
  ],
  [
    'src/element/controllers/x.ts',
    `import { type State } from '../../engine/x.js'; export type X = State;`,
  ],
  [
    'src/reader/x.ts',
    `import { html } from '../ui/html.js'; import { turns } from '../transcript/turns.js'; turns(html);`,
  ],
  ['src/transcript/x.ts', `import type { X } from '../protocol/types.js'; export type Y = X;`],
  ['src/hashing/x.ts', `import { createMD5 } from './md5-libraries.js'; createMD5();`],
  ['src/peaks/decoder.ts', `import { Input } from 'mediabunny'; new Input();`],
  ['src/browser/x.ts', `import { readPeaks } from '../peaks/read-peaks.js'; readPeaks();`],
  ['src/server/node.ts', `import { createServer } from 'node:http'; createServer();`],
  ['src/element/audio-transcribe.ts', `import { x } from '../browser/x.js'; x();`],
  ['src/index.ts', `export { AudioTranscribe } from './element/audio-transcribe.js';`],
  [
    'conformance/checks/x.ts',
    `import { createHash } from 'node:crypto'; import { x } from '../x.js'; x(createHash);`,
  ],
  ['conformance/x.ts', `import { webAddress } from '../src/protocol/read.js'; webAddress();`],
];

for (const [rule, examples] of Object.entries(forbidden)) {
  test(`${rule} rejects forbidden code`, async () => {
    for (const [file, code] of examples) {
      assert.deepEqual(await rulesBroken(file, code), [rule], `${file}: ${code}`);
    }
  });
}

test('lint accepts code that the design allows', async () => {
  for (const [file, code] of allowed) {
    assert.deepEqual(await rulesBroken(file, code), [], `${file}: ${code}`);
  }
});
