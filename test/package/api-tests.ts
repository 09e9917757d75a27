import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { filesOf, readSurface } from './api/read-surface.js';
import {
  compareSurfaces,
  entryOf,
  parseSurface,
  textOf,
  undocumented,
  type Changes,
} from './api/surface.js';
import { repository, type Consumer } from './consumer.js';

/** A change of one file of the package, and what must be said about it. */
type Seed = readonly [
  does: string,
  file: string,
  change: (text: string) => string,
  says: readonly string[],
];

const swap =
  (from: string | RegExp, to: string) =>
  (text: string): string =>
    text.replace(from, to);

const ELEMENT = 'custom-elements.json';
const PACKAGE = 'package.json';
const ROUTES = 'openapi/partner-backend.yaml';
const SERVER = 'dist/server.d.ts';
const OPTIONS = 'dist/server/options.d.ts';
const STORAGE = 'dist/server/storage.d.ts';
const EVENTS = 'dist/server/handler-events.d.ts';
const TASK = 'dist/server/watcher/task.d.ts';
const SEALED = 'dist/server/sealed-id.d.ts';
const NODE = 'dist/server/node.d.ts';
const STATE = 'dist/engine/session/state.d.ts';

type Json = { name?: string; type?: { text: string }; [list: string]: unknown };

/** Changes a list of the element in custom-elements.json. */
const inElement =
  (list: string, change: (items: readonly Json[]) => readonly Json[]) =>
  (text: string): string => {
    const manifest = JSON.parse(text) as { modules: { declarations: Json[] }[] };
    for (const declaration of manifest.modules.flatMap(({ declarations }) => declarations))
      if ('tagName' in declaration) declaration[list] = change(declaration[list] as Json[]);
    return JSON.stringify(manifest);
  };

const renamed = (list: string, from: string, to: string) =>
  inElement(list, (items) => items.map((it) => (it.name === from ? { ...it, name: to } : it)));

const retyped = (list: string, name: string, text: string) =>
  inElement(list, (items) =>
    items.map((it) => (it.name === name ? { ...it, type: { text } } : it)),
  );

const dropped = (list: string, name: string) =>
  inElement(list, (items) => items.filter((it) => it.name !== name));

const BREAKING: readonly Seed[] = [
  [
    'removes an attribute',
    ELEMENT,
    dropped('attributes', 'compact'),
    ['removed attribute compact: boolean'],
  ],
  [
    'narrows the type of a property',
    ELEMENT,
    retyped('members', 'maxSize', 'number'),
    ['changed property maxSize: number | null to property maxSize: number'],
  ],
  [
    'renames a method',
    ELEMENT,
    renamed('members', 'undo', 'undoEdit'),
    ['removed method undo: void'],
  ],
  [
    'gives a method a required parameter',
    ELEMENT,
    inElement('members', (items) =>
      items.map((it) =>
        it.name === 'undo'
          ? { ...it, parameters: [{ name: 'count', type: { text: 'number' } }] }
          : it,
      ),
    ),
    ['added method undo(1): number'],
  ],
  [
    'renames an event',
    ELEMENT,
    renamed('events', 'transcribe-ready', 'transcribe-done'),
    ['removed event transcribe-ready: TranscribeReadyEvent'],
  ],
  [
    'gives an event another class',
    ELEMENT,
    retyped('events', 'transcribe-ready', 'CustomEvent'),
    ['changed event transcribe-ready: TranscribeReadyEvent to event transcribe-ready: CustomEvent'],
  ],
  ['removes a part', ELEMENT, dropped('cssParts', 'card'), ['removed part card']],
  [
    'renames a custom property',
    ELEMENT,
    renamed('cssProperties', '--at-accent', '--at-brand'),
    ['removed custom property --at-accent'],
  ],
  ['removes a slot', ELEMENT, dropped('slots', 'heading'), ['removed slot heading']],
  ['removes a custom state', ELEMENT, dropped('cssStates', 'ready'), ['removed state ready']],
  [
    'removes an entry',
    PACKAGE,
    swap(/"\.\/worker\.js": \{[^}]*\},/, ''),
    ['removed entry ./worker.js'],
  ],
  [
    'needs a newer React',
    PACKAGE,
    swap('"react": "^18.0.0 || ^19.0.0"', '"react": "^19.0.0"'),
    [
      'changed package peerDependencies.react?: ^18.0.0 | ^19.0.0 to package peerDependencies.react?: ^19.0.0',
    ],
  ],
  [
    'removes an export',
    SERVER,
    swap("export { openSealedId, type OpenedId } from './server/sealed-id.js';", ''),
    ['removed export ./server.js openSealedId', 'removed openSealedId(1): string'],
  ],
  [
    'renames an exported type',
    SERVER,
    swap('HandlerLimits,', 'HandlerLimits as Limits,'),
    ['removed export ./server.js HandlerLimits'],
  ],
  [
    'makes an option required',
    OPTIONS,
    swap('readonly basePath?: string | undefined', 'readonly basePath: string | undefined'),
    [
      'changed PartnerHandlerOptions.basePath?: string | undefined to PartnerHandlerOptions.basePath: string | undefined',
    ],
  ],
  [
    'adds a required option',
    OPTIONS,
    swap('readonly apiKey: string | undefined;', '$& readonly region: string;'),
    ['added PartnerHandlerOptions.region: string'],
  ],
  [
    'renames a limit',
    OPTIONS,
    swap('readonly timeoutMs?:', 'readonly deadlineMs?:'),
    ['removed HandlerLimits.timeoutMs?: number | undefined'],
  ],
  [
    'narrows an option',
    OPTIONS,
    swap('publicOrigin?: string | readonly string[] | undefined', 'publicOrigin?: string'),
    [
      'changed PartnerHandlerOptions.publicOrigin?: string | readonly string[] | undefined to PartnerHandlerOptions.publicOrigin?: string',
    ],
  ],
  [
    'needs another method of what partners implement',
    STORAGE,
    swap('delete(key: string): Promise<void>;', '$& clear(): Promise<void>;'),
    ['added TokenCache.clear: Promise<void>'],
  ],
  [
    'gives callbacks null for an id',
    TASK,
    swap(/interface TaskName \{[^}]*?userId: string/, '$& | null'),
    ['changed TaskName.userId: string to TaskName.userId: string | null'],
  ],
  [
    'no longer tells a status to onEvent',
    EVENTS,
    swap(/(kind: 'request';[^}]*?)readonly status: number;/, '$1'),
    ["removed HandlerEvent{'request'}.status: number"],
  ],
  [
    'renames a kind of event of onEvent',
    EVENTS,
    swap("kind: 'hook';\n", "kind: 'watcher';\n"),
    ["removed HandlerEvent{'hook'}.attempt: number"],
  ],
  [
    'gives a function a required parameter',
    SEALED,
    swap('(sealedId: string, {', '(sealedId: string, salt: string, {'),
    ['changed openSealedId(2): {} to openSealedId(2): string', 'added openSealedId(3): {}'],
  ],
  [
    'returns null from a function',
    NODE,
    swap('NodeHandlerOptions) => NodeHandler', 'NodeHandlerOptions) => NodeHandler | null'),
    ['changed toNodeHandler: NodeHandler to toNodeHandler: NodeHandler | null'],
  ],
  [
    'gives a parameter another type',
    STATE,
    swap('(state: SessionState) => state is', '(state: { readonly name: string }) => state is'),
    ['changed isWorking(1): SessionState to isWorking(1): {}'],
  ],
  [
    'renames a route',
    ROUTES,
    swap('\n  /user-token:', '\n  /token:'),
    [
      'removed route POST /user-token',
      'removed route POST /user-token 200 application/json: UserToken',
    ],
  ],
  [
    'removes a field of a response',
    ROUTES,
    swap('        expires_in:\n', '        lifetime:\n'),
    ['removed http UserToken.expires_in: integer'],
  ],
  [
    'requires a header',
    ROUTES,
    swap('- name: Idempotency-Key\n          in: header\n', '$&          required: true\n'),
    [
      'changed route POST /transcriptions header Idempotency-Key?: string, pattern ^[\\x21-\\x7e]{16,128}$ to route POST /transcriptions header Idempotency-Key: string, pattern ^[\\x21-\\x7e]{16,128}$',
    ],
  ],
  [
    'renames an error code',
    ROUTES,
    swap('        - another-user\n', '        - other-user\n'),
    ['changed http ProblemCode: '],
  ],
];

const ADDED: readonly Seed[] = [
  [
    'adds an attribute',
    ELEMENT,
    inElement('attributes', (items) => [...items, { name: 'theme', type: { text: 'string' } }]),
    ['added attribute theme: string'],
  ],
  [
    'takes more in an attribute',
    ELEMENT,
    retyped('attributes', 'max-size', 'number | string | null'),
    ['changed attribute max-size: number | null to attribute max-size: number | string | null'],
  ],
  [
    'adds a property',
    ELEMENT,
    inElement('members', (items) => [
      ...items,
      { kind: 'field', name: 'theme', type: { text: 'string' } },
    ]),
    ['added property theme: string'],
  ],
  [
    'adds a method with a parameter',
    ELEMENT,
    inElement('members', (items) => [
      ...items,
      { kind: 'method', name: 'zoom', parameters: [{ name: 'by', type: { text: 'number' } }] },
    ]),
    ['added method zoom: void', 'added method zoom(1): number'],
  ],
  [
    'adds a part',
    ELEMENT,
    inElement('cssParts', (items) => [...items, { name: 'clock' }]),
    ['added part clock'],
  ],
  [
    'adds an entry',
    PACKAGE,
    swap('"./worker.js": {', '"./worker2.js": "./dist/worker.js", "./worker.js": {'),
    ['added entry ./worker2.js'],
  ],
  [
    'adds an optional option',
    OPTIONS,
    swap('readonly apiKey: string | undefined;', '$& readonly region?: string;'),
    ['added PartnerHandlerOptions.region?: string'],
  ],
  [
    'makes an option optional',
    OPTIONS,
    swap('readonly apiKey: string | undefined', 'readonly apiKey?: string | undefined'),
    [
      'changed PartnerHandlerOptions.apiKey: string | undefined to PartnerHandlerOptions.apiKey?: string | undefined',
    ],
  ],
  [
    'widens an option',
    OPTIONS,
    swap('basePath?: string | undefined', 'basePath?: string | URL | undefined'),
    [
      'changed PartnerHandlerOptions.basePath?: string | undefined to PartnerHandlerOptions.basePath?: string | URL | undefined',
    ],
  ],
  [
    'adds a field to what a function returns',
    SEALED,
    swap('readonly isVerified: boolean', 'readonly isVerified: boolean; readonly atMs: number'),
    ['added OpenedId.atMs: number'],
  ],
  [
    'tells onEvent more',
    EVENTS,
    swap("kind: 'hook';", "kind: 'hook'; readonly queue: string;"),
    ["added HandlerEvent{'hook'}.queue: string"],
  ],
  [
    'gives a function an optional parameter',
    NODE,
    swap('{ writeTimeoutMs }?: NodeHandlerOptions', '$&, more?: string'),
    ['added toNodeHandler(3)?: string'],
  ],
  [
    'passes another argument to what partners implement',
    STORAGE,
    swap('get(key: string)', 'get(key: string, userId: string)'),
    ['added TokenCache.get(2): string'],
  ],
  [
    'adds a field to a response',
    ROUTES,
    swap('        token_type:\n', '        region:\n          type: string\n$&'),
    ['added http UserToken.region?: string'],
  ],
];

/** The public surface: each change of it has a line in the changelog. */
export const apiTests = (packed: () => Consumer): void => {
  const read = (path: string): string | undefined => filesOf(packed().packageFolder)(path);

  const changesOf = ([, file, change]: Seed): Changes => {
    const before = read(file) ?? '';
    const after = change(before);
    assert.ok(after !== before, `${file} has nothing to change`);
    return compareSurfaces(
      readSurface(read),
      readSurface((path) => (path === file ? after : read(path))),
    );
  };

  const assertSays = (changes: Changes['added'], expected: readonly string[]): void => {
    const all = changes.map(({ says }) => says);
    for (const sentence of expected)
      assert.ok(
        all.some((it) => it === sentence || (sentence.endsWith(': ') && it.startsWith(sentence))),
        `${sentence} is not among:\n${all.join('\n')}`,
      );
  };

  it('has the public surface of test/package/api/surface.txt, except what CHANGELOG.md names', async () => {
    const committed = await readFile(join(repository, 'test/package/api/surface.txt'), 'utf8');
    const changes = compareSurfaces(parseSurface(committed), readSurface(read));
    const missing = undocumented(changes, read('CHANGELOG.md') ?? '');
    assert.deepEqual(
      missing,
      [],
      `Name each of these in the topmost version of CHANGELOG.md, between backticks:\n${missing.join('\n')}`,
    );
  });

  it('has a surface that can be written and read again, with each name once', () => {
    const surface = readSurface(read);
    assert.deepEqual(parseSurface(textOf(surface)), surface);
    assert.equal(new Set(surface.map(({ name }) => name)).size, surface.length);
    for (const name of [
      ...['attribute service-url', 'property transcript', 'method seek(1)', 'part card'],
      ...['event transcribe-ready', 'custom property --at-accent', 'route POST /user-token'],
      ...['export . AudioTranscribe', 'export ./engine.js createSession', 'createSession(1)'],
      ...['PartnerHandlerOptions.clientId', 'export ./react.js AudioTranscribe'],
    ])
      assert.ok(
        surface.some((entry) => entry.name === name),
        name,
      );
  });

  for (const seed of BREAKING)
    it(`has a breaking change if it ${seed[0]}`, () => {
      assertSays(changesOf(seed).breaking, seed[3]);
    });

  for (const seed of ADDED)
    it(`has an addition and no breaking change if it ${seed[0]}`, () => {
      const { breaking, added } = changesOf(seed);
      assert.deepEqual(breaking, []);
      assertSays(added, seed[3]);
    });

  it('needs breaking changes under "### Breaking", and additions under any heading', () => {
    const before = [
      entryOf('both', 'attribute language', 'string'),
      entryOf('in', 'HandlerLimits.timeoutMs', 'number', true),
    ];
    const now = [entryOf('both', 'attribute speech', 'string')];
    const changes = compareSurfaces(before, now);
    const missing = (text: string): readonly string[] =>
      undocumented(changes, `# Changelog\n\n## [Unreleased]\n\n${text}\n\n## [0.1.0]\n`);
    const all = [
      '### Breaking: removed attribute language: string',
      '### Breaking: removed HandlerLimits.timeoutMs?: number',
      'any heading: added attribute speech: string',
    ];
    assert.deepEqual(missing(''), all);
    assert.deepEqual(missing('### Changed\n\n- `language` is `speech`, `timeoutMs` is gone.'), [
      ...all.slice(0, 2),
    ]);
    assert.deepEqual(missing('### Breaking\n\n- `language` is gone.'), all.slice(1));
    assert.deepEqual(missing('### Breaking\n\n- The language is speech, and no timeoutMs.'), all);
    assert.deepEqual(
      missing(
        '### Breaking\n\n- `<audio-transcribe language="de">` is `speech="de"`. `HandlerLimits` has no `timeoutMs`.',
      ),
      [],
    );
    const released = '# Changelog\n\n## [Unreleased]\n\n## [0.1.0]\n\n### Breaking\n\n- `language`';
    assert.deepEqual(undocumented(changes, released), all);
  });
};
