import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { bundleTests } from './bundle-tests.mjs';
import { generate } from './generate.mjs';
import { findFullChrome } from './find-browser.mjs';
import { cache, root } from './paths.mjs';
import { run } from './run-step.mjs';

/** Timeout of one test file: long enough for a busy machine, short enough to find the file that hangs. */
const TEST_TIMEOUT_MS = 240_000;

/** The timeout of tests that install projects from the registry or recognise hundreds of recordings. */
const LONG_TIMEOUT_MS = 900_000;

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** A step that passes or fails. */
const check = async (command, args) => {
  const { ok, output } = await run(command, args);
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, output };
};

/** The result of a test step: a run that failed outside its tests, or ran none, is a failure too. */
function counted({ ok, output }, { passed, failed, times = [], failures = [] }) {
  const executed = passed + failed > 0;
  const beside = failed === 0 && (!ok || !executed) ? 1 : 0;
  const note = executed ? '' : '\nNo test was executed.\n';
  return { passed, failed: failed + beside, output: output + note, times, failures };
}

/** The file for a reporter's counts. Deletes the file of an earlier run. */
function freshFile(name) {
  mkdirSync(cache, { recursive: true });
  const path = join(cache, name);
  rmSync(path, { force: true });
  return path;
}

const readCounts = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {});

function testFiles(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => join(folder, path))
    .sort();
}

async function nodeTests(folders, { env = {}, timeoutMs = TEST_TIMEOUT_MS, batches = 0 } = {}) {
  const found = folders.flatMap(testFiles);
  if (found.length === 0) {
    return { passed: 0, failed: 1, output: `There is no *.test.ts under ${folders.join(', ')}.\n` };
  }
  let files = found;
  try {
    if (batches > 0) files = await bundleTests(found, batches);
  } catch (error) {
    return { passed: 0, failed: 1, output: `${error.message}\n` };
  }
  const counts = freshFile(`${folders[0].replaceAll('/', '-')}.json`);
  const result = await run(
    process.execPath,
    [
      ...['--import', './test/support/fast-test-runner.mjs', '--test'],
      ...(batches > 0 ? ['--enable-source-maps'] : ['--import', 'tsx']),
      ...['--test-concurrency=2', `--test-timeout=${timeoutMs}`],
      ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
      ...[
        '--test-reporter=./scripts/count-node-tests.mjs',
        `--test-reporter-destination=${counts}`,
      ],
      ...files,
    ],
    env,
  );
  const { pass = 0, fail = 0, cancelled = 0, skipped = 0, todo = 0, ...named } = readCounts(counts);
  // A skipped test proves nothing.
  return counted(result, { passed: pass, failed: fail + cancelled + skipped + todo, ...named });
}

/** With all other steps, property tests try more seeds. */
const bundledNodeTests = (folders, batches) =>
  nodeTests(folders, {
    batches,
    timeoutMs: LONG_TIMEOUT_MS,
    env: words.includes('all') ? { VERIFY: 'true' } : {},
  });

const TOOLS = ['sandbox', 'demo', 'conformance'];

/** The folders of unit and contract tests whose name is wanted. */
const foldersOf = (isWanted) =>
  ['test/unit', 'test/contract'].flatMap((parent) =>
    readdirSync(join(root, parent))
      .filter(isWanted)
      .map((room) => `${parent}/${room}`),
  );

/** Builds and packs once for all test files. */
async function packageTests() {
  const folder = join(cache, 'package');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const packed = await run(process.execPath, ['scripts/pack.mjs', folder]);
  const tarball = readdirSync(folder)[0];
  if (!packed.ok || !tarball) return { passed: 0, failed: 1, output: packed.output };
  return nodeTests(['test/package'], {
    env: { PACKED_TARBALL: join(folder, tarball) },
    timeoutMs: LONG_TIMEOUT_MS,
  });
}

async function browserTests(configuration, { name = 'browser-tests.json', env = {} } = {}) {
  const counts = freshFile(name);
  const result = await run('web-test-runner', ['--config', configuration], {
    COUNTS: counts,
    ...env,
  });
  return counted(result, { passed: 0, failed: 0, ...readCounts(counts) });
}

/** Most people have the full Chromium, which takes longer than the headless shell. */
function fullChrome() {
  const path = findFullChrome();
  if (path === undefined) console.warn('No full Chromium or Chrome was found on this machine.');
  return path === undefined ? {} : { CHROME_PATH: path };
}

/** The tests of Playwright's report. */
const endToEndResults = ({ suites = [], specs = [] }) => [
  ...suites.flatMap(endToEndResults),
  ...specs.map(({ title, ok, tests }) => {
    const runs = tests.flatMap(({ results }) => results);
    const message = runs.map(({ error }) => error?.message ?? '').join('');
    return { title, ok, message, ms: sum(runs.map(({ duration }) => duration)) };
  }),
];

async function endToEndTests() {
  const report = freshFile('e2e.json');
  const result = await run(
    'playwright',
    ['test', '--config', 'test/e2e/playwright.config.ts', '--reporter=dot,json'],
    { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  );
  const found = readCounts(report);
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = found.stats ?? {};
  const failed = unexpected + flaky + skipped;
  const times = endToEndResults(found);
  const failures = times.filter(({ ok }) => !ok);
  return counted(result, { passed: expected, failed, times, failures });
}

/** Runs programs of CONTRIBUTING.md that no test starts, with little work. */
async function shortRuns() {
  const results = [];
  for (const args of [
    ['scripts/mutants.ts', '--count', '1', '--folders', 'src/peaks/wave-peaks.ts'],
    ['scripts/files.ts', 'demo/samples'],
  ])
    results.push(await check('tsx', args));
  return {
    passed: sum(results.map(({ passed }) => passed)),
    failed: sum(results.map(({ failed }) => failed)),
    output: results.map(({ output }) => output).join(''),
  };
}

const steps = {
  format: () => check('prettier', ['--check', '.', '--log-level', 'warn']),
  lint: () => check('npm', ['run', '--silent', 'lint']),
  types: () => check('tsc', ['-b']),
  manifest: () => check(process.execPath, ['scripts/manifest.mjs', '--check']),
  size: () => check(process.execPath, ['scripts/first-load.mjs']),
  // The package: unit tests, and contract tests with a server.
  unit: () =>
    bundledNodeTests(
      foldersOf((room) => !TOOLS.includes(room)),
      8,
    ),
  // What comes with the repository: the sandbox, the demo and the conformance tool.
  tools: () =>
    bundledNodeTests(
      foldersOf((room) => TOOLS.includes(room)),
      4,
    ),
  redis: () => nodeTests(['test/redis']),
  recognition: () => nodeTests(['test/recognition'], { timeoutMs: LONG_TIMEOUT_MS }),
  // Chromium; with all other steps, the full one.
  browser: () =>
    browserTests('test/browser/wtr.config.mjs', { env: words.includes('all') ? fullChrome() : {} }),
  // Firefox and WebKitGTK.
  engines: () => browserTests('test/browser/wtr.engines.config.mjs', { name: 'engine-tests.json' }),
  // The conversion of real recordings. Needs ffmpeg.
  media: () => browserTests('test/media/wtr.config.mjs', { name: 'media-tests.json' }),
  e2e: () => endToEndTests(),
  package: () => packageTests(),
  s3: () => nodeTests(['test/s3']),
  // Random people on the demo's pages, always the same ones. `e2e` has built the pages.
  explore: () =>
    check('tsx', [
      ...['test/exploration/main.ts', '--kept', '--seed', '1', '--histories', '15'],
      ...(asked.includes('e2e') ? ['--built'] : []),
    ]),
  commands: () => shortRuns(),
  // The tests that docs/accessibility.md names have passed in `browser` and `e2e`.
  accessibility: () => check('tsx', ['scripts/accessibility.ts']),
};

/**
 * The groups run one after the other. The lanes of a group run at the same time, and the steps of a lane one after the
 * other. Firefox and WebKitGTK keep one processor busy, so the lane beside them takes one step at a time. `e2e` and
 * `media` keep two busy. `s3` runs only on request, as it needs Ceph.
 */
const groups = [
  [['format'], ['types', 'lint', 'manifest', 'size']],
  [['unit', 'tools'], ['browser']],
  [['engines'], ['package', 'recognition', 's3', 'redis', 'commands']],
  [['e2e']],
  [['media']],
  [['explore'], ['accessibility']],
];

const everything = groups.flat(2).filter((name) => name !== 's3');

/** Names of steps, or `all`; `all +s3` adds one more. Without a name: the fast steps. */
const words = process.argv.slice(2);
const asked = (words.length > 0 ? words : ['manifest', 'size', 'unit', 'browser']).flatMap(
  (word) => (word === 'all' ? everything : [word.replace(/^\+/, '')]),
);
const unknown = asked.filter((name) => !Object.hasOwn(steps, name));
if (unknown.length > 0) {
  console.error(`No such step: ${unknown.join(', ')}. There are ${Object.keys(steps).join(', ')}.`);
  process.exit(2);
}

await generate();
const results = [];

async function runStep(name) {
  const started = performance.now();
  const result = await steps[name]();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `${name.padEnd(11)} ${result.passed} passed, ${result.failed} failed  ${seconds.padStart(6)} s`,
  );
  if (result.failed > 0 && !process.env.VERBOSE) console.log(`\n${result.output.trimEnd()}\n`);
  results.push({ name, ...result });
}

for (const group of groups) {
  await Promise.all(
    group.map(async (lane) => {
      for (const name of lane) if (asked.includes(name)) await runStep(name);
    }),
  );
}

const slowest = results
  .flatMap(({ name, times = [] }) => times.map((time) => ({ name, ...time })))
  .sort((one, other) => other.ms - one.ms)
  .slice(0, 10);
if (slowest.length > 0) console.log('The slowest tests:');
for (const { name, title, ms } of slowest)
  console.log(`${name.padEnd(11)} ${(ms / 1000).toFixed(1).padStart(6)} s  ${title}`);

const failures = results.flatMap(({ name, failures: tests = [] }) =>
  tests.map(({ title, message }) => {
    // Playwright colours its messages.
    const [first = ''] = stripVTControlCharacters(message).trim().split('\n');
    return `${name.padEnd(11)} ${title}\n            ${first.slice(0, 200)}`;
  }),
);
if (failures.length > 0) console.log(['The failed tests:', ...failures].join('\n'));

const failed = sum(results.map((result) => result.failed));
console.log(`${sum(results.map((result) => result.passed))} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
