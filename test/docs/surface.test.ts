/** The public surface: each change of it has a line in the changelog. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { root } from '../../scripts/paths.mjs';
import { run } from '../../scripts/run-step.mjs';
import { readFrom, readSurface } from './api/read-surface.js';
import { parseSurface, textOf, undocumented, type Surface } from './api/surface.js';

/** A change of one file of the package, and the lines of the surface that differ. */
const CHANGES: readonly {
  readonly does: string;
  readonly file: string;
  readonly from: RegExp | string;
  readonly to: string;
  readonly lines: readonly string[];
}[] = [
  {
    does: 'renames a part of the element',
    file: 'custom-elements.json',
    from: '"name": "card"',
    to: '"name": "box"',
    lines: ['- part card: ', '+ part box: '],
  },
  {
    does: 'needs a newer React',
    file: 'package.json',
    from: '"react": "^18.0.0 || ^19.0.0"',
    to: '"react": "^19.0.0"',
    lines: [
      '- package peerDependencies.react: "^18.0.0 || ^19.0.0"',
      '+ package peerDependencies.react: "^19.0.0"',
    ],
  },
  {
    does: 'removes a field of a response',
    file: 'openapi/partner-backend.yaml',
    from: '        expires_in:\n',
    to: '        lifetime:\n',
    lines: ['- http UserToken.expires_in: ', '+ http UserToken.lifetime: '],
  },
  {
    does: 'removes an export',
    file: 'dist/server.d.ts',
    from: "export { openSealedId, type OpenedId } from './server/sealed-id.js';",
    to: '',
    lines: ['- export ./server.js openSealedId', '- openSealedId: '],
  },
  {
    does: 'makes an option required',
    file: 'dist/server/options.d.ts',
    from: 'readonly basePath?: string',
    to: 'readonly basePath: string',
    lines: [
      '- PartnerHandlerOptions: readonly basePath?: string | undefined;',
      '+ PartnerHandlerOptions: readonly basePath: string | undefined;',
    ],
  },
  {
    does: 'changes a type that only another type names',
    file: 'dist/server/watcher/task.d.ts',
    from: /(interface TaskName \{[^}]*?userId: string)/,
    to: '$1 | null',
    lines: ['- TaskName: readonly userId: string;', '+ TaskName: readonly userId: string | null;'],
  },
  {
    does: 'no longer tells a status to onEvent',
    file: 'dist/server/handler-events.d.ts',
    from: /(kind: 'request';[^}]*?)readonly status: number;/,
    to: '$1',
    lines: ['- HandlerEvent: readonly status: number;'],
  },
  {
    does: 'gives a method a required parameter',
    file: 'dist/element/audio-transcribe.d.ts',
    from: 'undo(): void',
    to: 'undo(count: number): void',
    lines: ['- AudioTranscribe: undo(): void;', '+ AudioTranscribe: undo(count: number): void;'],
  },
];

before(async () => {
  const { ok, output } = await run(process.execPath, ['scripts/build.mjs']);
  assert.ok(ok, output);
});

test('has the public surface of test/docs/api/surface.txt, except what CHANGELOG.md names', async () => {
  const committed = await readFile(join(root, 'test/docs/api/surface.txt'), 'utf8');
  const changelog = readFrom(root)('CHANGELOG.md');
  const surface = readSurface(root);
  assert.deepEqual(parseSurface(textOf(surface)), surface);
  assert.deepEqual(
    undocumented(parseSurface(committed), surface, changelog),
    [],
    'Name each of these in the topmost version of CHANGELOG.md, between backticks',
  );
});

for (const { does, file, from, to, lines } of CHANGES)
  test(`has another public surface if a change ${does}`, () => {
    const read = readFrom(root);
    const changed = read(file).replace(from, to);
    assert.notEqual(changed, read(file), `${file} has nothing to change`);
    const found = undocumented(
      readSurface(root),
      readSurface(root, (path) => (path === file ? changed : read(path))),
      '',
    );
    for (const line of lines)
      assert.ok(
        found.some((it) => it.startsWith(line)),
        `${line} is not among:\n${found.join('\n')}`,
      );
  });

test('needs names that are gone under "### Breaking", and other changes under any heading', () => {
  const before: Surface = [
    'attribute language: string',
    'HandlerLimits: readonly timeoutMs?: number;',
    'HandlerLimits: readonly bytes?: number;',
  ];
  const now: Surface = [
    'attribute speech: string',
    'HandlerLimits: readonly bytes?: number | null;',
  ];
  const missing = (text: string): readonly string[] =>
    undocumented(before, now, `# Changelog\n\n## [Unreleased]\n\n${text}\n\n## [0.1.0]\n`);
  const [language, timeout, oldBytes, speech, newBytes] = [
    '- attribute language: string',
    '- HandlerLimits: readonly timeoutMs?: number;',
    '- HandlerLimits: readonly bytes?: number;',
    '+ attribute speech: string',
    '+ HandlerLimits: readonly bytes?: number | null;',
  ];
  assert.deepEqual(missing(''), [language, timeout, oldBytes, speech, newBytes]);
  assert.deepEqual(
    missing('### Changed\n\n- `language` is `speech`, `timeoutMs` is gone, `bytes` takes null.'),
    [language, timeout],
  );
  assert.deepEqual(missing('### Breaking\n\n- `language` is gone.\n\n### Added\n\n- `bytes`'), [
    timeout,
    speech,
  ]);
  assert.deepEqual(missing('### Breaking\n\n- The language, timeoutMs, bytes and speech.'), [
    ...[language, timeout, oldBytes, speech, newBytes],
  ]);
  assert.deepEqual(
    missing(
      '### Breaking\n\n- `<audio-transcribe language="de">` is `speech="de"`. `HandlerLimits` has no `timeoutMs`.',
    ),
    [],
  );
  const released = '# Changelog\n\n## [Unreleased]\n\n## [0.1.0]\n\n### Breaking\n\n- `language`';
  assert.equal(undocumented(before, now, released).length, 5);
});
