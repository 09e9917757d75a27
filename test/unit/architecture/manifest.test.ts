/**
 * custom-elements.json and what is documented from it. test/e2e/states.spec.ts checks the CSS parts in every state.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { PropertyDeclaration } from 'lit';
import { SETTING_PROPERTIES } from '../../../src/element/settings.js';
import { DETECTION_LEVELS, MODELS } from '../../../src/protocol/types.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

interface Named {
  readonly name: string;
  readonly type?: { readonly text: string };
  readonly default?: string;
}

interface Declaration extends Named {
  readonly tagName?: string;
  readonly members?: readonly (Named & { readonly static?: boolean })[];
  readonly attributes?: readonly Named[];
  readonly events?: readonly Named[];
  readonly slots?: readonly Named[];
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

test('manifest: lists every attribute', () => {
  const attributes = Object.entries<PropertyDeclaration>(SETTING_PROPERTIES)
    .filter(([, { attribute }]) => attribute !== false)
    .map(([name, { attribute }]) => (typeof attribute === 'string' ? attribute : name));
  assert.deepEqual(names(element.attributes), [...attributes, 'state'].sort());
});

test('docs: element.md lists every attribute beside its property', () => {
  const inForm = ['name', 'required', 'disabled'];
  const expected = Object.entries<PropertyDeclaration>(SETTING_PROPERTIES)
    .filter(([name]) => !inForm.includes(name))
    .map(([name, { attribute }]) =>
      attribute === false
        ? `– ${name}`
        : `${attribute === true ? name : (attribute ?? name)} ${name}`,
    );
  const page = readFileSync(`${root}docs/element.md`, 'utf8');
  const [table = ''] = /^\| Attribute .*?\n\n/ms.exec(page) ?? [];
  const listed = [...table.matchAll(/^\| (?:`([a-z-]+)`|(–)) +\| `(\w+)` +\|/gm)].map(
    ([, attribute, none, name]) => `${attribute ?? none ?? ''} ${name ?? ''}`,
  );
  assert.deepEqual([...listed].sort(), expected.sort());
});

test('manifest: lists only the public static methods among static members', () => {
  assert.deepEqual(names(element.members?.filter((member) => member.static)), ['forgetStored']);
});

test('manifest: attributes with fixed values list exactly these values', () => {
  const valuesOf = (name: string): readonly string[] => {
    const text = element.attributes?.find((one) => one.name === name)?.type?.text ?? '';
    return [...text.matchAll(/'([^']+)'/g)].map(([, value = '']) => value);
  };
  assert.deepEqual(valuesOf('model'), MODELS);
  assert.deepEqual(valuesOf('detection-level'), DETECTION_LEVELS);
});

test('manifest: every event has the type of its class', () => {
  for (const { name, type } of element.events ?? [])
    assert.match(type?.text ?? '', /^Transcribe\w+Event$/, name);
  assert.equal(element.events?.length, 9);
});

/** The sources of all styles and views. */
const sources = new Map(
  ['element', 'microphone', 'reader', 'ui']
    .flatMap((folder) =>
      readdirSync(`${root}src/${folder}`, { recursive: true, encoding: 'utf8' }).map(
        (path) => `${root}src/${folder}/${path}`,
      ),
    )
    .filter((path) => path.endsWith('.ts') && !path.endsWith('settings.ts'))
    .map((path) => [path, readFileSync(path, 'utf8')]),
);
const allSources = [...sources.values()].join('\n');
const theming = readFileSync(`${root}docs/theming.md`, 'utf8');

test('custom properties: the manifest, the styles and docs/theming.md have the same ones', () => {
  const read = new Set(allSources.match(/(?<=var\(\s*)--at-[a-z0-9-]+/g));
  assert.deepEqual([...read].sort(), names(element.cssProperties));
  const rows = [...theming.matchAll(/^\| `(--at-[a-z0-9-]+)`/gm)].map(([, name = '']) => name);
  assert.deepEqual(rows.sort(), names(element.cssProperties));
});

test('custom properties: each is used, also outside the tokens', () => {
  const uses = [...sources]
    .filter(([path]) => !path.endsWith('tokens.ts'))
    .map(([, text]) => text)
    .join('\n');
  for (const { name } of element.cssProperties ?? [])
    assert.ok(
      uses.includes(name.replace('--at-', 'var(--_')) || uses.includes(`var(${name},`),
      name,
    );
});

test('custom properties: the documented default is the one in the styles', () => {
  const spaced = (text: string): string => text.replace(/\s+/g, ' ');
  /** Defaults that are described in words. */
  const described = ['--at-font', '--at-on-accent', '--at-shadow'];
  for (const { name, default: value = '' } of element.cssProperties ?? []) {
    assert.notEqual(value, '', name);
    const row = theming.split('\n').find((line) => line.startsWith(`| \`${name}\``)) ?? '';
    assert.ok(row.includes(value), `docs/theming.md: ${name}`);
    if (!described.includes(name))
      assert.ok(spaced(allSources).includes(`var(${name}, ${value})`), name);
  }
});

test('slots: the manifest, the views and docs/theming.md have the same ones', () => {
  const rendered = new Set(
    [...allSources.matchAll(/<slot name="(\w+)"|slot\.name = '(\w+)'/g)].map(
      ([, inTemplate, inCode]) => inTemplate ?? inCode ?? '',
    ),
  );
  assert.deepEqual([...rendered].sort(), names(element.slots));
  const rows = [...theming.matchAll(/^\| `([a-z]+)` +\|/gm)].map(([, name = '']) => name);
  assert.deepEqual(rows.sort(), names(element.slots));
});

test('editor data: has every attribute, slot and custom property', () => {
  const webTypes = readFileSync(`${root}web-types.json`, 'utf8');
  const vsCode = readFileSync(`${root}vscode.html-custom-data.json`, 'utf8');
  for (const { name } of element.attributes ?? []) {
    assert.ok(vsCode.includes(`"name": "${name}"`), name);
    assert.ok(webTypes.includes(`"name": "${name}"`), name);
  }
  for (const { name } of [...(element.slots ?? []), ...(element.cssProperties ?? [])])
    assert.ok(webTypes.includes(`"name": "${name}"`), name);
});
