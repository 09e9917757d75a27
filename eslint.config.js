import js from '@eslint/js';
import { configs as lit } from 'eslint-plugin-lit';
import litA11y from 'eslint-plugin-lit-a11y';
import { configs as wc } from 'eslint-plugin-wc';
import { defineConfig } from 'eslint/config';
import ts from 'typescript-eslint';
import { whoMayImport } from './scripts/lint/who-may-import.mjs';

const typescript = ['**/*.{ts,tsx}'];
const pure = ['src/protocol/**', 'src/strings/**', 'src/engine/**', 'src/transcript/**'];

const nodeGlobals = Object.fromEntries(
  [
    ...['process', 'console', 'Buffer', 'URL', 'URLSearchParams', 'fetch', 'Response', 'Request'],
    ...['Headers', 'Blob', 'AbortController', 'AbortSignal', 'performance', 'crypto'],
    ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate'],
    ...['TextEncoder', 'TextDecoder', 'structuredClone', 'queueMicrotask'],
  ].map((name) => [name, 'readonly']),
);

const forbid = (names, message) => names.map((name) => ({ name, message }));
const forbidProperties = (names, message) =>
  names.map((name) => {
    const [object, property] = name.split('.');
    return { object, property, message };
  });

const network = ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource'];
const hosts = ['window', 'self', 'document', 'navigator', 'location', 'history'];
const storage = ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'crypto'];
const timers = ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'queueMicrotask'];
const frames = ['requestAnimationFrame', 'requestIdleCallback', 'performance', 'process', 'Buffer'];

const EVERY_TEST_RUNS = {
  selector:
    'MemberExpression[property.name=/^(only|skip|todo|fixme)$/]' +
    ':matches([object.name=/^(it|test|describe|suite)$/], [object.object.name="test"])',
  message: 'Every test must run: remove this.',
};

/** Libraries of a page replace these by something else, or by polyfills without them. */
const REPLACED = [
  ['Array', 'from', 'Use a spread: Prototype.js and MooTools replace it.'],
  ['Promise', '/^(allSettled|any|withResolvers)$/', 'Old polyfills of Promise lack it.'],
  ['crypto', '/^(randomUUID|subtle)$/', 'A page without https has none.'],
]
  .map(([object, property, message]) => [
    `MemberExpression[object.name='${object}'][property.name=${property.startsWith('/') ? property : `'${property}'`}]`,
    message,
  ])
  .concat([
    [
      "CallExpression[callee.property.name='entries'][callee.object.name!='Object']",
      'Use map, or the collection itself: Prototype.js replaces it for arrays.',
    ],
    ['ForInStatement', 'Use Object.entries: pages add enumerable properties to prototypes.'],
    ["CallExpression[callee.property.name='bind']", 'Use a function: old libraries replace it.'],
  ])
  .map(([selector, message]) => ({ selector, message }));

/** Exports leave the page. Elsewhere, JSON is sent with toJson, or only compared. */
const STRINGIFIED = {
  selector: "MemberExpression[object.name='JSON'][property.name='stringify']",
  message: 'Use toJson of protocol/json.ts: Prototype.js gives arrays a toJSON.',
};

/** What makes the result of a test depend on the speed of the machine. */
const TIMED = [
  [
    "BinaryExpression[operator=/^[<>]=?$/] CallExpression[callee.object.name=/^(Date|performance)$/][callee.property.name='now']",
    'Do not compare elapsed time: inject the clock, or wait for a condition.',
  ],
  [
    "CallExpression[callee.property.name=/^(lessThan|greaterThan|below|above|within|least|most|toBeLess|toBeGreater)/] CallExpression[callee.property.name='now']",
    'Do not compare elapsed time: inject the clock.',
  ],
  ["MemberExpression[property.name='waitForTimeout']", 'Wait for a condition.'],
  [
    'Property[key.name="timeout"] > Literal.value',
    'Limits are in scripts/limits.mjs. Without one of its own, a call has that of its test.',
  ],
].map(([selector, message]) => ({ selector, message }));

const OWN_HOOKS = {
  selector: 'Program > ExpressionStatement > CallExpression[callee.name=/^(before|after)(Each)?$/]',
  message: 'Move it into a describe: other test files share this page.',
};

/** A class in a selector, which is no part of a value such as `[src="a.mp3"]`. */
const CLASS = String.raw`/\.[a-z][\w-]*(?![^\x5b]*\x5d)/`;

/** A class in the selector of a call. */
const privateClass = (call) => ({
  selector:
    `CallExpression${call} > Literal[value=${CLASS}],` +
    `CallExpression${call} > TemplateLiteral > TemplateElement[value.raw=${CLASS}]`,
  message: 'Classes are private: find the element by role, name, text or part.',
});

/** What searches the element's own content. */
const PRIVATE_CLASSES = [
  privateClass('[callee.property.name=/^(querySelector(All)?|closest|matches|one|all)$/]'),
  privateClass('[callee.name=/^(one|all|shown)$/]'),
  privateClass('[callee.property.name="locator"][callee.object.callee.name="element"]'),
];

/** What needs no types; the rules that need them, and import circles, are in .oxlintrc.json. */
export default defineConfig(
  {
    ignores: [
      ...['dist', 'coverage', 'test-results', 'playwright-report', '.cache', '.sandbox'],
      ...[
        'dist-demo',
        '**/*.generated.ts',
        'src/hashing/audio-transcribe.worker.js',
        'src/peaks/audio-transcribe.decoder.js',
        'src/convert/audio-transcribe.*.js',
        'test/package/fixture',
        'test/package/servers',
        'test/package/templates',
        'test/docs/surroundings',
      ],
      ...['test/consumers/apps', 'src/element/types'],
    ],
  },
  js.configs.recommended,
  {
    rules: {
      eqeqeq: 'error',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    },
  },
  // A test file tells one story, which should not be split.
  {
    files: ['test/**', 'bench/**'],
    rules: { 'max-lines': ['error', { max: 600, skipBlankLines: true, skipComments: true }] },
  },
  // A language is one list of texts.
  { files: ['src/strings/*.ts'], rules: { 'max-lines': 'off' } },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: { globals: nodeGlobals },
  },
  { files: ['test/e2e/libraries/*.js'], languageOptions: { globals: { document: 'readonly' } } },
  { files: ['**/*.cjs'], languageOptions: { sourceType: 'commonjs' } },
  {
    files: typescript,
    extends: [
      ts.configs.recommended,
      lit['flat/recommended'],
      wc['flat/recommended'],
      { plugins: { 'lit-a11y': litA11y }, rules: litA11y.configs.recommended.rules },
    ],
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      // Safari takes the role from a list whose bullets the styles take away
      'lit-a11y/no-redundant-role': 'off',
    },
  },
  {
    files: ['src/**/*.{ts,js}'],
    plugins: { house: { rules: { 'who-may-import': whoMayImport } } },
    rules: {
      'house/who-may-import': ['error', { src: `${import.meta.dirname}/src` }],
      // what is logged may end in somebody's bug report
      'no-console': 'error',
    },
  },
  {
    files: [
      'src/{browser,element,engine,hashing,microphone,protocol,queue,reader,shown,strings,transcript,ui}/**',
    ],
    rules: { 'no-restricted-syntax': ['error', ...REPLACED] },
  },
  {
    files: ['src/transcript/exports/**'],
    rules: { 'no-restricted-syntax': ['error', ...REPLACED, STRINGIFIED] },
  },
  {
    files: pure,
    rules: {
      'no-restricted-globals': [
        'error',
        ...forbid(
          [...network, ...hosts, ...storage, ...timers, ...frames, 'globalThis'],
          'This folder runs anywhere: take it as a port.',
        ),
      ],
      'no-restricted-properties': [
        'error',
        ...forbidProperties(
          ['Date.now', 'Math.random'],
          'Clock and random are handed in, so that tests can hand in their own.',
        ),
      ],
    },
  },
  {
    files: ['src/{ui,reader}/**', 'src/element/views/**', 'src/element/controllers/**'],
    rules: {
      'no-restricted-globals': ['error', ...forbid(network, 'The ui never fetches.')],
      'no-restricted-properties': [
        'error',
        ...forbidProperties(
          ['window', 'self', 'globalThis'].flatMap((at) => network.map((name) => `${at}.${name}`)),
          'The ui never fetches.',
        ),
      ],
    },
  },
  {
    // it checks the package's guesses too: of them it may know the address's reading alone
    files: ['conformance/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex:
                '^(?!node:|\\.{1,2}/[a-z./-]+$)|/(?:demo|test|bench)/|/src/(?!protocol/(?:read|routes)\\.js$)',
              message: 'The conformance suite reads raw answers itself: see docs/conformance.md.',
            },
            {
              group: ['**/src/protocol/read.js', '**/src/protocol/routes.js'],
              importNamePattern: '^(?!addressExpiry$|webAddress$)',
              message: 'What is checked must not be read with the parsers that may be wrong.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      // chai's assertions are expressions
      '@typescript-eslint/no-unused-expressions': 'off',
      'no-restricted-syntax': ['error', EVERY_TEST_RUNS, ...PRIVATE_CLASSES, ...TIMED],
    },
  },
  {
    // a program that runs for minutes, and whose people do not wait for what never comes
    files: ['test/exploration/**'],
    rules: { 'no-restricted-syntax': ['error', EVERY_TEST_RUNS, ...PRIVATE_CLASSES] },
  },
  {
    // icons have no texts
    files: ['src/**'],
    ignores: ['src/ui/{html,icons}.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          name: 'lit',
          importNames: ['html'],
          message: 'Import src/ui/html.ts: its texts survive translators.',
        },
      ],
    },
  },
  {
    files: ['test/**'],
    ignores: ['test/support/fast-check.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { name: 'fast-check', message: 'Import test/support/fast-check.js, which sets the seed.' },
      ],
    },
  },
  {
    files: ['test/e2e/**/*.spec.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { name: '@playwright/test', message: "Import './test.js', which notices uncaught errors." },
      ],
    },
  },
  {
    files: ['test/browser/**/*.ts'],
    rules: {
      'no-restricted-syntax': ['error', EVERY_TEST_RUNS, ...PRIVATE_CLASSES, ...TIMED, OWN_HOOKS],
    },
  },
);
