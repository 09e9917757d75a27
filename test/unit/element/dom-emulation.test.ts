/** Partners' component tests run in jsdom or happy-dom: the element must not throw there. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const load = (name: string): string => JSON.stringify(import.meta.resolve(name));

const WINDOWS: Readonly<Record<string, string>> = {
  jsdom: `import { JSDOM } from ${load('jsdom')};
    const { window } = new JSDOM('<!doctype html><body></body>', { url: 'http://localhost/', pretendToBeVisual: true });`,
  'happy-dom': `import { Window } from ${load('happy-dom')};
    const window = new Window({ url: 'http://localhost/' });`,
};

/** Makes the window's properties global, as test runners do, so that modules find them. */
const MAKE_GLOBAL = `
  const kept = new Set(['globalThis', 'process', 'console', 'Buffer', 'setTimeout', 'clearTimeout',
    'setInterval', 'clearInterval', 'setImmediate', 'queueMicrotask', 'Promise', 'Object', 'Array', 'Map',
    'Set', 'Error', 'TypeError', 'Symbol', 'Function', 'String', 'Number', 'Boolean', 'JSON', 'Math',
    // jsdom's own asks the global one.
    'performance']);
  for (const key of Object.getOwnPropertyNames(window)) {
    if (kept.has(key) || key in Object.prototype) continue;
    try {
      Object.defineProperty(globalThis, key, { configurable: true, writable: true, value: window[key] });
    } catch { /* Node's own. */ }
  }`;

const USE = `
  const { document } = globalThis;
  document.body.innerHTML = '<form><label>Recording<audio-transcribe name="recording" required></audio-transcribe></label></form>';
  const element = document.querySelector('audio-transcribe');
  await element.updateComplete;
  const made = document.createElement('audio-transcribe');
  document.body.append(made);
  await made.updateComplete;
  const before = { state: element.state, value: element.value, valid: element.checkValidity(),
    missing: element.validity.valueMissing, message: element.validationMessage !== '' };
  element.setCustomValidity('No.');
  element.required = false;
  element.setCustomValidity('');
  element.disabled = true;
  await element.updateComplete;
  let refused = '';
  try { element.selectFile(new File(['x'], 'a.mp3')); } catch (error) { refused = error.code; }
  element.reset();
  element.remove();
  console.log(JSON.stringify({ ...before,
    shown: made.shadowRoot.querySelector('[part~="primary-button"]') !== null,
    type: made.type, labels: typeof made.labels.length, after: element.checkValidity(), refused }));
  process.exit(0);`;

describe('emulated DOM', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dom-emulation-'));
    await build({
      entryPoints: [join(root, 'src/index.ts')],
      bundle: true,
      format: 'esm',
      target: 'es2022',
      outfile: join(folder, 'element.mjs'),
      logLevel: 'silent',
    });
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const [name, makeWindow] of Object.entries(WINDOWS)) {
    it(`${name}: the element can be defined, created, attached, validated and rendered`, async () => {
      const script = join(folder, `${name}.mjs`);
      const element = pathToFileURL(join(folder, 'element.mjs')).href;
      await writeFile(script, `${makeWindow}${MAKE_GLOBAL}\nawait import('${element}');\n${USE}`);
      const { stdout, stderr } = await promisify(execFile)(process.execPath, [script]);
      assert.doesNotMatch(stderr, /Error/);
      assert.deepEqual(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''), {
        ...{ state: 'idle', value: '', valid: false, missing: true, message: true },
        ...{ shown: true, type: 'audio-transcribe', labels: 'number', after: true },
        refused: 'configuration',
      });
    });
  }
});
