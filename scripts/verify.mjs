import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from './generate.mjs';
import { cache, root } from './paths.mjs';
import { run } from './run-step.mjs';

/** For one file of tests: long enough for a busy machine, short enough to tell which one hangs. */
const TEST_TIMEOUT_MS = 240_000;

/** The same where projects are installed from the registry, or hundreds of recordings are recognised. */
const LONG_TIMEOUT_MS = 900_000;

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** A step that holds or does not. */
const check = async (command, args) => {
  const { ok, output } = await run(command, args);
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, output };
};

/** What a test step comes to: a run that failed beside its tests, or ran none, is a failure too. */
function counted({ ok, output }, { passed, failed }) {
  const executed = passed + failed > 0;
  const beside = failed === 0 && (!ok || !executed) ? 1 : 0;
  const note = executed ? '' : '\nNo test was executed.\n';
  return { passed, failed: failed + beside, output: output + note };
}

/** Where a reporter writes its counts; what an earlier run left there is gone. */
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

/**
 * Modules that import several test files each, so that one process loads what they share once. Neighbours share most:
 * each batch is a run of the sorted files.
 */
function batchesOf(files, count) {
  const folder = join(cache, 'batches');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const size = Math.ceil(files.length / count);
  return Array.from({ length: count }, (_, index) => {
    const path = join(folder, `batch-${index + 1}.test.ts`);
    const imports = files
      .slice(index * size, (index + 1) * size)
      .map((file) => `import ${JSON.stringify(join(root, file))};\n`);
    writeFileSync(path, imports.join(''));
    return path;
  });
}

async function nodeTests(folders, { env = {}, timeoutMs = TEST_TIMEOUT_MS, batches = 0 } = {}) {
  const found = folders.flatMap(testFiles);
  const files = batches > 0 && found.length > 0 ? batchesOf(found, batches) : found;
  if (files.length === 0) {
    return { passed: 0, failed: 1, output: `There is no *.test.ts under ${folders.join(', ')}.\n` };
  }
  const counts = freshFile('node-tests.json');
  const result = await run(
    process.execPath,
    [
      ...['--import', 'tsx', '--test', '--test-concurrency=2', `--test-timeout=${timeoutMs}`],
      ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
      ...[
        '--test-reporter=./scripts/count-node-tests.mjs',
        `--test-reporter-destination=${counts}`,
      ],
      ...files,
    ],
    env,
  );
  const { pass = 0, fail = 0, cancelled = 0, skipped = 0, todo = 0 } = readCounts(counts);
  // a skipped test proves nothing
  return counted(result, { passed: pass, failed: fail + cancelled + skipped + todo });
}

/** Builds and packs once, for all files of tests. */
async function packageTests() {
  const folder = join(cache, 'package');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const packed = await run('npm', ['pack', '--silent', '--pack-destination', folder]);
  const tarball = readdirSync(folder)[0];
  if (!packed.ok || !tarball) return { passed: 0, failed: 1, output: packed.output };
  return nodeTests(['test/package'], {
    env: { PACKED_TARBALL: join(folder, tarball) },
    timeoutMs: LONG_TIMEOUT_MS,
  });
}

async function browserTests(configuration) {
  const counts = freshFile('browser-tests.json');
  const result = await run('web-test-runner', ['--config', configuration], { COUNTS: counts });
  const { passed = 0, failed = 0 } = readCounts(counts);
  return counted(result, { passed, failed });
}

async function endToEndTests() {
  const report = freshFile('e2e.json');
  const result = await run(
    'playwright',
    ['test', '--config', 'test/e2e/playwright.config.ts', '--reporter=list,json'],
    { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  );
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = readCounts(report).stats ?? {};
  return counted(result, { passed: expected, failed: unexpected + flaky + skipped });
}

const steps = {
  format: () => check('prettier', ['--check', '.', '--log-level', 'warn']),
  lint: () => check('npm', ['run', '--silent', 'lint']),
  types: () => check('tsc', ['-b']),
  manifest: () => check(process.execPath, ['scripts/manifest.mjs', '--check']),
  unit: () => nodeTests(['test/unit', 'test/contract'], { batches: 8, timeoutMs: LONG_TIMEOUT_MS }),
  redis: () => nodeTests(['test/redis']),
  recognition: () => nodeTests(['test/recognition'], { timeoutMs: LONG_TIMEOUT_MS }),
  browser: () => browserTests('test/browser/wtr.config.mjs'),
  engines: () => browserTests('test/browser/wtr.engines.config.mjs'),
  e2e: () => endToEndTests(),
  package: () => packageTests(),
  s3: () => nodeTests(['test/s3']),
};

// `engines` covers `browser`, and `s3` needs Ceph
const onRequest = ['browser', 's3'];
const everything = Object.keys(steps).filter((name) => !onRequest.includes(name));

/** Names of steps, or `all`; `all +s3` runs one more. Without a name: the fast steps. */
const words = process.argv.slice(2);
const asked = (words.length > 0 ? words : ['unit', 'browser']).flatMap((word) =>
  word === 'all' ? everything : [word.replace(/^\+/, '')],
);
const unknown = asked.filter((name) => !Object.hasOwn(steps, name));
if (unknown.length > 0) {
  console.error(`No such step: ${unknown.join(', ')}. There are ${Object.keys(steps).join(', ')}.`);
  process.exit(2);
}

await generate();
const results = [];
for (const name of asked) {
  const started = performance.now();
  const result = await steps[name]();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `${name.padEnd(11)} ${result.passed} passed, ${result.failed} failed  ${seconds.padStart(6)} s`,
  );
  if (result.failed > 0 && !process.env.VERBOSE) console.log(`\n${result.output.trimEnd()}\n`);
  results.push(result);
}

const failed = sum(results.map((result) => result.failed));
console.log(`${sum(results.map((result) => result.passed))} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
