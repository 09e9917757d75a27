/**
 * The checks. `npm test` runs what a change must pass, `npm run verify` everything, and names of steps only these.
 * A test file that fails runs again alone, at the end.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFullChrome } from './find-browser.mjs';
import { generate } from './generate.mjs';
import { cache, root } from './paths.mjs';
import { flakyLines, lastLines, tableOf } from './report.mjs';
import { lookAgain } from './second-look.mjs';
import { browserTests, check, endToEndTests, nodeTests } from './test-steps.mjs';

const TOOLS = ['sandbox', 'demo', 'conformance'];

/** The folders of unit and contract tests whose name is wanted. */
const foldersOf = (isWanted) =>
  ['test/unit', 'test/contract'].flatMap((parent) =>
    readdirSync(join(root, parent))
      .filter(isWanted)
      .map((room) => `${parent}/${room}`),
  );

/** Builds and packs once for all test files. */
async function packageTests(name) {
  const folder = join(cache, 'package');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const packed = await check(process.execPath, ['scripts/pack.mjs', folder]);
  if (packed.failures.length > 0) return packed;
  const [tarball] = readdirSync(folder);
  return nodeTests(['test/package'], { name, env: { PACKED_TARBALL: join(folder, tarball) } });
}

/** Most people have the full Chromium, which takes longer than the headless shell. */
function fullChrome() {
  const path = findFullChrome();
  if (path === undefined) console.warn('No full Chromium or Chrome was found on this machine.');
  return path === undefined ? {} : { CHROME_PATH: path };
}

/** The programs of CONTRIBUTING.md that no other step starts, with little work. */
const COMMANDS = [
  ['scripts/mutants.ts', '--count', '1', '--folders', 'src/peaks/wave-peaks.ts'],
  ['scripts/files.ts', 'demo/samples'],
  ['scripts/look.ts', 'idle', '--width=320', '--mode=light'],
  ['scripts/animation.ts', join(cache, 'animation.webp')],
  ['bench/run.ts', 'scale', 'd'],
  ['bench/run.ts', 'waveform'],
];

async function shortRuns() {
  const results = [];
  for (const words of COMMANDS) results.push(await check('tsx', words));
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failures: results.flatMap(({ failures }) => failures),
    output: results.map(({ output }) => output).join(''),
  };
}

const steps = {
  format: () => check('oxfmt', ['--check']),
  lint: () => check('npm', ['run', '--silent', 'lint']),
  types: () => check('tsc', ['-b']),
  manifest: () => check(process.execPath, ['scripts/manifest.mjs', '--check']),
  size: () => check(process.execPath, ['scripts/first-load.mjs']),
  // What is made of the sources and committed, and what the docs say of them.
  docs: (name) => nodeTests(['test/docs'], { name }),
  // The package: unit tests, and contract tests with a server.
  unit: (name) => {
    const folders = foldersOf((room) => !TOOLS.includes(room));
    return nodeTests(folders, { name, isBundled: true });
  },
  // What comes with the repository: the sandbox, the demo and the conformance tool.
  tools: (name) => {
    const folders = foldersOf((room) => TOOLS.includes(room));
    return nodeTests(folders, { name, isBundled: true });
  },
  // Chromium; in the full check, the one that people have.
  browser: (name) =>
    browserTests('test/browser/wtr.config.mjs', { name, env: isFull ? fullChrome() : {} }),
  // Firefox and WebKitGTK.
  engines: (name) => browserTests('test/browser/wtr.engines.config.mjs', { name }),
  package: packageTests,
  recognition: (name) => nodeTests(['test/recognition'], { name }),
  redis: (name) => nodeTests(['test/redis'], { name }),
  // Subtitles as a player reads them. Needs ffmpeg.
  subtitles: (name) => nodeTests(['test/subtitles'], { name }),
  s3: (name) => nodeTests(['test/s3'], { name }),
  commands: shortRuns,
  e2e: (name) => endToEndTests(name),
  // The conversion of real recordings. Needs ffmpeg.
  media: (name) => browserTests('test/media/wtr.config.mjs', { name }),
  // Random people on the demo's pages, always the same ones. `e2e` has built the pages.
  explore: () =>
    check('tsx', [
      ...['test/exploration/main.ts', '--kept', '--seed', '1', '--histories', '15'],
      ...(asked.includes('e2e') ? ['--built'] : []),
    ]),
};

/**
 * The groups run one after the other. The lanes of a group run at the same time, and the steps of a lane one after the
 * other. What fails fast comes first. Firefox and WebKitGTK keep one processor busy, so the lane beside them takes one
 * step at a time. `unit`, `tools`, `browser`, `e2e` and `media` keep two busy.
 */
const REQUIRED = [
  // `docs` builds what `types` checks, so they share a lane.
  [
    ['manifest', 'size', 'docs', 'types'],
    ['format', 'lint'],
  ],
  [['unit', 'tools', 'browser']],
];
const groups = [
  ...REQUIRED,
  [['engines'], ['package', 'recognition', 's3', 'redis', 'subtitles', 'commands']],
  [['e2e']],
  [['media']],
  [['explore']],
];

/** Needs Ceph, so it runs only on request. */
const ON_REQUEST = ['s3'];

const sets = {
  required: REQUIRED.flat(2),
  all: groups.flat(2).filter((name) => !ON_REQUEST.includes(name)),
};

/** Names of steps; `all +s3` adds one more. */
const words = process.argv.slice(2).map((word) => word.replace(/^\+/, ''));
const isFull = words.includes('all');
const asked = (words.length > 0 ? words : ['required']).flatMap((word) => sets[word] ?? [word]);
const unknown = asked.filter((name) => !Object.hasOwn(steps, name));
if (unknown.length > 0) {
  console.error(`No such step: ${unknown.join(', ')}. There are ${Object.keys(steps).join(', ')}.`);
  process.exit(2);
}

// Property tests then try more cases, and random ones. A file that runs again meets the same cases.
if (isFull) {
  process.env.VERIFY = 'true';
  process.env.RANDOM_SEED ??= String(Math.floor(Math.random() * 2 ** 31));
  console.log(`RANDOM_SEED=${process.env.RANDOM_SEED}`);
}

await generate();
const results = [];

async function runStep(name) {
  const started = performance.now();
  const result = await steps[name](name);
  const seconds = (performance.now() - started) / 1000;
  const { passed, failures } = result;
  console.log(
    `${name.padEnd(11)} ${passed} passed, ${failures.length} failed  ${seconds.toFixed(1).padStart(6)} s`,
  );
  if (failures.length > 0 && !process.env.VERBOSE) console.log(`\n${result.output.trimEnd()}\n`);
  results.push({ name, seconds, ...result });
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

const looked = await lookAgain(results);
writeFileSync(join(cache, 'verify.md'), tableOf(looked));
console.log([...flakyLines(looked), ...lastLines(looked)].join('\n'));
process.exitCode = looked.some(({ failures }) => failures.length > 0) ? 1 : 0;
