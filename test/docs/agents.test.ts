/** `llms.txt` and `docs/agents.md`: every name exists, and every task has code, which code-blocks.test.ts compiles. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { root } from '../../scripts/paths.mjs';
import { BACKEND_USAGE } from '../../demo/backend-command/main.js';

const read = (file: string): Promise<string> => readFile(join(root, file), 'utf8');

/** What the package declares: names of the element, of exports, of options, of routes and of variables. */
const declared = async (): Promise<string> =>
  [
    ...(await Promise.all(
      ['test/docs/api/surface.txt', 'custom-elements.json', 'package.json', 'docs/api.md'].map(
        read,
      ),
    )),
    BACKEND_USAGE,
  ].join('\n');

/** Names that browsers, frameworks, the sandbox or the service declare. */
const OTHERS = [
  'event',
  'detail',
  'null',
  'color-scheme',
  'isCustomElement',
  "'use client'",
  'ALLOWED_FILE_HOSTS',
  'dist',
];

/** The names in `code` of a text that are not declared anywhere. */
const unknownNames = (text: string, known: string): readonly string[] => {
  const inline = [...text.replace(/^```[^]*?^```/gm, '').matchAll(/`([^`]+)`/g)].map(
    ([, code = '']) => code,
  );
  const paths = inline.filter((code) =>
    /^(?:dist|npx|audio-transcribe\/|@|[\w-]+\.json$)/.test(code),
  );
  const words = inline
    .filter((code) => !paths.includes(code) && !OTHERS.includes(code))
    .flatMap((code) => code.match(/[A-Za-z@][\w-]*(?:\/[\w.-]+)*/g) ?? []);
  return [...new Set(words)].filter(
    (word) => !OTHERS.includes(word) && !new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(known),
  );
};

/** Attributes of the element in markup. */
const attributesIn = (text: string): readonly string[] =>
  [...text.matchAll(/<audio-transcribe\b([^>]*)>/g)].flatMap(([, tag = '']) =>
    [...tag.replace(/"[^"]*"/g, '""').matchAll(/(?:^|\s)([a-z][a-z-]*)/g)].map(
      ([, name = '']) => name,
    ),
  );

for (const file of ['docs/agents.md', 'llms.txt']) {
  test(`${file}: has only names that exist`, async () => {
    const known = await declared();
    assert.deepEqual(unknownNames(await read(file), known), []);
    assert.deepEqual(unknownNames('`element.noSuchName` `no-such-attribute`', known).length, 2);
  });
}

test('docs/agents.md: has only attributes that exist', async () => {
  const surface = await read('test/docs/api/surface.txt');
  const found = attributesIn(await read('docs/agents.md'));
  assert.ok(found.length > 15);
  assert.deepEqual(
    found.filter((name) => !new RegExp(`^attribute ${name}:`, 'm').test(surface)),
    [],
  );
});

/** Custom properties and parts of the element in style sheets, as in `surface.txt`. */
const styledIn = (text: string): readonly string[] => [
  ...[...text.matchAll(/(--at-[\w-]+)/g)].map(([, name = '']) => `custom property ${name}`),
  ...[...text.matchAll(/::part\(([\w-]+)\)/g)].map(([, name = '']) => `part ${name}`),
];

test('docs/agents.md: has only custom properties and parts that exist', async () => {
  const surface = await read('test/docs/api/surface.txt');
  const missingIn = (text: string): readonly string[] =>
    styledIn(text).filter((line) => !surface.includes(`\n${line}: `));
  const page = await read('docs/agents.md');
  assert.ok(styledIn(page).length > 3);
  assert.deepEqual(missingIn(page), []);
  assert.deepEqual(missingIn('x { --at-acent: red } x::part(crad) {}'), [
    'custom property --at-acent',
    'part crad',
  ]);
});

test('docs/agents.md: has twenty tasks, each with code, and ten mistakes', async () => {
  const page = await read('docs/agents.md');
  const [, mistakes = '', tasks = ''] =
    /## Ten mistakes([^]*)## Twenty tasks([^]*)\n## Names/.exec(page) ?? [];
  assert.equal(mistakes.match(/^\d+\. /gm)?.length, 10);
  const each = tasks.split(/^### /m).slice(1);
  assert.deepEqual(
    each.map((task) => Number.parseInt(task, 10)),
    Array.from({ length: 20 }, (_, index) => index + 1),
  );
  assert.deepEqual(
    each.filter((task) => !/^```\w+$/m.test(task)),
    [],
  );
});

test('docs/agents.md, llms.txt: name only commands and entries of the package', async () => {
  const text = (await read('docs/agents.md')) + (await read('llms.txt'));
  const { exports } = JSON.parse(await read('package.json')) as { readonly exports: object };
  const commands = [...text.matchAll(/npx audio-transcribe ([\w-]+)/g)].map(
    ([, name = '']) => name,
  );
  const entries = [...text.matchAll(/[`']audio-transcribe(\/[\w./-]+)[`']/g)].map(
    ([, name = '']) => name,
  );
  assert.ok(commands.length > 5 && entries.length > 5);
  assert.deepEqual(
    commands.filter((name) => !['sandbox', 'backend', 'check-backend'].includes(name)),
    [],
  );
  assert.deepEqual(
    entries.filter((name) => !Object.hasOwn(exports, `.${name}`)),
    [],
  );
});

test('llms.txt: has a title, a summary, and links to files of the package', async () => {
  const text = await read('llms.txt');
  assert.match(text, /^# audio-transcribe\n\n> .+\n/);
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
  assert.ok(links.length > 15);
  assert.deepEqual(
    links.filter((target) => !existsSync(join(root, target))),
    [],
  );
});
