/** Runs the tests of one kind, and says which passed and which failed. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { bundleOf, bundleTests, folderOf } from './bundle-tests.mjs';
import { LIMITS } from './limits.mjs';
import { cache, root } from './paths.mjs';
import { run } from './run-step.mjs';

/**
 * @typedef {object} Failure
 * @property {string} title of the test
 * @property {string} message its error, with its stack
 * @property {string} [file] the test file, relative to the repository
 * @property {number} [line]
 * @property {string} [browser]
 *
 * @typedef {object} Result
 * @property {number} passed number of tests
 * @property {readonly Failure[]} failures
 * @property {readonly {title: string, ms: number}[]} [times] of the tests that passed
 * @property {string} output what the programs printed
 * @property {(file: string) => Promise<Result>} [alone] runs one test file in a process, or a browser, of its own
 */

/** A step that passes or fails. */
export async function check(command, args) {
  const { ok, output } = await run(command, args);
  const title = [basename(command), ...args].join(' ');
  return { passed: ok ? 1 : 0, failures: ok ? [] : [{ title, message: output }], output };
}

/**
 * The file for a reporter's counts. Deletes that of an earlier run. In a folder of its own, because programs take a
 * `package.json` for the manifest of all folders beside it.
 */
function freshFile(name) {
  const path = join(cache, 'results', name);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  return path;
}

const read = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {});

/** The last lines, which say why a program ended. */
const endOf = (output) => output.trimEnd().split('\n').slice(-10).join('\n');

/** The failure with the line of its file that the stack of its error names, if it does. */
function withLine(failure) {
  const [, rest] = failure.message.split(`${failure.file}:`);
  return rest === undefined ? failure : { ...failure, line: Number.parseInt(rest, 10) };
}

/** What a reporter has counted. A run that failed without a failed test, or ran none, is a failure, too. */
function counted({ ok, output }, { passed = 0, failures = [], times = [] }) {
  const ran = passed + failures.length > 0;
  const beside = { title: ran ? 'outside the tests' : 'no test ran', message: endOf(output) };
  const isBeside = failures.length === 0 && (!ok || !ran);
  return { passed, failures: isBeside ? [beside] : failures.map(withLine), times, output };
}

/* ---- Node ---- */

/** The files of a folder whose name ends in `.test.ts`. */
function testFiles(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => join(folder, path))
    .sort();
}

async function runNode(files, { name, env, isBundled }) {
  const counts = freshFile(`${name}.json`);
  const result = await run(
    process.execPath,
    [
      ...['--import', './test/support/fast-test-runner.mjs', '--test'],
      ...(isBundled ? ['--enable-source-maps'] : ['--import', 'tsx']),
      ...['--test-concurrency=2', `--test-timeout=${LIMITS.nodeFile}`],
      ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
      ...[
        '--test-reporter=./scripts/count-node-tests.mjs',
        `--test-reporter-destination=${counts}`,
      ],
      ...files,
    ],
    env,
  );
  return counted(result, read(counts));
}

/**
 * What runs again after a failure. Tests may be in a file beside the test files: a test file that imports it. A process may
 * fail outside its tests: all files of its folder.
 */
const runnable = (file, files) => {
  if (file === undefined || file.endsWith('.test.ts')) return file;
  const folder = files.map(folderOf).find((each) => basename(file) === bundleOf(each));
  const name = `/${basename(file, '.ts')}.js'`;
  return folder ?? files.find((each) => readFileSync(join(root, each), 'utf8').includes(name));
};

/**
 * @param {readonly string[]} folders
 * @param {{name: string, env?: NodeJS.ProcessEnv, isBundled?: boolean}} options `isBundled`: the files load several
 *   times faster
 * @returns {Promise<Result>}
 */
export async function nodeTests(folders, { name, env = {}, isBundled = false }) {
  const files = folders.flatMap(testFiles);
  if (files.length === 0) {
    const output = `There is no *.test.ts under ${folders.join(', ')}.\n`;
    return { passed: 0, failures: [{ title: 'no test file', message: output }], output };
  }
  let bundles = files;
  try {
    if (isBundled) bundles = await bundleTests(files);
  } catch ({ message }) {
    return { passed: 0, failures: [{ title: 'bundle', message }], output: `${message}\n` };
  }
  const { failures, ...result } = await runNode(bundles, { name, env, isBundled });
  return {
    ...result,
    failures: failures.map((failure) => ({ ...failure, file: runnable(failure.file, files) })),
    alone(path) {
      const chosen = path.endsWith('.ts')
        ? [path]
        : files.filter((file) => folderOf(file) === path);
      return runNode(chosen, { name: `${name}-alone`, env, isBundled: false });
    },
  };
}

/* ---- browsers ---- */

/** @returns {Promise<Result>} of all browsers of this configuration of Web Test Runner */
export async function browserTests(configuration, { name, env = {} }) {
  const runner = async (counts, more) => {
    const result = await run('web-test-runner', ['--config', configuration], {
      COUNTS: counts,
      ...env,
      ...more,
    });
    return counted(result, read(counts));
  };
  return {
    ...(await runner(freshFile(`${name}.json`), {})),
    alone: (file) => runner(freshFile(`${name}-alone.json`), { TEST_FILES: file }),
  };
}

/* ---- pages ---- */

/** The tests of Playwright's report, and the errors outside of them. */
const endToEndResults = ({ suites = [], specs = [], errors = [] }) => [
  ...errors.map(({ message = '', location }) => ({
    ...{ title: 'outside the tests', ok: false, message },
    ...(location && { file: relative(root, location.file), line: location.line }),
  })),
  ...suites.flatMap(endToEndResults),
  ...specs.map(({ title, ok, file, line, tests }) => {
    const runs = tests.flatMap(({ results }) => results);
    const message = runs.map(({ error }) => error?.message ?? '').join('') || 'It was skipped.';
    const ms = runs.reduce((sum, { duration }) => sum + duration, 0);
    const isSkipped = tests.some(({ status }) => status === 'skipped');
    return { title, ok: ok && !isSkipped, file: `test/e2e/${file}`, line, message, ms };
  }),
];

/** @returns {Promise<Result>} of these end-to-end tests; without a name, of all */
export async function endToEndTests(name, files = []) {
  const runner = async (report, words) => {
    const result = await run(
      'playwright',
      ['test', '--config', 'test/e2e/playwright.config.ts', '--reporter=dot,json', ...words],
      { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    );
    const tests = endToEndResults(read(report));
    const times = tests.filter(({ ok }) => ok);
    const failures = tests.filter(({ ok }) => !ok);
    return counted(result, { passed: times.length, times, failures });
  };
  return {
    ...(await runner(freshFile(`${name}.json`), files)),
    alone: (file) => runner(freshFile(`${name}-alone.json`), ['--workers=1', basename(file)]),
  };
}
