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
  const result = await run(
    process.execPath,
    [
      ...['--import', 'tsx', '--test', '--test-concurrency=2', '--test-reporter', 'spec'],
      `--test-timeout=${timeoutMs}`,
      ...files,
    ],
    env,
  );
  const number = (name) =>
    Number(new RegExp(`^ℹ ${name} (\\d+)$`, 'm').exec(result.output)?.[1] ?? 0);
  return counted(result, {
    passed: number('pass'),
    // a test that was left out proves nothing
    failed: sum(['fail', 'cancelled', 'skipped', 'todo'].map(number)),
  });
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
  const result = await run('web-test-runner', ['--config', configuration]);
  const engines = [
    ...result.output.matchAll(/^\S+: (\d+) passed, (\d+) failed, (\d+) skipped$/gm),
  ].map((match) => match.slice(1).map(Number));
  return counted(result, {
    passed: sum(engines.map(([passed]) => passed)),
    failed: sum(engines.map(([, failed, skipped]) => failed + skipped)),
  });
}

async function endToEndTests() {
  const report = join(cache, 'e2e.json');
  mkdirSync(cache, { recursive: true });
  rmSync(report, { force: true });
  const result = await run(
    'playwright',
    ['test', '--config', 'test/e2e/playwright.config.ts', '--reporter=list,json'],
    {
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    },
  );
  if (!existsSync(report)) return counted(result, { passed: 0, failed: 0 });
  const { stats } = JSON.parse(readFileSync(report, 'utf8'));
  return counted(result, {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped,
  });
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

/** Names of steps in place of everything; with a plus before it, as `+s3`, one besides. */
const words = process.argv.slice(2);
const besides = words.filter((word) => word.startsWith('+')).map((word) => word.slice(1));
const instead = words.filter((word) => !word.startsWith('+'));
const asked = [...(instead.length > 0 ? instead : everything), ...besides];
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
