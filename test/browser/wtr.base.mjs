import { createReadStream, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { extname, relative, sep } from 'node:path';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { build } from 'esbuild';
import { SYNTAX } from '../../scripts/browsers.mjs';
import { sourceAddresses, testBundle } from '../../scripts/bundle-tests.mjs';
import { LAUNCHES, LIMITS } from '../../scripts/limits.mjs';
import { cache, root } from '../../scripts/paths.mjs';
import { countBrowserTests } from '../../scripts/count-browser-tests.mjs';
import { testBackend } from '../support/backend-plugin.mjs';
import { failHungPages, testRunnerHtml } from './hung-pages.mjs';

const inRepository = (path) => root + decodeURIComponent(path).slice(1);

/** With `--watch`, files change while the server runs. */
const isWatching = process.argv.includes('--watch');

/** Of packages: with `--watch`, Lit warns of mistakes. Otherwise it is the one that partners get, which is faster. */
const conditions = isWatching ? ['development'] : [];

// Most tests open pages with about two hundred modules, so browsers cache them.
const keepModules = async (context, next) => {
  await next();
  if (!isWatching && context.status === 200 && /\.(?:js|ts)$/.test(context.path)) {
    context.set('cache-control', 'max-age=3600');
  }
};

// Test pages with a Content Security Policy: `tab.html?policy=…`, `policy.html?policy=…`, or `?report=…` for a report-only
// policy.
const contentSecurityPolicy = async (context, next) => {
  await next();
  const { policy, report } = context.query;
  if (!/\/(?:tab|policy)\.html$/.test(context.path)) return;
  if (policy) context.set('content-security-policy', policy);
  if (report) context.set('content-security-policy-report-only', report);
};

// A sandboxed frame without an origin may only load modules of hosts that allow it.
const modulesForFrames = async (context, next) => {
  await next();
  if (context.path === '/src/hashing/bundled.js') context.set('access-control-allow-origin', '*');
};

const isOnDemand = (path) =>
  /\/(?:whole-reader|later-parts|queue-controller|correction-tools|files|work)\b[^/]*\.[jt]s$/.test(
    path,
  );

// a test makes a download fail by a cookie: `unavailable=` and a part of its path
const unavailable = (context, next) => {
  if (!isOnDemand(context.path)) return next();
  // the test runner sets a header by which a browser would keep the file from an earlier test
  const { res } = context;
  const { writeHead } = res;
  res.writeHead = (...head) => {
    res.setHeader('cache-control', 'no-store');
    return writeHead.apply(res, head);
  };
  const part = context.cookies.get('unavailable');
  if (!part || !context.path.includes(part)) return next();
  context.status = 503;
  return undefined;
};

const audioTypes = { '.mp3': 'audio/mpeg', '.m4a': 'audio/mp4', '.wav': 'audio/wav' };

// Media elements need byte ranges to seek, which the dev server does not support. `?no-range` is a host without
// them, which does not say the length either.
const audioRanges = (context, next) => {
  const type = audioTypes[extname(context.path)];
  const file = inRepository(context.path);
  if (!type || !existsSync(file)) return next();
  const { size } = statSync(file);
  if ('no-range' in context.query) {
    context.set('cache-control', 'no-store');
    context.body = createReadStream(file);
    context.type = type;
    return undefined;
  }
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(context.get('range')) ?? [];
  const start = Number(first ?? 0);
  const end = last ? Math.min(Number(last), size - 1) : size - 1;
  context.set('accept-ranges', 'bytes');
  if (start > end) {
    context.set('content-range', `bytes */${size}`);
    context.status = 416;
    return undefined;
  }
  if (first !== undefined) {
    context.set('content-range', `bytes ${start}-${end}/${size}`);
    context.status = 206;
  }
  context.body = createReadStream(file, { start, end });
  context.type = type;
  context.length = end - start + 1;
  return undefined;
};

// A UMD module has no exports in a browser, so it is served as an ES module with a default export.
const cjsToEsm = {
  name: 'cjs-to-esm',
  async serve(context) {
    if (!/\/spark-md5\/spark-md5\.js$/.test(context.path)) return undefined;
    const { outputFiles } = await build({
      entryPoints: [inRepository(context.path)],
      bundle: true,
      format: 'esm',
      write: false,
    });
    return { body: outputFiles[0].text, type: 'js' };
  },
};

/** The element in one file for `tab.html`, because hundreds of tests open that page. */
const bundledElement = {
  name: 'bundled-element',
  serve(context) {
    // In the worker's folder, because the worker is loaded from the script's folder.
    if (context.path !== '/src/hashing/bundled.js') return undefined;
    if (isWatching) this.body = undefined;
    this.body ??= build({
      entryPoints: [`${root}src/index.ts`],
      bundle: true,
      format: 'esm',
      target: SYNTAX,
      minify: !isWatching,
      conditions,
      write: false,
    }).then(({ outputFiles }) => outputFiles[0].text);
    return this.body.then((body) => ({ body, type: 'js' }));
  },
};

const withSlashes = (path) => path.replaceAll(sep, '/');

/** What random cases depend on, see test/support/seeded-runs.ts. */
const { VERIFY, SEED, RANDOM_SEED, RUNS } = process.env;

/** A bundle for a page. */
const pageBundle = {
  ...testBundle,
  define: { 'globalThis.process': JSON.stringify({ env: { VERIFY, SEED, RANDOM_SEED, RUNS } }) },
  conditions,
  target: SYNTAX,
  plugins: [
    sourceAddresses(
      /[\\/](?:src|test)[\\/].*\.ts$/,
      // Not the location's origin, which a frame with `srcdoc` does not have.
      (path) => `new URL('/${withSlashes(relative(root, path))}', globalThis.origin).href`,
    ),
  ],
};

const framed = new Map();

/** `name.bundled.js`: a helper in one file for the frames that tests open. Each of its modules would be a request. */
const bundledHelpers = {
  name: 'bundled-helpers',
  serve({ path }) {
    const [, helper] = /^\/(test\/browser\/.+)\.bundled\.js$/.exec(path) ?? [];
    if (helper === undefined) return undefined;
    if (isWatching || !framed.has(helper))
      framed.set(helper, build({ ...pageBundle, entryPoints: [`${helper}.ts`], write: false }));
    return framed.get(helper).then(({ outputFiles: [{ text }] }) => ({ body: text, type: 'js' }));
  },
};

export const isTest = (path) => path.endsWith('.test.ts');

/** Tests of code that no browser engine can influence, such as parsing a response. */
export const isForChromiumOnly = (path) => path.endsWith('.chromium.test.ts');

/** Paths of test files, between commas, that run alone. */
const chosen = process.env.TEST_FILES?.split(',');

/**
 * Bundles the test files, with shared chunks, so that a page loads a few files instead of two hundred. Resolves with the
 * files to run. Each has a page of its own, so that no test meets what another file has left.
 */
export const bundleTests = async (isWanted) => {
  const outdir = `${cache}browser-tests`;
  rmSync(outdir, { recursive: true, force: true });
  const paths = readdirSync(`${root}test/browser`, { recursive: true })
    .map(withSlashes)
    .filter((path) => isWanted(path) && (chosen?.includes(`test/browser/${path}`) ?? true))
    .sort();
  await build({
    ...pageBundle,
    entryPoints: paths.map((path) => `test/browser/${path}`),
    outbase: 'test/browser',
    outdir,
    splitting: true,
    // Read only for the stack of a failed test.
    sourcemap: 'linked',
  });
  return paths.map((path) => `${outdir}/${path.replace(/\.ts$/, '.js')}`);
};

export const isWholeRun = !isWatching && !process.argv.includes('--files');

// The bundled element looks for its files in its own folder.
const filesBeside = (context, next) => {
  const [, name] = /^\/src\/hashing\/audio-transcribe\.(\w+)\.js$/.exec(context.path) ?? [];
  const folder = { decoder: 'peaks', converter: 'convert', aac: 'convert' }[name];
  if (folder !== undefined) context.path = `/src/${folder}/audio-transcribe.${name}.js`;
  return next();
};

const backend = testBackend();

/** The shared configuration. Each configuration adds its `browsers`. */
export const base = {
  rootDir: root,
  files: 'test/browser/**/*.test.ts',
  nodeResolve: { exportConditions: conditions },
  middleware: [
    ...[keepModules, unavailable, contentSecurityPolicy, modulesForFrames],
    ...[backend.middleware, audioRanges, filesBeside],
  ],
  plugins: [
    cjsToEsm,
    bundledElement,
    bundledHelpers,
    backend.plugin,
    failHungPages(),
    esbuildPlugin({ ts: true, target: SYNTAX, tsconfig: `${root}tsconfig.base.json` }),
  ],
  reporters: [
    // A bar of progress makes a log of thousands of lines.
    defaultReporter({ reportTestProgress: !process.env.COUNTS }),
    ...(process.env.COUNTS ? [countBrowserTests(process.env.COUNTS)] : []),
  ],
  coverageConfig: { include: ['src/**/*.ts'], exclude: ['**/*.generated.ts'] },
  testRunnerHtml,
  // Ends a test that waits in vain; `failHungPages` ends a page that hangs.
  testFramework: { config: { timeout: LIMITS.browserTest } },
  browserStartTimeout: LIMITS.launch * LAUNCHES,
  testsStartTimeout: LIMITS.navigation,
  testsFinishTimeout: LIMITS.browserFile,
  filterBrowserLogs: ({ args }) => !String(args[0]).includes('Lit is in dev mode'),
};
