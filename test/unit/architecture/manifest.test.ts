import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

interface Named {
  readonly name: string;
}

interface Declaration extends Named {
  readonly tagName?: string;
  readonly members?: readonly (Named & { readonly static?: boolean })[];
  readonly attributes?: readonly Named[];
  readonly cssParts?: readonly Named[];
  readonly cssProperties?: readonly Named[];
}

const manifest = JSON.parse(readFileSync(`${root}custom-elements.json`, 'utf8')) as {
  readonly modules: readonly { readonly declarations: readonly Declaration[] }[];
};
const found = manifest.modules
  .flatMap(({ declarations }) => declarations)
  .find(({ tagName }) => tagName === 'audio-transcribe');
assert.ok(found);
const element: Declaration = found;

const names = (list: readonly Named[] = []): readonly string[] =>
  list.map(({ name }) => name).sort();

const views = [
  'element.ts',
  ...readdirSync(`${root}src/ui`, { recursive: true, encoding: 'utf8' }).map(
    (path) => `ui/${path}`,
  ),
]
  .filter((path) => path.endsWith('.ts'))
  .map((path) => readFileSync(`${root}src/${path}`, 'utf8'))
  .join('\n');

const matches = (pattern: RegExp): readonly string[] =>
  [...new Set([...views.matchAll(pattern)].flatMap(([, value = '']) => value.split(' ')))].sort();

test('the manifest lists every part that a view shows, and no other', () => {
  const inTemplates = matches(/\bpart(?:=|\.add\()["']([a-z -]+)["']/g);
  // Rows are made by hand: make('li', 'classes', 'part').
  const byHand = matches(/\bmake\('\w+', '[^']*', '([a-z -]+)'/g);
  const shown = [...new Set([...inTemplates, ...byHand])].sort();
  assert.deepEqual(names(element.cssParts), shown);
});

test('the manifest lists every custom property that the styles read, and no other', () => {
  assert.deepEqual(names(element.cssProperties), matches(/var\(\s*(--at-[a-z0-9-]+)/g));
});

test('the manifest lists every attribute', () => {
  assert.deepEqual(names(element.attributes), [
    'audio-src',
    'backend-url',
    'decode-silence',
    'detection-level',
    'diarization',
    'disabled',
    'file-url',
    'language',
    'manual-start',
    'max-duration',
    'max-size',
    'model',
    'name',
    'no-resume',
    'readonly',
    'required',
    'resume-scope',
    'return-embedding',
    'service-url',
    'state',
    'transcription-id',
    'worker-url',
  ]);
});

test('the manifest lists the static methods that a page calls, and no other static member', () => {
  assert.deepEqual(names(element.members?.filter((member) => member.static)), ['forgetStored']);
});
